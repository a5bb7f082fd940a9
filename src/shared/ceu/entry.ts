import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file.ts'
import type { FieldError } from '#shared/http/errors.ts'
import {
  always,
  calendarDate,
  hasTwoDecimals,
  hours,
  instant,
  optionalText,
  tags,
  text,
  uuid,
  wholeNumber,
} from '#shared/kernel/fields.ts'
import { entryKind } from './kinds.ts'
import { hundredths, toContactHours, unit } from './units.ts'

/** Entries of one owner. */
export const MAX_ENTRIES = 5000
/** Cycles that one entry counts in, its main one among them. */
const MAX_COUNTS = 50

const amount = z
  .number()
  .positive('More than 0')
  .max(30_000, 'At most 30,000')
  .refine(hasTwoDecimals, 'At most two decimals')

const acceptedHours = z
  .number()
  .min(0, 'At least 0 hours')
  .max(500, 'At most 500 hours')
  .refine(hasTwoDecimals, 'At most two decimals')

/** A part of an entry's hours that was on one topic. */
const topicHours = z.array(z.strictObject({ topic: text(50), hours })).max(10, 'At most 10 topics')

/** Where an entry counts; `acceptedHours` where the owner knows what is accepted there, `null` to have it worked out. */
const counts = z
  .array(z.strictObject({ cycleId: uuid, acceptedHours: acceptedHours.nullable().default(null) }))
  .max(MAX_COUNTS, `At most ${MAX_COUNTS} cycles`)

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
  fileIds: z.array(uuid).max(MAX_FILES_PER_RECORD, `At most ${MAX_FILES_PER_RECORD} files`),
  holderName: optionalText(100),
  approvedBy: optionalText(200),
  providerNumber: optionalText(50),
  notes: optionalText(2000),
  counts,
}

/**
 * POST `/api/ceu-entries`. Either `hours` (contact hours), or `amount` with `unit` as the certificate has it, from which
 * the hours follow. It counts in `cycleId` and in every other cycle of `counts`.
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
    counts: entryFields.counts.default([]),
  })
  .refine(({ hours: stated, amount: told }) => stated !== undefined || (told ?? null) !== null, {
    ...always,
    path: ['hours'],
    message: 'Required',
  })
  .superRefine((input, context) => {
    for (const { path, message } of entryProblems(input))
      context.addIssue({ code: 'custom', path: path.split('.'), message, input })
  })
export type CeuEntryInput = z.infer<typeof ceuEntryInput>

/** PATCH `/api/ceu-entries/{id}`: absent means unchanged, `null` clears. `counts` names all of them anew. */
export const ceuEntryPatch = z.strictObject(entryFields).partial()
export type CeuEntryPatch = z.infer<typeof ceuEntryPatch>

type Checked = {
  hours?: number | undefined
  amount: number | null
  unit: z.infer<typeof unit>
  topicHours: { topic: string; hours: number }[]
  cycleId: string
  counts: { cycleId: string }[]
}

/** Contact hours of an entry: as stated, or from the certificate's own amount by the usual conversion. */
export function contactHoursOf(entry: Pick<Checked, 'hours' | 'amount' | 'unit'>): number | null {
  if (entry.amount !== null) return toContactHours(entry.amount, entry.unit)
  return entry.hours ?? null
}

/** The rules across fields, which also run on what a PATCH results in; without any hours there is nothing to check. */
export function entryProblems(entry: Checked): FieldError[] {
  const worth = contactHoursOf(entry)
  if (worth === null) return []
  const problems: FieldError[] = []
  if (entry.amount === null && entry.unit !== 'contact_hour')
    problems.push({ path: 'amount', message: 'Required' })
  if (entry.amount !== null && (worth <= 0 || worth > 500))
    problems.push({ path: 'amount', message: worth <= 0 ? 'More than 0 hours' : 'At most 500 contact hours' })
  else if (entry.amount !== null && entry.hours !== undefined && entry.hours !== worth)
    problems.push({ path: 'hours', message: `This amount is ${worth} contact hours` })
  problems.push(...topicProblems(entry.topicHours, worth))
  if (new Set(entry.counts.map(({ cycleId }) => cycleId)).size < entry.counts.length)
    problems.push({ path: 'counts', message: 'A cycle is here twice' })
  if (new Set([entry.cycleId, ...entry.counts.map(({ cycleId }) => cycleId)]).size > MAX_COUNTS)
    problems.push({ path: 'counts', message: `At most ${MAX_COUNTS} cycles` })
  return problems
}

function topicProblems(parts: Checked['topicHours'], worth: number): FieldError[] {
  const names = parts.map(({ topic }) => topic.toLowerCase())
  if (new Set(names).size < names.length) return [{ path: 'topicHours', message: 'A topic is here twice' }]
  const sum = parts.reduce((total, part) => total + hundredths(part.hours), 0)
  if (sum <= hundredths(worth)) return []
  const message = `The topics add up to ${sum / 100} hours, but this activity has ${worth}. They are a part of it.`
  return [{ path: 'topicHours', message }]
}

export const reasonCode = z.enum([
  'accepted',
  'outside_dates',
  'kind_refused',
  'over_cap',
  'over_day_cap',
  'set_by_owner',
  'converted',
  'no_certificate',
  'topic_hours_missing',
])
export type ReasonCode = z.infer<typeof reasonCode>

/**
 * Why hours count, or do not: `accepted` is what counts; `outside_dates`, `kind_refused`, `over_cap`, `over_day_cap` and
 * `set_by_owner` are hours that do not; the others are remarks with 0 hours.
 */
export const reason = z.object({ code: reasonCode, hours: z.number() })
export type Reason = z.infer<typeof reason>

const nullableText = z.string().nullable()

export const ceuEntry = z.object({
  id: uuid,
  cycleId: uuid,
  title: z.string(),
  provider: z.string(),
  hours: z.number().describe('Contact hours by the usual conversion'),
  amount: z.number().nullable().describe('As the certificate has it, in `unit`'),
  unit,
  kind: entryKind,
  completedAt: z.string(),
  topicTags: z.array(z.string()),
  topicHours: z.array(z.object({ topic: z.string(), hours: z.number() })),
  fileId: uuid.nullable(),
  fileIds: z.array(uuid).describe('Every file of the entry, the main one first'),
  holderName: nullableText,
  approvedBy: nullableText,
  providerNumber: nullableText,
  notes: nullableText,
  counts: z
    .array(
      z.object({
        cycleId: uuid,
        acceptedHours: z.number().nullable(),
        countedHours: z.number().describe('What it adds to that cycle; derived'),
        reasons: z.array(reason),
      }),
    )
    .describe('The cycle of `cycleId` first'),
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

/** GET `/api/ceu-entries/similar`: what may be the same activity, entered before. */
export const similarQuery = z.strictObject({
  title: text(200),
  completedAt: calendarDate,
  hours: z.coerce.number().pipe(hours),
})

/** GET `/api/ceu-entries/suggestions`: what was entered last, to be offered again. */
export const entrySuggestions = z.object({
  providers: z.array(
    z.object({ provider: z.string(), approvedBy: nullableText, providerNumber: nullableText }),
  ),
  topics: z.array(z.string()),
})
export type EntrySuggestions = z.infer<typeof entrySuggestions>

/** POST `/api/ceu-entries/import`: all of them or none; each problem is named `entries.{index}.{field}`. */
export const MAX_IMPORT = 1000
export const entryImport = z.strictObject({
  entries: z
    .array(ceuEntryInput)
    .min(1, 'Nothing to import')
    .max(MAX_IMPORT, `At most ${MAX_IMPORT} entries at once`),
})
export type EntryImport = z.infer<typeof entryImport>
export const entryImported = z.object({ importId: uuid, count: z.number().int() })

/** DELETE `/api/ceu-entries/import/{importId}`. */
export const entryImportRemoved = z.object({ deleted: z.number().int() })
