import { z } from 'zod'
import { instant, ownerId, queryFlag, text, uuid } from '#shared/kernel/fields.ts'
import type { FreeFields } from '#shared/kernel/free-field-values.ts'
import { answersFreeFields, freeValue, withFreeFields } from '#shared/kernel/free-fields.ts'
import { downloadName, fileKinds, type MimeType } from './file-kinds.ts'

/**
 * `lookup`: the printout of a look-up. `term`: a document of an earlier term, from before a renewal. `share`: a picture that replaces a file in one share
 * link, with parts covered. `mail`: came with a mail that is held.
 */
export const resourceType = z.enum([
  'license',
  'certification',
  'ceuCycle',
  'ceuEntry',
  'competencyRecord',
  'lookup',
  'healthRecord',
  'renewal',
  'term',
  'share',
  'mail',
])
export type ResourceType = z.infer<typeof resourceType>

/** File metadata without free fields. */
export const fileFields = z.object({
  id: uuid,
  userId: ownerId,
  name: z.string(),
  size: z.number().int().describe('Bytes'),
  mimeType: z.enum(Object.keys(fileKinds) as [MimeType, ...MimeType[]]),
  sha256: z.string(),
  resourceType: resourceType.nullable(),
  resourceId: z.string().nullable(),
  createdAt: instant,
})

/** File metadata; the bytes are at `/api/upload/{id}/content`, a preview picture at `/api/upload/{id}/preview`. */
export const file = answersFreeFields(fileFields)
export type File = z.infer<typeof file>

/** Reserved names for free fields of a file: every other key of its answers and columns. */
export const takenFileNames: ReadonlySet<string> = new Set([
  ...Object.keys(fileFields.shape),
  ...[
    'ownerId',
    'key',
    'nameSealedBy',
    'freeFields',
    'deletedAt',
    'path',
    'fault',
    'objectPath',
    'objectDetails',
  ],
])

/**
 * The text parts of POST `/api/upload`: another name for the file, and free fields. `resourceType=share`: a picture that
 * will replace pages of a file in a share link. Nothing else can take such a picture, and nothing else can replace
 * pages.
 */
export const fileInput = withFreeFields(
  z.strictObject({ name: text(255), resourceType: z.literal('share') }).partial(),
  takenFileNames,
)
export type FileInput = z.infer<typeof fileInput>

/**
 * PATCH `/api/upload/{id}`: a new name, and free fields; absent means unchanged, `null` removes a free field. The
 * extension stays that of the content.
 */
export const filePatch = withFreeFields(
  z.strictObject({ name: text(255) }).partial(),
  takenFileNames,
  freeValue.nullable(),
)
export type FilePatch = z.infer<typeof filePatch>

/** A stored file as its owner sees it, without the key of its bytes. */
export function presentFile(row: {
  ownerId: string
  name: string
  freeFields: FreeFields
  [field: string]: unknown
}): File {
  return { ...row.freeFields, ...fileFields.parse({ ...row, userId: row.ownerId }) }
}

/** Newest first. `unattached=true`: only those not attached to a record. */
export const fileQuery = z.strictObject({
  unattached: queryFlag,
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(1000).optional(),
})
export type FileQuery = z.infer<typeof fileQuery>
export const filePage = z.object({ items: z.array(file), nextCursor: z.string().nullable() })
export type FilePage = z.infer<typeof filePage>

export const contentQuery = z.strictObject({
  disposition: z.enum(['attachment', 'inline']).default('attachment'),
})

/** `forever`: deletes the bytes too, without the trash. */
export const deletionQuery = z.strictObject({
  forever: queryFlag,
})

export const previewQuery = z.strictObject({ width: z.coerce.number().int().min(1).max(1600).default(1600) })

/** Longer side of the previews in pixels, largest first. */
export const previewWidths = [1600, 480] as const
export type PreviewWidth = (typeof previewWidths)[number]

/** The smallest preview with at least `wanted` pixels; the largest if there is none. */
export function previewWidthFor(wanted: number): PreviewWidth {
  return previewWidths.findLast((width) => width >= wanted) ?? previewWidths[0]
}

const MAX_NAME = 255

/**
 * The name that a file is stored under: the last path segment, without control characters and bidi overrides, at most
 * 255 characters. Its extension is that of the content, whatever it was called.
 */
export function cleanFileName(given: string, mimeType: MimeType): string {
  const whole = given.toWellFormed().normalize('NFC')
  const last = whole.slice(Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\')) + 1)
  const clean = last.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim()
  const name = downloadName(/^\.*$/.test(clean) ? 'document' : clean, mimeType)
  const [, base = '', extension = ''] = /^(.*)(\.[^.]*)$/su.exec(name) ?? []
  return [...base].slice(0, MAX_NAME - extension.length).join('') + extension
}
