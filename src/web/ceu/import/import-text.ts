import { hoursText, topicLabel } from '#shared/ceu/ceu-text.ts'
import { contactHoursOf, unitNames } from '#shared/ceu/units.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import type { ParsedRow } from '#shared/imports/course-table.ts'
import type { NewEntry } from '#shared/imports/new-entry.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import type { ReviewRow, Standing } from './review-row-list.tsx'

/** A row, and its outcome in the import. */
export type Preview = ParsedRow & {
  /** The owner already has an entry for the same activity. */
  isKnown: boolean
  /** The row would be imported twice, or its entry already exists. */
  isDuplicate: boolean
  state: 'ready' | 'problem' | 'skipped'
  choice: ReviewRow['choice']
}

/** `lines`: rows that the owner skips one by one. */
export type SkippedRows = { problems: boolean; duplicates: boolean; lines: ReadonlySet<number> }

export const skippedAtFirst: SkippedRows = { problems: false, duplicates: true, lines: new Set() }

/** Skips a row, or includes it again. */
export function toggleLine(skipped: SkippedRows, line: number): SkippedRows {
  const lines = new Set(skipped.lines)
  if (!lines.delete(line)) lines.add(line)
  return { ...skipped, lines }
}

/** What the owner can decide about a whole row. One that is skipped with others is included with them. */
export function choiceOf(isOut: boolean, isSkipped: boolean): ReviewRow['choice'] {
  if (isOut) return 'include'
  return isSkipped ? null : 'skip'
}

/** The state of each row. `rejected` contains the server's errors by line. */
export function previewOf(
  rows: readonly ParsedRow[],
  known: ReadonlySet<string>,
  keyOf: (entry: Partial<NewEntry>) => string | null,
  rejected: ReadonlyMap<number, FieldError[]>,
  skipped: SkippedRows,
): Preview[] {
  /** Keys of earlier rows that are imported. A row is not a duplicate of a skipped row. */
  const imported = new Set<string>()
  return rows.map((row) => {
    const problems = [...row.problems, ...(rejected.get(row.line) ?? [])]
    const key = keyOf(row.entry) ?? ''
    const isKnown = known.has(key)
    const hasProblems = problems.length > 0
    const isDuplicate = isKnown || imported.has(key)
    const isOut = row.doubt !== null || skipped.lines.has(row.line)
    const state =
      isOut || (hasProblems && skipped.problems) || (isDuplicate && skipped.duplicates)
        ? 'skipped'
        : hasProblems
          ? 'problem'
          : 'ready'
    if (key !== '' && state === 'ready') imported.add(key)
    const choice = choiceOf(isOut, state === 'skipped')
    return { ...row, problems, isKnown, isDuplicate, state, choice }
  })
}

export const rowsText = (count: number) => t`${plural(count, { one: '# row', other: '# rows' })}`
export const entriesText = (count: number) => t`${plural(count, { one: '# entry', other: '# entries' })}`

/** Rows that the owner has already, and rows that repeat an earlier row of the same file. */
export function duplicatesText(known: number, repeated: number): string {
  if (repeated === 0) return t`Skip the ${rowsText(known)} you already have`
  if (known === 0) return t`Skip the ${rowsText(repeated)} repeated in the file`
  return t`Skip the ${rowsText(known)} you already have, and the ${rowsText(repeated)} repeated in the file`
}

/** "39 of 42 rows are ready. 3 rows have problems." */
export function reviewText(standings: readonly Standing[]): string {
  const count = (standing: Standing) => standings.filter((each) => each === standing).length
  const [ready, bad, out] = [count('ready'), count('open'), count('skipped')]
  const all = standings.length
  const first =
    ready === all
      ? t`${plural(all, { one: 'The row is', other: 'All # rows are' })} ready.`
      : ready === 1
        ? t`1 of ${rowsText(all)} is ready.`
        : t`${ready.toLocaleString(t.locale)} of ${rowsText(all)} are ready.`
  const parts = [
    bad > 0 ? t`${plural(bad, { one: '# row needs', other: '# rows need' })} an answer.` : '',
    out > 0 ? t`${plural(out, { one: '# row is', other: '# rows are' })} skipped.` : '',
  ]
  return [first, ...parts].filter((part) => part !== '').join(' ')
}

/** "90 minutes (1.5 hours)"; empty without an amount. */
export function amountText({ hours, amount = null, unit = 'contact_hour' }: Partial<NewEntry>): string {
  const contactHours = contactHoursOf({ hours, amount, unit })
  if (contactHours === null || contactHours <= 0) return ''
  const inHours = hoursText(contactHours, t)
  if (amount === null || unit === 'contact_hour') return inHours
  const [one, many] = unitNames[unit]
  return `${amount} ${t(amount === 1 ? one : many)} (${inHours})`
}

const fieldNames: Record<string, string> = {
  title: msg`Title`,
  provider: msg`Provider`,
  hours: msg`Hours`,
  amount: msg`Amount`,
  unit: msg`Unit`,
  kind: msg`Activity type`,
  completedAt: msg`Date`,
  topicTags: msg`Topics`,
  topicHours: msg`Topics`,
  holderName: msg`Name on the certificate`,
  approvedBy: msg`Provider approved by`,
  providerNumber: msg`Provider number`,
  notes: msg`Notes`,
  cycleId: msg`Cycle`,
  counts: msg`Cycle`,
}

/** "Date: Completed in the future"; a field that is not filled is "missing". `names` are those of its fields. */
export function problemText(
  { path, message }: FieldError,
  names: Readonly<Record<string, string>> = fieldNames,
): string {
  const name = names[path.split('.')[0] ?? ''] ?? msg`Row`
  return message === 'Required' ? t`${t(name)}: missing` : `${t(name)}: ${t(message)}`
}

/** Where a row stands. `hasQuestions`: a question about the table is not answered. */
export const standingOf = ({ state }: Preview, hasQuestions: boolean): Standing =>
  state === 'skipped' ? 'skipped' : state === 'problem' || hasQuestions ? 'open' : 'ready'

export function viewOf(row: Preview, hasQuestions: boolean, locale: string | null): ReviewRow {
  const { entry, problems, state, choice, doubt, duplicateOf, isKnown, isOutside } = row
  return {
    title: entry.title || t`No title`,
    facts: [
      entry.completedAt ? formatDate(entry.completedAt, locale) : '',
      amountText(entry),
      entry.provider ?? '',
      ...(entry.topicTags ?? []).map((tag) => topicLabel(tag, t)),
    ].filter(Boolean),
    problems: doubt === null ? problems.map((problem) => problemText(problem)) : [],
    remarks: [
      doubt ?? '',
      isKnown ? t`You already have an entry with this title, date and hours.` : '',
      duplicateOf === null ? '' : t`Same as row ${duplicateOf}.`,
      isOutside ? t`Outside the dates of every selected cycle: it is imported, but counts no hours.` : '',
    ].filter(Boolean),
    label: state === 'ready' && hasQuestions ? t`Question above` : undefined,
    choice,
  }
}

/**
 * The server's errors: `entries.N.field` belongs to the line of the N-th row sent as `entries`. `rest` belongs to no
 * row.
 */
export function rejectedRows(
  errors: readonly FieldError[],
  sent: Readonly<Record<string, readonly { line: number }[]>>,
): { byLine: Map<number, FieldError[]>; rest: FieldError[] } {
  const byLine = new Map<number, FieldError[]>()
  const rest: FieldError[] = []
  for (const error of errors) {
    const [list = '', at, ...path] = error.path.split('.')
    const row = sent[list]?.[Number(at)]
    if (!row) rest.push(error)
    else
      byLine.set(row.line, [
        ...(byLine.get(row.line) ?? []),
        { path: path.join('.'), message: error.message },
      ])
  }
  return { byLine, rest }
}

export const rejectionText = (count: number) =>
  t`Nothing was imported: ${plural(count, { one: 'one row has a problem', other: '# rows have problems' })}, marked below.`
