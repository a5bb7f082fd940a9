import type { NewEntry, ParsedRow } from '#shared/ceu/spreadsheet.ts'
import type { FieldError } from '#shared/http/errors.ts'

/** A row, and what the import would do with it. */
export type Preview = ParsedRow & {
  /** The owner already has an entry for the same activity. */
  isKnown: boolean
  /** It would be imported twice, or exists already. */
  isDuplicate: boolean
  state: 'ready' | 'problem' | 'skipped'
}

export type SkippedRows = { problems: boolean; duplicates: boolean }

/** The state of each row. `rejected` has the server's errors by line. */
export function previewOf(
  rows: readonly ParsedRow[],
  known: ReadonlySet<string>,
  keyOf: (entry: Partial<NewEntry>) => string | null,
  rejected: ReadonlyMap<number, FieldError[]>,
  skipped: SkippedRows,
): Preview[] {
  /** Keys of the rows above that are imported. A row does not duplicate one that is skipped. */
  const imported = new Set<string>()
  return rows.map((row) => {
    const problems = [...row.problems, ...(rejected.get(row.line) ?? [])]
    const key = keyOf(row.entry) ?? ''
    const isKnown = known.has(key)
    const hasProblems = problems.length > 0
    const isDuplicate = isKnown || imported.has(key)
    const state =
      (hasProblems && skipped.problems) || (isDuplicate && skipped.duplicates)
        ? 'skipped'
        : hasProblems
          ? 'problem'
          : 'ready'
    if (key !== '' && state === 'ready') imported.add(key)
    return { ...row, problems, isKnown, isDuplicate, state }
  })
}

export const rowsText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
export const entriesText = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`

/** The headline of the preview: "39 of 42 rows are ready. 3 rows have problems." */
export function previewText(previews: readonly Preview[]): string {
  const count = (state: Preview['state']) => previews.filter((row) => row.state === state).length
  const [ready, bad, out] = [count('ready'), count('problem'), count('skipped')]
  const all = previews.length
  const first =
    ready === all
      ? `${all === 1 ? 'The row is' : `All ${rowsText(all)} are`} ready.`
      : `${ready.toLocaleString('en-US')} of ${rowsText(all)} ${ready === 1 ? 'is' : 'are'} ready.`
  const parts = [
    bad > 0 ? `${rowsText(bad)} ${bad === 1 ? 'has' : 'have'} a problem.` : '',
    out > 0 ? `${rowsText(out)} ${out === 1 ? 'is' : 'are'} skipped.` : '',
  ]
  return [first, ...parts].filter((part) => part !== '').join(' ')
}

const fieldNames: Record<string, string> = {
  title: 'Title',
  provider: 'Provider',
  hours: 'Hours',
  amount: 'Amount',
  unit: 'Unit',
  kind: 'Activity type',
  completedAt: 'Date',
  topicTags: 'Topics',
  topicHours: 'Topics',
  holderName: 'Name on the certificate',
  approvedBy: 'Provider approved by',
  providerNumber: 'Provider number',
  notes: 'Notes',
  cycleId: 'Cycle',
  counts: 'Cycle',
}

/** "Date: Completed in the future"; a field that is not filled is "missing". */
export function problemText({ path, message }: FieldError): string {
  const name = fieldNames[path.split('.')[0] ?? ''] ?? 'Row'
  return `${name}: ${message === 'Required' ? 'missing' : message}`
}

/** The server's errors, `entries.N.field` by the line of the N-th row sent; `rest` belongs to no row. */
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
