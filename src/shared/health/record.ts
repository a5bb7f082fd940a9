import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { calendarDate, instant, optionalText, uuid } from '#shared/kernel/fields.ts'
import { healthCatalog } from './catalog.ts'
import { type HealthKind, healthKind } from './kinds.ts'

/** Most records of one owner: few enough to decrypt and search all of them at once. */
export const MAX_HEALTH_RECORDS = 300
const MAX_DOSES = 20
const MAX_TITERS = 20

export const titerResults = {
  immune: msg`immune`,
  not_immune: msg`not immune`,
  equivocal: msg`equivocal`,
  pending: msg`pending`,
} as const
const titerResult = z.enum(['immune', 'not_immune', 'equivocal', 'pending'])

const dose = z.strictObject({ givenOn: calendarDate, product: optionalText(100).default(null) })

const titer = z.strictObject({
  takenOn: calendarDate,
  result: titerResult,
  antigen: z.string().max(40).nullable().default(null).describe('Where the kind has several'),
})

const fields = z
  .record(z.string().max(40), optionalText(200))
  .describe('By the keys of the kind; those without a value may be left out')

/** The fields that are encrypted when FILES_KEY is set. */
const details = {
  fields,
  doses: z.array(dose).max(MAX_DOSES, msg`At most ${MAX_DOSES} doses`),
  titers: z.array(titer).max(MAX_TITERS, msg`At most ${MAX_TITERS} titers`),
  notes: optionalText(2000),
}
export const healthDetails = z.object(details)
export type HealthDetails = z.infer<typeof healthDetails>

const entered = {
  performedOn: calendarDate
    .nullable()
    .describe('Of a series, always the day of its latest dose or titer, whatever is sent'),
  dueOn: calendarDate.nullable().describe('The day it expires or is due again, as entered by the owner'),
  ...details,
  fileIds: z
    .array(uuid)
    .max(MAX_FILES_PER_RECORD, msg`At most ${MAX_FILES_PER_RECORD} files`)
    .describe('Its documents, oldest upload first'),
}
export const healthRecordKeys = ['kind', ...Object.keys(entered)]

/** POST `/api/health-records`. */
export const healthRecordInput = z
  .strictObject({
    kind: healthKind,
    performedOn: entered.performedOn.default(null),
    dueOn: entered.dueOn.default(null),
    fields: entered.fields.default({}),
    doses: entered.doses.default([]),
    titers: entered.titers.default([]),
    notes: entered.notes.default(null),
    fileIds: entered.fileIds.default([]),
  })
  .superRefine((input, context) => {
    for (const { path, message } of healthProblems(input))
      context.addIssue({ code: 'custom', path: path.split('.'), message, input })
  })
export type HealthRecordInput = z.infer<typeof healthRecordInput>

/** PATCH `/api/health-records/{id}`: absent means unchanged, `null` clears; `fields` are replaced as a whole. */
export const healthRecordPatch = z.strictObject(entered).partial()
export type HealthRecordPatch = z.infer<typeof healthRecordPatch>

export const healthRecord = z.object({
  id: uuid,
  kind: healthKind,
  ...entered,
  createdAt: instant,
  updatedAt: instant,
})
export type HealthRecord = z.infer<typeof healthRecord>

/** GET `/api/health-records`: all of them, or those in which every word of `q` occurs. */
export const healthRecordQuery = z.strictObject({
  kind: healthKind.optional(),
  q: z.string().max(200).optional(),
})
export type HealthRecordQuery = z.infer<typeof healthRecordQuery>
export const healthRecordList = z.object({ items: z.array(healthRecord) })

/** GET `/api/health-records/due`: what the next steps name. It holds no details. */
export const dueHealthRecord = z.object({
  ...{ id: uuid, kind: healthKind, dueOn: calendarDate },
  title: z.string().describe('What kind it is: “TB test”'),
})
export type DueHealthRecord = z.infer<typeof dueHealthRecord>
export const dueHealthRecords = z.object({ items: z.array(dueHealthRecord) })

type RecordToCheck = Pick<HealthRecordInput, 'kind' | 'performedOn' | 'dueOn' | keyof HealthDetails>

/** Errors across fields, also checked on the result of a PATCH. */
export function healthProblems(record: RecordToCheck): FieldError[] {
  const { kind, performedOn, dueOn } = record
  const problems = [...fieldProblems(record), ...seriesProblems(record)]
  const from = latestDateOf(kind, record) ?? performedOn
  if (from !== null && dueOn !== null && dueOn < from)
    problems.push({ path: 'dueOn', message: msg`This date is before the first one` })
  return problems
}

function fieldProblems({ kind, fields: values }: RecordToCheck): FieldError[] {
  const { fields: known } = healthCatalog[kind]
  const unknown = Object.keys(values)
    .filter((key) => !known.some((field) => field.key === key))
    .map((key) => ({ path: `fields.${key}`, message: msg`This kind of record has no such field` }))
  const wrong = known.flatMap(({ key, options, isRequired }): FieldError[] => {
    const value = values[key] ?? null
    if (value === null) return isRequired ? [{ path: `fields.${key}`, message: msg`Required` }] : []
    if (options === undefined || options.some(({ id }) => id === value)) return []
    return [{ path: `fields.${key}`, message: msg`Choose one from the list` }]
  })
  return [...unknown, ...wrong]
}

function seriesProblems({ kind, doses, titers }: RecordToCheck): FieldError[] {
  const { series } = healthCatalog[kind]
  if (series === null) {
    const has = [...(doses.length > 0 ? ['doses'] : []), ...(titers.length > 0 ? ['titers'] : [])]
    return has.map((path) => ({ path, message: msg`This kind of record has none` }))
  }
  if (titers.length > 0 && !series.hasTiters)
    return [{ path: 'titers', message: msg`This kind of record has none` }]
  return titers.flatMap(({ antigen }, index) =>
    (series.antigens.length === 0 ? antigen === null : series.antigens.some(({ id }) => id === antigen))
      ? []
      : [{ path: `titers.${index}.antigen`, message: msg`Choose one from the list` }],
  )
}

/** The latest dose or titer of a series; `null` without any, and for a kind that is not a series. */
function latestDateOf(
  kind: HealthKind,
  { doses, titers }: Pick<HealthDetails, 'doses' | 'titers'>,
): string | null {
  if (healthCatalog[kind].series === null) return null
  const dates = [...doses.map(({ givenOn }) => givenOn), ...titers.map(({ takenOn }) => takenOn)]
  return dates.sort().at(-1) ?? null
}

/** When it was done: the entered date, or the date of the latest dose or titer of a series. */
export function performedOnOf(record: RecordToCheck): string | null {
  return healthCatalog[record.kind].series === null ? record.performedOn : latestDateOf(record.kind, record)
}

/** Nothing was done after today in the owner's time zone. */
export function healthFutureProblems(
  { performedOn, doses = [], titers = [] }: HealthRecordPatch,
  today: string,
): FieldError[] {
  const message = msg`This date is in the future`
  return [
    ...(performedOn && performedOn > today ? [{ path: 'performedOn', message }] : []),
    ...doses.flatMap(({ givenOn }, index) =>
      givenOn > today ? [{ path: `doses.${index}.givenOn`, message }] : [],
    ),
    ...titers.flatMap(({ takenOn }, index) =>
      takenOn > today ? [{ path: `titers.${index}.takenOn`, message }] : [],
    ),
  ]
}
