import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { msg } from '#shared/i18n/translate.ts'
import { calendarDate, instant, text, uuid } from '#shared/kernel/fields.ts'

/** Most look-ups of one credential, including the trash. */
export const MAX_LOOKUPS = 200

const entered = {
  lookedUpOn: calendarDate.describe('When the owner looked it up'),
  place: text(200).describe('Where: the name of the register, board or issuer'),
  status: text(100).describe('What it said, in its own words'),
  expiresAt: calendarDate.nullable().describe('The expiration date that it showed'),
  lastFour: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{4}$/, msg`The last four letters or digits`)
    .nullable()
    .describe('The last four of the number that it showed'),
  fileIds: z
    .array(uuid)
    .max(MAX_FILES_PER_RECORD, msg`At most ${MAX_FILES_PER_RECORD} files`)
    .describe('Printouts of it, oldest upload first'),
}
export const lookupKeys = Object.keys(entered)

/** The owner's input about one look-up. */
export const lookupFields = z.strictObject({
  ...entered,
  expiresAt: entered.expiresAt.default(null),
  lastFour: entered.lastFour.default(null),
  fileIds: entered.fileIds.default([]),
})
export type LookupFields = z.infer<typeof lookupFields>

/** POST `/api/lookups`. */
export const lookupInput = lookupFields.extend({ credentialId: uuid })
export type LookupInput = z.infer<typeof lookupInput>

/** PATCH `/api/lookups/{id}`: absent means unchanged, `null` clears. */
export const lookupPatch = z.strictObject(entered).partial()
export type LookupPatch = z.infer<typeof lookupPatch>

/** The owner's own look-up in a public register. It is not a primary-source verification. */
export const lookupRecord = z.object({
  ...{ id: uuid, credentialId: uuid },
  ...entered,
  lastFour: z.string().nullable(),
  ...{ createdAt: instant, updatedAt: instant },
})
export type LookupRecord = z.infer<typeof lookupRecord>

export const lookupQuery = z.strictObject({ credentialId: uuid })
export const lookupItems = z.object({
  items: z.array(lookupRecord).describe('All of one credential, latest first'),
})
