import { z } from 'zod'
import type { FieldError } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import {
  instant,
  optionalQueryFlag,
  optionalText,
  ownerId,
  queryFlag,
  searchedText,
  text,
  uuid,
  wholeNumber,
} from '#shared/kernel/fields.ts'
import { type FreeFields, freeFieldsOf } from '#shared/kernel/free-field-values.ts'
import { answersFreeFields, freeValue, withFreeFields } from '#shared/kernel/free-fields.ts'
import { certificationFields } from './certification.ts'
import { inputSchemasOf, schemasOf } from './field.ts'
import { takenNames } from './field-display.ts'
import { licenseFields, ownerFields } from './license.ts'
import { licenseIssuer, licenseTitle } from './license-text.ts'
import { DEFAULT_REMINDER_DAYS } from './reminder-days.ts'
import { daysLeft, isDateMissing, statusWith } from './status.ts'
import { status, statusFilter } from './status-schema.ts'

export const MAX_CREDENTIALS = 2000

export const kind = z.enum(['license', 'certification'])
export type Kind = z.infer<typeof kind>
const license = z.literal('license')
const certification = z.literal('certification')

export function fieldsOf(kind: Kind) {
  return kind === 'license' ? licenseFields : certificationFields
}

const fieldKeys: Record<Kind, string[]> = {
  license: Object.keys(licenseFields),
  certification: Object.keys(certificationFields),
}

export const licenseInput = withFreeFields(
  z.strictObject({
    kind: license,
    ...inputSchemasOf(licenseFields),
    title: optionalText(200).default(null),
    issuer: optionalText(200).default(null),
  }),
  takenNames,
)
export type LicenseInput = z.infer<typeof licenseInput>

export const certificationInput = z.strictObject({
  kind: certification,
  ...inputSchemasOf(certificationFields),
})
export type CertificationInput = z.infer<typeof certificationInput>

/** POST `/api/credentials`. */
export const credentialInput = z
  .discriminatedUnion('kind', [licenseInput, certificationInput], {
    error: (issue) => (issue.code === 'invalid_union' ? msg`Choose license or certification` : undefined),
  })
  .superRefine(checkDates)
export type CredentialInput = z.infer<typeof credentialInput>

/**
 * PATCH `/api/credentials/{id}`: absent means unchanged, `null` clears; `kind` never changes. It may contain the fields
 * of one kind, not of both: the kind of the record is checked later.
 */
export const credentialPatch = withFreeFields(
  z.strictObject({ ...schemasOf(licenseFields), ...schemasOf(certificationFields) }).partial(),
  takenNames,
  freeValue.nullable(),
).superRefine((patch, context) => {
  if (foreignFields('certification', patch).length === 0) return
  for (const { path, message } of foreignFields('license', patch))
    context.addIssue({ code: 'custom', path: [path], message })
})
export type CredentialPatch = z.infer<typeof credentialPatch>

const noSuchField: Record<Kind, string> = {
  license: msg`A license has no such field`,
  certification: msg`A certification has no such field`,
}

/** The fields of `patch` that a record of this kind cannot have. */
export function foreignFields(kind: Kind, patch: CredentialPatch): FieldError[] {
  const own = fieldsOf(kind)
  const isFree = (key: string) => kind === 'license' && !takenNames.has(key)
  return Object.keys(patch)
    .filter((key) => !Object.hasOwn(own, key) && !isFree(key))
    .map((path) => ({ path, message: noSuchField[kind] }))
}

type Dates = { issuedAt: string | null; expiresAt: string | null; neverExpires: boolean }

/** Rules across fields, also checked on the result of a PATCH. */
export function dateProblems({ issuedAt, expiresAt, neverExpires }: Dates): FieldError[] {
  if (expiresAt === null) return []
  if (neverExpires)
    return [{ path: 'neverExpires', message: msg`Has an expiration date: clear the date or this choice` }]
  if (issuedAt === null || expiresAt >= issuedAt) return []
  return [{ path: 'expiresAt', message: msg`Expires before it was issued` }]
}

/** `dateProblems` as a check of a zod schema. */
export function checkDates(input: Parameters<typeof dateProblems>[0], context: z.core.$RefinementCtx): void {
  for (const { path, message } of dateProblems(input))
    context.addIssue({ code: 'custom', path: [path], message, input })
}

/** A new credential. The title and issuer of a license default to those implied by its state and type. */
export function completeCredential(input: CredentialInput) {
  if (input.kind === 'certification') return input
  return {
    ...input,
    freeFields: freeFieldsOf(input, takenNames),
    title: input.title ?? licenseTitle(input),
    issuer: input.issuer ?? licenseIssuer(input),
  }
}

const answered = {
  id: uuid,
  userId: ownerId,
  reminderDays: ownerFields.reminderDays.schema
    .unwrap()
    .describe(`${DEFAULT_REMINDER_DAYS} if the owner chose no other`),
  followsSchedule: z
    .boolean()
    .describe('The owner chose no `reminderDays`: reminders come on the days of the reminder settings'),
  status: status.describe("Derived from `expiresAt` and today in the owner's time zone"),
  daysLeft: z.number().int().nullable(),
  dateMissing: z.boolean().describe('Neither an expiration date nor the choice that it never expires'),
  archivedAt: instant.nullable().describe('Archived: kept, but outside verdict, reminders and counts'),
  createdAt: instant,
  updatedAt: instant,
}

export const licenseAnswer = answersFreeFields(
  z.object({ kind: license, ...schemasOf(licenseFields), ...answered }),
)
export type License = z.infer<typeof licenseAnswer>

export const certificationAnswer = z.object({
  kind: certification,
  ...schemasOf(certificationFields),
  ...answered,
})
export type Certification = z.infer<typeof certificationAnswer>

export const credential = z.discriminatedUnion('kind', [licenseAnswer, certificationAnswer])
export type Credential = z.infer<typeof credential>

/** A stored record with the fields of its kind. Other columns may be present. */
type StoredCredential = {
  id: string
  kind: Kind
  expiresAt: string | null
  neverExpires: boolean
  archivedAt: string | null
  createdAt: string
  updatedAt: string
  freeFields?: FreeFields
  [field: string]: unknown
}

/** Every key of a response, in order. Objects that start as a copy of this one are fastest to create and serialize. */
const blankAnswers = {
  license: blankOf(licenseAnswer),
  certification: blankOf(certificationAnswer),
}

function blankOf({ shape }: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, null]))
}

/**
 * A stored record as its owner sees it on `today`, a calendar date in the owner's time zone. Built field by field,
 * because parsing a whole page takes longer than its database query.
 */
export function presentCredential(record: StoredCredential, today: string, userId?: string): Credential {
  const { kind } = record
  const left = daysLeft(record.expiresAt, today)
  const presented = { ...blankAnswers[kind] }
  // Assigned first, so that no free field can override another field.
  if (kind === 'license') Object.assign(presented, record.freeFields)
  for (const key of fieldKeys[kind]) presented[key] = record[key]
  presented.kind = kind
  presented.id = record.id
  presented.userId = userId
  presented.reminderDays = record.reminderDays ?? DEFAULT_REMINDER_DAYS
  presented.followsSchedule = (record.reminderDays ?? null) === null
  presented.status = statusWith(left)
  presented.daysLeft = left
  presented.dateMissing = isDateMissing(record)
  presented.archivedAt = record.archivedAt
  presented.createdAt = record.createdAt
  presented.updatedAt = record.updatedAt
  // The table has a column for each field, which a type checks there, and a constraint for each kind.
  return presented as Credential
}

/** GET `/api/credentials`. */
export const credentialQuery = z.strictObject({
  kind: kind.optional(),
  status: statusFilter.optional(),
  tag: text(50).optional(),
  q: searchedText(200).optional(),
  archived: queryFlag.describe('Lists the archived credentials instead of the others'),
  dateMissing: optionalQueryFlag.describe('Only those without an expiration date, or only the others'),
  sort: z.enum(['expiresAt', 'createdAt', 'title']).default('expiresAt'),
  order: z.enum(['asc', 'desc']).default('asc'),
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().max(4000).optional(),
})
export type CredentialQuery = z.infer<typeof credentialQuery>

/** `{days}` in the paths of the two special lists: up to ten years. */
export const days = wholeNumber(0, 3650)

export const credentialPage = z.object({ items: z.array(credential), nextCursor: z.string().nullable() })
export const credentialItems = z.object({ items: z.array(credential) })

/** GET `/api/credentials/summary`: counts by status and kind, and the tags in use, without archived credentials. */
export const credentialSummary = z.object({
  total: z.number().int(),
  byStatus: z.record(status, z.number().int()),
  dateMissing: z.number().int().describe('Of the active ones'),
  archived: z.number().int(),
  byKind: z.object({ license: z.number().int(), certification: z.number().int() }),
  tags: z.array(z.object({ tag: z.string(), count: z.number().int() })),
})
export type CredentialSummary = z.infer<typeof credentialSummary>
