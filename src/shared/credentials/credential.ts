import { z } from 'zod'
import type { FieldError } from '#shared/http/errors.ts'
import { instant, optionalText, searchedText, text, uuid, wholeNumber } from '#shared/kernel/fields.ts'
import { certificationDefaults, certificationFields } from './certification.ts'
import { licenseDefaults, licenseFields, licenseIssuer, licenseTitle } from './license.ts'
import { daysLeft, status, statusFilter, statusWith } from './status.ts'

export const MAX_CREDENTIALS = 2000

type WithDefaults<S, D> = { [K in keyof S]: K extends keyof D ? z.ZodDefault<S[K] & z.ZodType> : S[K] }

function withDefaults<S extends Record<string, z.ZodType>, D extends Partial<Record<keyof S, unknown>>>(
  shape: S,
  defaults: D,
): WithDefaults<S, D> {
  const entries = Object.entries(shape).map(([key, field]) => [
    key,
    key in defaults ? field.default(defaults[key as keyof D]) : field,
  ])
  return Object.fromEntries(entries)
}

export const kind = z.enum(['license', 'certification'])
export type Kind = z.infer<typeof kind>
const license = z.literal('license')
const certification = z.literal('certification')

export const licenseInput = z.strictObject({
  kind: license,
  ...withDefaults(licenseFields, licenseDefaults),
  title: optionalText(200).default(null),
  issuer: optionalText(200).default(null),
})
export type LicenseInput = z.infer<typeof licenseInput>

export const certificationInput = z.strictObject({
  kind: certification,
  ...withDefaults(certificationFields, certificationDefaults),
})
export type CertificationInput = z.infer<typeof certificationInput>

/** POST `/api/credentials`. */
export const credentialInput = z
  .discriminatedUnion('kind', [licenseInput, certificationInput], {
    error: (issue) => (issue.code === 'invalid_union' ? 'Choose license or certification' : undefined),
  })
  .superRefine(checkDates)
export type CredentialInput = z.infer<typeof credentialInput>

/**
 * PATCH `/api/credentials/{id}`: absent means unchanged, `null` clears; `kind` never changes. It may hold the fields of
 * one kind, not of both: which kind the record is turns out later.
 */
export const credentialPatch = z
  .strictObject({ ...licenseFields, ...certificationFields })
  .partial()
  .superRefine((patch, context) => {
    if (foreignFields('license', patch).length === 0 || foreignFields('certification', patch).length === 0)
      return
    for (const { path, message } of foreignFields('license', patch))
      context.addIssue({ code: 'custom', path: [path], message })
  })
export type CredentialPatch = z.infer<typeof credentialPatch>

/** The fields of `patch` that a record of this kind does not have. */
export function foreignFields(kind: Kind, patch: CredentialPatch): FieldError[] {
  const own = kind === 'license' ? licenseFields : certificationFields
  return Object.keys(patch)
    .filter((key) => !Object.hasOwn(own, key))
    .map((path) => ({ path, message: `A ${kind} has no such field` }))
}

/** A rule across two fields, so it also runs on what a PATCH results in. */
export function dateProblems(dates: { issuedAt: string | null; expiresAt: string | null }): FieldError[] {
  if (dates.issuedAt === null || dates.expiresAt === null || dates.expiresAt >= dates.issuedAt) return []
  return [{ path: 'expiresAt', message: 'Expires before it was issued' }]
}

/** `dateProblems` as a check of a zod schema. */
export function checkDates(input: Parameters<typeof dateProblems>[0], context: z.core.$RefinementCtx): void {
  for (const { path, message } of dateProblems(input))
    context.addIssue({ code: 'custom', path: [path], message, input })
}

/** A new credential; a license has the title and issuer that its state and type imply where it names none. */
export function completeCredential(input: CredentialInput) {
  if (input.kind === 'certification') return input
  return {
    ...input,
    title: input.title ?? licenseTitle(input),
    issuer: input.issuer ?? licenseIssuer(input),
  }
}

const answered = {
  id: uuid,
  status: status.describe("Derived from `expiresAt` and today in the owner's time zone"),
  daysLeft: z.number().int().nullable(),
  createdAt: instant,
  updatedAt: instant,
}

const nullableText = z.string().nullable()
const sharedAnswer = {
  number: nullableText,
  issuedAt: nullableText,
  expiresAt: nullableText,
  reminderDays: z.number().int().nullable(),
  tags: z.array(z.string()),
  fileId: uuid.nullable(),
  fileIds: z.array(uuid).describe('Every file of the credential, the main one first'),
  notes: nullableText,
}

export const licenseAnswer = z.object({
  kind: license,
  title: z.string(),
  type: z.string(),
  state: z.string(),
  issuer: z.string(),
  renewalCycle: z.number().nullable(),
  multistate: z.boolean(),
  extra: z.array(z.object({ name: z.string(), value: z.string() })),
  ...sharedAnswer,
  ...answered,
})
export type License = z.infer<typeof licenseAnswer>

export const certificationAnswer = z.object({
  kind: certification,
  name: z.string(),
  issuer: z.string(),
  code: nullableText,
  ...sharedAnswer,
  ...answered,
})
export type Certification = z.infer<typeof certificationAnswer>

export const credential = z.discriminatedUnion('kind', [licenseAnswer, certificationAnswer])
export type Credential = z.infer<typeof credential>

/** A record of that kind as it is stored: its own fields, whatever others it carries. */
type Stored<C extends Credential> = Omit<C, 'status' | 'daysLeft' | 'createdAt' | 'updatedAt'> & {
  createdAt: Date
  updatedAt: Date
}

/**
 * A stored record as its owner sees it on the day `today`: what is derived is derived here and nowhere else. Field by
 * field and not through the schema, which would take longer than the database does for the whole page.
 */
export function presentCredential<R extends { kind: Kind; expiresAt: string | null }>(
  record: R,
  today: string,
): Credential {
  const stored: unknown = record
  return record.kind === 'license'
    ? presentLicense(stored as Stored<License>, today)
    : presentCertification(stored as Stored<Certification>, today)
}

function presentLicense(record: Stored<License>, today: string): License {
  const { kind, title, type, state, issuer, renewalCycle, multistate, extra } = record
  return {
    kind,
    title,
    type,
    state,
    issuer,
    renewalCycle,
    multistate,
    extra,
    ...presentCommon(record, today),
  }
}

function presentCertification(record: Stored<Certification>, today: string): Certification {
  const { kind, name, issuer, code } = record
  return { kind, name, issuer, code, ...presentCommon(record, today) }
}

function presentCommon(record: Stored<Credential>, today: string) {
  const { number, issuedAt, expiresAt, reminderDays, tags, fileId, fileIds, notes, id } = record
  const left = daysLeft(expiresAt, today)
  return {
    number,
    issuedAt,
    expiresAt,
    reminderDays,
    tags,
    fileId,
    fileIds,
    notes,
    id,
    status: statusWith(left),
    daysLeft: left,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  }
}

/** What a credential is called wherever only one line fits. */
export function credentialTitle(record: { title?: string | null; name?: string | null }): string {
  return record.title ?? record.name ?? ''
}

/** GET `/api/credentials`. */
export const credentialQuery = z.strictObject({
  kind: kind.optional(),
  status: statusFilter.optional(),
  tag: text(50).optional(),
  q: searchedText(200).optional(),
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

/** GET `/api/credentials/summary`: how many of each, and the tags in use. */
export const credentialSummary = z.object({
  total: z.number().int(),
  byStatus: z.record(status, z.number().int()),
  byKind: z.object({ license: z.number().int(), certification: z.number().int() }),
  tags: z.array(z.object({ tag: z.string(), count: z.number().int() })),
})
export type CredentialSummary = z.infer<typeof credentialSummary>
