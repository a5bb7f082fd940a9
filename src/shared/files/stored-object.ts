import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import type { FreeFields, FreeValue } from '#shared/kernel/free-field-values.ts'
import { takenFileNames } from './file.ts'

// An object: a file under a path that the owner's app chose, as clients of Firebase Storage name theirs.

const MAX_PATH_BYTES = 1024
const MAX_CUSTOM_BYTES = 8192

/**
 * Whether an object may have this path, which begins below the owner's folder: at most 1,024 bytes; no control
 * characters; no empty segment, `.` or `..`.
 */
export function isObjectPath(path: string): boolean {
  if (!path.isWellFormed() || bytesOf(path) > MAX_PATH_BYTES || /\p{Cc}/u.test(path)) return false
  return path.split('/').every((segment) => !['', '.', '..'].includes(segment))
}

/** The last segment, which becomes the file's name. */
export function objectName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((given) => given.isWellFormed() && !given.includes('\0'), msg`Not a text`)

const customMetadata = z
  .record(text(256).min(1), text(MAX_CUSTOM_BYTES))
  .refine((pairs) => bytesOf(JSON.stringify(pairs)) <= MAX_CUSTOM_BYTES, msg`At most 8,192 bytes`)

const descriptions = {
  cacheControl: text(256),
  contentDisposition: text(1024),
  contentEncoding: text(256),
  contentLanguage: text(256),
}

/** The client's metadata for an object. It is stored and returned, but never used as a response header. */
export const objectMetadata = z.object({
  ...z.object(descriptions).partial().shape,
  custom: customMetadata.default({}),
})
export type ObjectMetadata = z.infer<typeof objectMetadata>

/**
 * What is stored of it besides the custom metadata, which are free fields of the file. `md5` in Base64; `version` counts
 * the changes of the metadata, from 1.
 */
export const objectDetails = z.object({
  ...z.object(descriptions).partial().shape,
  md5: z.string().max(24),
  version: z.number().int().min(1),
  updatedAt: z.iso.datetime(),
})
export type ObjectDetails = z.infer<typeof objectDetails>

/** The free fields of a file that a client of Firebase Storage stored: its limits are those of custom metadata. */
export const objectFreeFields: z.ZodType<FreeFields> = z.record(
  text(300).min(1),
  z.union([text(MAX_CUSTOM_BYTES), z.number(), z.boolean()]),
)

// A free field cannot have the name of another field of a file, but custom metadata can: such a name is stored as
// "name (own)".
const OWN = ' (own)'
const isTaken = (name: string) => takenFileNames.has(name.replace(/( \(own\))+$/, ''))

/** Custom metadata as free fields. A number or boolean of `current` that reads the same stays one. */
export function freeFieldsOfCustom(custom: Record<string, string>, current: FreeFields = {}): FreeFields {
  const named = Object.entries(custom).map(([name, value]): [string, FreeValue] => {
    const stored = isTaken(name) ? `${name}${OWN}` : name
    const before = current[stored]
    return [stored, before !== undefined && String(before) === value ? before : value]
  })
  return Object.fromEntries(named)
}

/** The free fields as custom metadata: every value is text there. */
export function customOf(freeFields: FreeFields): Record<string, string> {
  const named = Object.entries(freeFields).map(([stored, value]) => [
    stored.endsWith(OWN) && isTaken(stored) ? stored.slice(0, -OWN.length) : stored,
    String(value),
  ])
  return Object.fromEntries(named)
}

/** The metadata that a client sends with an upload, as JSON. Other keys are ignored. */
export const uploadMetadata = z
  .object({
    ...z.object(descriptions).partial().shape,
    md5Hash: z.string().max(24).optional(),
    metadata: customMetadata.default({}),
  })
  .transform(({ metadata, md5Hash, ...described }) => ({
    md5Hash,
    metadata: { ...described, custom: metadata },
  }))
export type UploadMetadata = z.infer<typeof uploadMetadata>

const change = <T extends z.ZodType>(value: T) => value.nullable().optional()

/** A change of the metadata: `null` removes a value; absent means unchanged. */
export const metadataPatch = z.object({
  contentType: change(z.string().max(256)),
  cacheControl: change(descriptions.cacheControl),
  contentDisposition: change(descriptions.contentDisposition),
  contentEncoding: change(descriptions.contentEncoding),
  contentLanguage: change(descriptions.contentLanguage),
  metadata: change(z.record(text(256).min(1), text(MAX_CUSTOM_BYTES).nullable())),
})
export type MetadataPatch = z.infer<typeof metadataPatch>

/** Throws a `ZodError` if the result is larger than metadata may be. */
export function patchedMetadata(current: ObjectMetadata, patch: MetadataPatch): ObjectMetadata {
  const { contentType: _type, metadata, ...described } = patch
  const custom = metadata === null ? {} : { ...current.custom, ...metadata }
  return objectMetadata.parse({
    ...withoutNulls({ ...current, ...described }),
    custom: withoutNulls(custom),
  })
}

function withoutNulls(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
