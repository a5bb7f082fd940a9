import { z } from 'zod'
import { status } from '#shared/credentials/status.ts'
import { instant } from '#shared/kernel/fields.ts'
import { passcode } from './share.ts'

// What a visitor sees. Nothing here names an id of ours, an address or an account: every file has a name of its own
// within its link.

const nullableText = z.string().nullable()

/** A file as a visitor gets it: a picture without metadata, or a PDF's pages and nothing else of it. */
export const viewFile = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['pdf', 'picture']),
})
export type ViewFile = z.infer<typeof viewFile>

const files = {
  files: z.array(viewFile),
  filesWithheld: z.number().int().describe('Files that the owner chose not to show'),
}

const dated = {
  number: nullableText,
  isNumberHidden: z.boolean(),
  issuedAt: nullableText,
  expiresAt: nullableText,
  status,
  daysLeft: z.number().int().nullable(),
  lookup: z
    .object({ name: z.string(), url: z.string() })
    .nullable()
    .describe("Where the board or issuer can be asked: the holder's own word is all that this link has"),
}

export const viewLicense = z.object({
  resourceType: z.literal('license'),
  title: z.string(),
  type: z.string(),
  state: z.string(),
  issuer: z.string(),
  multistate: z.boolean(),
  ...dated,
  ...files,
})

export const viewCertification = z.object({
  resourceType: z.literal('certification'),
  title: z.string(),
  issuer: z.string(),
  code: nullableText,
  ...dated,
  ...files,
})

export const viewEntry = z.object({
  title: z.string(),
  provider: z.string(),
  providerNumber: nullableText,
  hours: z.number(),
  countedHours: z.number(),
  completedAt: z.string(),
  topics: z.array(z.string()),
  ...files,
})
export type ViewEntry = z.infer<typeof viewEntry>

export const viewCycle = z.object({
  resourceType: z.literal('ceuCycle'),
  title: z.string(),
  state: nullableText,
  cycleStart: z.string(),
  cycleEnd: z.string(),
  requiredHours: z.number().nullable(),
  hoursCompleted: z.number(),
  hoursName: z.string(),
  topics: z.array(
    z.object({ topic: z.string(), hours: z.number().nullable(), completed: z.number(), isDone: z.boolean() }),
  ),
  entries: z.array(viewEntry),
})

export const viewSingleFile = z.object({ resourceType: z.literal('file'), title: z.string(), ...files })

export const viewItem = z.discriminatedUnion('resourceType', [
  viewLicense,
  viewCertification,
  viewCycle,
  viewSingleFile,
])
export type ViewItem = z.infer<typeof viewItem>
export type ViewLicense = z.infer<typeof viewLicense>
export type ViewCertification = z.infer<typeof viewCertification>
export type ViewCycle = z.infer<typeof viewCycle>

/** The holder whose names we do not know. */
export const NAMELESS = 'A Lanyard user'

/** GET `/api/share/{token}`; statuses are as of `asOf`, on the owner's calendar. */
export const shareView = z.object({
  ownerName: z.string(),
  recipient: nullableText,
  note: nullableText,
  asOf: instant,
  today: z.string().describe("The owner's calendar date"),
  frozenAt: instant.nullable().describe('What it shows is of then; null: it shows later edits'),
  openUntil: instant,
  allowDownloads: z.boolean(),
  items: z.array(viewItem),
})
export type ShareView = z.infer<typeof shareView>

/** What an owner is shown before there is a link: her own file ids, and which files stay behind the mask. */
export const sharePreview = z.object({
  view: shareView,
  withheld: z.array(z.object({ fileId: z.string(), name: z.string(), kind: z.enum(['pdf', 'picture']) })),
})
export type SharePreview = z.infer<typeof sharePreview>

/**
 * GET `/api/share/{token}/cover`: what a link tells before it is opened. It counts as no view, so that a program that
 * looks at every link uses none up. With a passcode it names nobody.
 */
export const shareCover = z.object({
  ownerName: nullableText,
  recipient: nullableText,
  openUntil: instant.nullable(),
  needsPasscode: z.boolean(),
  isOpened: z.boolean().describe('In this browser: looking again counts as no view'),
})
export type ShareCover = z.infer<typeof shareCover>

/** POST `/api/share/{token}`: opens it, as GET does, with the passcode where it has one. */
export const openInput = z.strictObject({ passcode: passcode.nullable().default(null) })
export type OpenInput = z.infer<typeof openInput>
