import { hoursText } from '#shared/ceu/ceu-text.ts'
import { contactHoursOf, unitNames } from '#shared/ceu/units.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import type { ParsedRow } from '#shared/imports/course-table.ts'
import type { NewEntry } from '#shared/imports/new-entry.ts'
import { t } from '#web/i18n/t.ts'

/** A row, and its outcome in the import. */
export type Preview = ParsedRow & {
  /** The owner already has an entry for the same activity. */
  isKnown: boolean
  /** The row would be imported twice, or its entry already exists. */
  isDuplicate: boolean
  state: 'ready' | 'problem' | 'skipped'
}

export type SkippedRows = { problems: boolean; duplicates: boolean }

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
    const state =
      row.doubt !== null || (hasProblems && skipped.problems) || (isDuplicate && skipped.duplicates)
        ? 'skipped'
        : hasProblems
          ? 'problem'
          : 'ready'
    if (key !== '' && state === 'ready') imported.add(key)
    return { ...row, problems, isKnown, isDuplicate, state }
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

/** The headline of the preview: "39 of 42 rows are ready. 3 rows have problems." */
export function previewText(previews: readonly Preview[]): string {
  const count = (state: Preview['state']) => previews.filter((row) => row.state === state).length
  const [ready, bad, out] = [count('ready'), count('problem'), count('skipped')]
  const all = previews.length
  const first =
    ready === all
      ? t`${plural(all, { one: 'The row is', other: 'All # rows are' })} ready.`
      : ready === 1
        ? t`1 of ${rowsText(all)} is ready.`
        : t`${ready.toLocaleString(t.locale)} of ${rowsText(all)} are ready.`
  const parts = [
    bad > 0 ? t`${plural(bad, { one: '# row has', other: '# rows have' })} a problem.` : '',
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

/** "Date: Completed in the future"; a field that is not filled is "missing". */
export function problemText({ path, message }: FieldError): string {
  const name = fieldNames[path.split('.')[0] ?? ''] ?? msg`Row`
  return message === 'Required' ? t`${t(name)}: missing` : `${t(name)}: ${t(message)}`
}

/** The server's errors: `entries.N.field` belongs to the line of the N-th row sent. `rest` belongs to no row. */
export function rejectedRows(
  errors: readonly FieldError[],
  sent: readonly { line: number }[],
): { byLine: Map<number, FieldError[]>; rest: FieldError[] } {
  const byLine = new Map<number, FieldError[]>()
  const rest: FieldError[] = []
  for (const error of errors) {
    const [, at, ...path] = error.path.split('.')
    const row = error.path.startsWith('entries.') ? sent[Number(at)] : undefined
    if (!row) rest.push(error)
    else
      byLine.set(row.line, [
        ...(byLine.get(row.line) ?? []),
        { path: path.join('.'), message: error.message },
      ])
  }
  return { byLine, rest }
}
