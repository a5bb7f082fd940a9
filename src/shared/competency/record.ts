import { z } from 'zod'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import {
  calendarDate,
  hasTwoDecimals,
  instant,
  optionalText,
  text,
  uuid,
  wholeNumber,
} from '#shared/kernel/fields.ts'

/** Most records of one owner. */
export const MAX_COMPETENCY_RECORDS = 2000

/** Activities besides CE hours that boards and certifying bodies accept for a renewal. */
export const competencyKind = z.enum([
  'practice_hours',
  'academic_credits',
  'refresher',
  'exam',
  'course',
  'assessment',
  'publication',
  'portfolio',
  'other',
])
export type CompetencyKind = z.infer<typeof competencyKind>

export const competencyKindNames: Record<CompetencyKind, string> = {
  practice_hours: msg`Practice hours`,
  academic_credits: msg`Academic credits`,
  refresher: msg`Refresher course`,
  exam: msg`Exam`,
  course: msg`Required course`,
  assessment: msg`Competency assessment`,
  publication: msg`Publication`,
  portfolio: msg`Portfolio`,
  other: msg`Other`,
}

/** These kinds are counted by their amount; for other kinds an amount is only a remark. */
export const kindsWithAmount: readonly CompetencyKind[] = ['practice_hours', 'academic_credits']

/** "hours", "semester credits". */
export function competencyUnit(kind: CompetencyKind, t: Translate): string {
  if (kind === 'academic_credits') return t`semester credits`
  return kind === 'assessment' ? t`modules` : t`hours`
}

/** "1,248.5 hours", "3 semester credits"; empty without an amount. */
export function competencyAmountText(
  { kind, amount }: { kind: CompetencyKind; amount: number | null },
  t: Translate,
): string {
  if (amount === null) return ''
  if (kind === 'academic_credits')
    return t`${plural(amount, { one: '# semester credit', other: '# semester credits' })}`
  return kind === 'assessment'
    ? t`${plural(amount, { one: '# module', other: '# modules' })}`
    : t`${plural(amount, { one: '# hour', other: '# hours' })}`
}

const entered = {
  kind: competencyKind,
  title: text(200),
  amount: z
    .number()
    .positive(msg`More than 0`)
    .max(20_000, msg`At most 20,000`)
    .refine(hasTwoDecimals, msg`At most two decimals`)
    .nullable()
    .describe('Semester credits of `academic_credits`, modules of an `assessment`, else hours'),
  startDate: calendarDate.nullable().describe('`null`: all of it on `endDate`'),
  endDate: calendarDate.describe('The last day, or the day on which it was finished'),
  organization: optionalText(200).describe('The employer or the school'),
  fileIds: z
    .array(uuid)
    .max(MAX_FILES_PER_RECORD, msg`At most ${MAX_FILES_PER_RECORD} files`)
    .describe('Proofs of it, oldest upload first'),
  notes: optionalText(2000),
}
export const competencyKeys = Object.keys(entered)

/** POST `/api/competency-records`. */
export const competencyRecordInput = z
  .strictObject({
    ...entered,
    amount: entered.amount.default(null),
    startDate: entered.startDate.default(null),
    organization: entered.organization.default(null),
    fileIds: entered.fileIds.default([]),
    notes: entered.notes.default(null),
  })
  .superRefine((input, context) => {
    for (const { path, message } of competencyProblems(input))
      context.addIssue({ code: 'custom', path: [path], message, input })
  })
export type CompetencyRecordInput = z.infer<typeof competencyRecordInput>

/** PATCH `/api/competency-records/{id}`: absent means unchanged, `null` clears. */
export const competencyRecordPatch = z.strictObject(entered).partial()
export type CompetencyRecordPatch = z.infer<typeof competencyRecordPatch>

type RecordToCheck = Pick<CompetencyRecordInput, 'kind' | 'amount' | 'startDate' | 'endDate'>

/** Errors across fields, also checked on the result of a PATCH. */
export function competencyProblems({ kind, amount, startDate, endDate }: RecordToCheck): FieldError[] {
  const problems: FieldError[] = []
  if (amount === null && kindsWithAmount.includes(kind))
    problems.push({ path: 'amount', message: msg`Required` })
  const isInOrder = startDate === null || startDate <= endDate
  if (!isInOrder) problems.push({ path: 'endDate', message: msg`This date is before the first day` })
  const days = startDate === null ? 1 : daysBetween(startDate, endDate) + 1
  if (kind === 'practice_hours' && amount !== null && isInOrder && amount > 24 * days) {
    const message =
      days === 1 ? msg`One day has only 24 hours` : msg`These ${days} days have only ${24 * days} hours`
    problems.push({ path: 'amount', message })
  }
  return problems
}

export const competencyRecord = z.object({
  id: uuid,
  ...entered,
  createdAt: instant,
  updatedAt: instant,
})
export type CompetencyRecord = z.infer<typeof competencyRecord>

/** GET `/api/competency-records`. */
export const competencyRecordQuery = z.strictObject({
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().max(4000).optional(),
})
export type CompetencyRecordQuery = z.infer<typeof competencyRecordQuery>
export const competencyRecordPage = z.object({
  items: z.array(competencyRecord),
  nextCursor: z.string().nullable(),
})
