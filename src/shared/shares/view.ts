import { z } from 'zod'
import { status } from '#shared/credentials/status-schema.ts'
import { instant } from '#shared/kernel/fields.ts'
import { undrawn } from '#shared/kernel/undrawn.ts'
import { earlierBoxes } from './redaction.ts'
import { passcode } from './share.ts'

// The visitor's view. It contains no internal id, email address or account. Every file has a separate id within its
// share.

const nullableText = z.string().nullable()

/** A file as visitors get it: a picture without metadata, or only the pages of a PDF. */
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
  neverExpires: z.boolean().describe('The owner chose this; otherwise a missing date is unknown'),
  status,
  daysLeft: z.number().int().nullable(),
  lookup: z
    .object({ name: z.string(), url: z.string() })
    .nullable()
    .describe('Where to verify it with the board or issuer: the share itself is holder-provided'),
  lookedUp: z
    .object({ on: z.string(), place: z.string(), status: z.string(), expiresAt: nullableText })
    .nullable()
    .default(null)
    .describe('When the holder last looked it up, and what that said: no primary-source verification'),
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
  hoursCounted: z.number(),
  hoursName: z.string(),
  topics: z.array(
    z.object({ topic: z.string(), hours: z.number().nullable(), completed: z.number(), isDone: z.boolean() }),
  ),
  caveats: z.array(z.string()).default([]).describe('What to know before relying on the requirements'),
  isComplete: z
    .boolean()
    .default(false)
    .describe('Everything that the board requires is known and complete; false in shares frozen earlier'),
  entries: z.array(viewEntry),
})

const hideable = z.object({
  name: z.string(),
  text: nullableText,
  isHidden: z.boolean().describe('The owner chose not to share it'),
})

export const viewHealthRecord = z.object({
  resourceType: z.literal('healthRecord'),
  title: z.string(),
  performedLabel: z.string(),
  performedOn: nullableText,
  dueLabel: z.string(),
  dueOn: nullableText,
  doses: z.array(z.object({ givenOn: z.string(), product: nullableText })),
  titers: z.array(
    z.object({
      takenOn: z.string(),
      antigen: nullableText,
      result: nullableText.describe('null: hidden by the owner'),
    }),
  ),
  facts: z.array(hideable),
  ...files,
})
export type ViewHealthRecord = z.infer<typeof viewHealthRecord>

export const viewSingleFile = z.object({ resourceType: z.literal('file'), title: z.string(), ...files })

export const viewItem = z.discriminatedUnion('resourceType', [
  viewLicense,
  viewCertification,
  viewCycle,
  viewHealthRecord,
  viewSingleFile,
])
export type ViewItem = z.infer<typeof viewItem>
export type ViewLicense = z.infer<typeof viewLicense>
export type ViewCertification = z.infer<typeof viewCertification>
export type ViewCycle = z.infer<typeof viewCycle>

/** The content of an opened share. Statuses are as of `asOf`, by the owner's calendar. */
export const shareView = z.object({
  ownerName: z.string(),
  recipient: nullableText,
  note: nullableText,
  asOf: instant,
  today: z.string().describe("The owner's calendar date"),
  frozenAt: instant.nullable().describe('When the records were frozen; null: the share shows later edits'),
  openUntil: instant,
  timeZone: z.string().describe('Of the owner; times are shown in it'),
  allowDownloads: z.boolean(),
  items: z.array(viewItem),
})
export type ShareView = z.infer<typeof shareView>

/**
 * The owner's preview of a share, with the owner's file ids, and the files that are withheld because numbers are
 * hidden.
 */
export const sharePreview = z.object({
  view: shareView,
  withheld: z.array(
    z.object({
      fileId: z.string(),
      name: z.string(),
      kind: z.enum(['pdf', 'picture']),
      earlier: earlierBoxes
        .nullable()
        .describe('What you covered on it in your latest share with covers that you did not revoke'),
    }),
  ),
  undrawn,
})
export type SharePreview = z.infer<typeof sharePreview>

/**
 * The summary of a share link before it is opened. Reading it does not count as a view, so link scanners use none up.
 * With a passcode it has no name.
 */
export const shareSummary = z.object({
  ownerName: nullableText,
  recipient: nullableText,
  openUntil: instant.nullable(),
  timeZone: nullableText.describe('Of the owner; times are shown in it'),
  needsPasscode: z.boolean(),
  isOpened: z.boolean().describe('This browser has opened it: looking again does not count as a view'),
})
export type ShareSummary = z.infer<typeof shareSummary>

export const openInput = z.strictObject({ passcode: passcode.nullable().default(null) })
export type OpenInput = z.infer<typeof openInput>
