import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import {
  always,
  calendarDate,
  hasTwoDecimals,
  hours,
  instant,
  optionalText,
  ownerId,
  tags,
  text,
  uuid,
  wholeNumber,
} from '#shared/kernel/fields.ts'
import { entryKind, unit } from './entry-fields.ts'
import { contactHoursOf, hundredths } from './units.ts'

/** The most entries of one owner. */
export const MAX_ENTRIES = 5000
/** The most cycles in which one entry counts, including its main cycle. */
export const MAX_COUNTS = 50

const amount = z
  .number()
  .positive({ error: msg`More than 0`, abort: true })
  .max(30_000, msg`At most 30,000`)
  .refine(hasTwoDecimals, msg`At most two decimals`)

const acceptedHours = z
  .number()
  .min(0, msg`At least 0 hours`)
  .max(500, msg`At most 500 hours`)
  .refine(hasTwoDecimals, msg`At most two decimals`)

/** The hours of an entry by topic. */
const topicHours = z.array(z.strictObject({ topic: text(50), hours })).max(10, msg`At most 10 topics`)

/** The cycles in which an entry counts. `acceptedHours` is set by the owner; `null` calculates the hours. */
const counts = z
  .array(z.strictObject({ cycleId: uuid, acceptedHours: acceptedHours.nullable().default(null) }))
  .max(MAX_COUNTS, msg`At most ${MAX_COUNTS} cycles`)

const entryFields = {
  cycleId: uuid,
  title: text(200),
  provider: text(200),
  hours,
  amount: amount.nullable(),
  unit,
  kind: entryKind,
  completedAt: calendarDate,
  topicTags: tags,
  topicHours,
  fileId: uuid.nullable(),
  fileIds: z.array(uuid).max(MAX_FILES_PER_RECORD, msg`At most ${MAX_FILES_PER_RECORD} files`),
  holderName: optionalText(100),
  approvedBy: optionalText(200),
  providerNumber: optionalText(50),
  notes: optionalText(2000),
  counts,
}

/**
 * POST `/api/ceu-entries`. Either `hours` (contact hours), or the certificate's `amount` and `unit`, which are converted.
 * The entry counts in `cycleId` and in every other cycle of `counts`; if that is absent, in every cycle whose dates
 * include its day.
 */
export const ceuEntryInput = z
  .strictObject({
    ...entryFields,
    hours: hours.optional(),
    amount: entryFields.amount.default(null),
    unit: entryFields.unit.default('contact_hour'),
    kind: entryFields.kind.default('course'),
    topicTags: entryFields.topicTags.default([]),
    topicHours: entryFields.topicHours.default([]),
    fileId: entryFields.fileId.default(null),
    fileIds: entryFields.fileIds.default([]),
    holderName: entryFields.holderName.default(null),
    approvedBy: entryFields.approvedBy.default(null),
    providerNumber: entryFields.providerNumber.default(null),
    notes: entryFields.notes.default(null),
    counts: entryFields.counts
      .optional()
      .describe('Absent: every cycle whose dates include `completedAt`. `[]`: `cycleId` alone'),
  })
  .refine((input) => input.hours !== undefined || (input.amount ?? null) !== null, {
    ...always,
    path: ['hours'],
    message: msg`Required`,
  })
  .superRefine((input, context) => {
    for (const { path, message } of entryProblems(input))
      context.addIssue({ code: 'custom', path: path.split('.'), message, input })
  })
export type CeuEntryInput = z.infer<typeof ceuEntryInput>

/** PATCH `/api/ceu-entries/{id}`: absent means unchanged, `null` clears. `counts` replaces all of them. */
export const ceuEntryPatch = z.strictObject(entryFields).partial()
export type CeuEntryPatch = z.infer<typeof ceuEntryPatch>

type EntryToCheck = {
  hours?: number | undefined
  amount: number | null
  unit: z.infer<typeof unit>
  topicHours: { topic: string; hours: number }[]
  cycleId: string
  counts?: { cycleId: string }[] | undefined
}

/** Errors across fields, also checked on the result of a PATCH; none while the hours are missing. */
export function entryProblems(entry: EntryToCheck): FieldError[] {
  const contactHours = contactHoursOf(entry)
  if (contactHours === null) return []
  const problems: FieldError[] = []
  if (entry.amount === null && entry.unit !== 'contact_hour')
    problems.push({ path: 'amount', message: msg`Required` })
  if (entry.amount !== null && (contactHours <= 0 || contactHours > 500))
    problems.push({
      path: 'amount',
      message: contactHours <= 0 ? msg`More than 0 hours` : msg`At most 500 contact hours`,
    })
  else if (entry.amount !== null && entry.hours !== undefined && entry.hours !== contactHours)
    problems.push({ path: 'hours', message: msg`This amount is ${contactHours} contact hours` })
  problems.push(...topicProblems(entry.topicHours, contactHours))
  const cycleIds = (entry.counts ?? []).map(({ cycleId }) => cycleId)
  if (new Set(cycleIds).size < cycleIds.length)
    problems.push({ path: 'counts', message: msg`A cycle is listed twice` })
  if (new Set([entry.cycleId, ...cycleIds]).size > MAX_COUNTS)
    problems.push({ path: 'counts', message: msg`At most ${MAX_COUNTS} cycles` })
  return problems
}

function topicProblems(parts: EntryToCheck['topicHours'], contactHours: number): FieldError[] {
  const names = parts.map(({ topic }) => topic.toLowerCase())
  if (new Set(names).size < names.length)
    return [{ path: 'topicHours', message: msg`A topic is listed twice` }]
  const sum = parts.reduce((total, part) => total + hundredths(part.hours), 0)
  if (sum <= hundredths(contactHours)) return []
  const message = msg`The topics add up to ${sum / 100} hours, but this activity has only ${contactHours}`
  return [{ path: 'topicHours', message }]
}

export const reasonCode = z.enum([
  'accepted',
  'outside_dates',
  'kind_refused',
  'kind_unclear',
  'no_conversion',
  'over_cap',
  'over_day_cap',
  'over_category',
  'set_by_owner',
  'converted',
  'no_certificate',
  'topic_hours_missing',
])
export type ReasonCode = z.infer<typeof reasonCode>

/**
 * Why hours count or do not count. `accepted` hours count. `outside_dates`, `kind_refused`, `kind_unclear`,
 * `no_conversion`, `over_cap`, `over_day_cap`, `over_category` and `set_by_owner` hours do not. The other codes are
 * notes with 0 hours.
 */
export const reason = z.object({ code: reasonCode, hours: z.number() })
export type Reason = z.infer<typeof reason>

const nullableText = z.string().nullable()

export const ceuEntry = z.object({
  id: uuid,
  userId: ownerId,
  cycleId: uuid,
  title: z.string(),
  provider: z.string(),
  hours: z.number().describe('Contact hours, by the default conversion'),
  amount: z.number().nullable().describe('The amount on the certificate, in `unit`'),
  unit,
  kind: entryKind,
  completedAt: z.string(),
  topicTags: z.array(z.string()),
  topicHours: z.array(z.object({ topic: z.string(), hours: z.number() })),
  fileId: uuid.nullable(),
  fileIds: z.array(uuid).describe('All files of the entry, main file first'),
  holderName: nullableText,
  approvedBy: nullableText,
  providerNumber: nullableText,
  notes: nullableText,
  counts: z
    .array(
      z.object({
        cycleId: uuid,
        acceptedHours: z.number().nullable(),
        countedHours: z.number().describe('Hours it adds to that cycle; calculated'),
        reasons: z.array(reason),
      }),
    )
    .describe('The main cycle (`cycleId`) first'),
  importId: uuid.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type CeuEntry = z.infer<typeof ceuEntry>

export const ceuEntryQuery = z.strictObject({
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().max(4000).optional(),
})
export type CeuEntryQuery = z.infer<typeof ceuEntryQuery>
export const ceuEntryPage = z.object({ items: z.array(ceuEntry), nextCursor: nullableText })
export const ceuEntryItems = z.object({ items: z.array(ceuEntry) })

/** GET `/api/ceu-entries/similar`. */
export const similarQuery = z.strictObject({
  title: text(200),
  completedAt: calendarDate,
  hours: z.coerce.number().pipe(hours),
})

/** GET `/api/ceu-entries/suggestions`: recently entered values. */
export const entrySuggestions = z.object({
  providers: z.array(
    z.object({ provider: z.string(), approvedBy: nullableText, providerNumber: nullableText }),
  ),
  topics: z.array(z.string()),
})
export type EntrySuggestions = z.infer<typeof entrySuggestions>

/** The most entries of one import. */
export const MAX_IMPORT = 1000

/** POST `/api/ceu-entries/import`: all of them or none; errors name a field as `entries.{index}.{field}`. */
export const entryImport = z.strictObject({
  entries: z
    .array(ceuEntryInput)
    .min(1, msg`Nothing to import`)
    .max(MAX_IMPORT, msg`At most ${MAX_IMPORT} entries at once`),
  duplicates: z
    .enum(['skip', 'keep'])
    .default('skip')
    .describe('What becomes of courses that are in the vault already, or twice in the list'),
})
export type EntryImport = z.infer<typeof entryImport>
export const entryImported = z.object({
  importId: uuid,
  count: z.number().int(),
  skipped: z.array(z.number().int()).describe('Positions in `entries` of the duplicates that were left out'),
})

/** DELETE `/api/ceu-entries/import/{importId}`. */
export const entryImportRemoved = z.object({ deleted: z.number().int() })

/** The most answers that are kept, newest first. Hardly anyone gives more. */
export const MAX_DECLINED = 500

/** A label of entries, and a required topic that the label does not mean according to the owner. */
export const declinedTopic = z.strictObject({
  label: text(50).transform((label) => label.toLowerCase()),
  topic: text(200),
})
export type DeclinedTopic = z.infer<typeof declinedTopic>
export const declinedTopicItems = z.object({
  items: z.array(z.object({ label: z.string(), topic: z.string() })),
})
