import type { NewEntry, SheetRow } from '#shared/ceu/spreadsheet.ts'
import type { FieldError } from '#shared/http/errors.ts'

/** A row with all that is known about it. */
export type Preview = SheetRow & {
  /** An entry of hers says the same already. */
  isKnown: boolean
  /** It would come in twice. */
  isTwin: boolean
  state: 'ready' | 'problem' | 'left_out'
}

export type LeftOut = { problems: boolean; twins: boolean }

/** What becomes of each row. `refused` are the server's own words, by line. */
export function previewOf(
  rows: readonly SheetRow[],
  known: ReadonlySet<string>,
  likeness: (entry: NewEntry) => string | null,
  refused: ReadonlyMap<number, FieldError[]>,
  leftOut: LeftOut,
): Preview[] {
  /** What the rows above bring in. A row is no twin of one that stays outside. */
  const taken = new Set<string>()
  return rows.map((row) => {
    const problems = [...row.problems, ...(refused.get(row.line) ?? [])]
    const key = likeness(row.entry) ?? ''
    const isKnown = known.has(key)
    const isBad = problems.length > 0
    const isTwin = isKnown || taken.has(key)
    const state =
      (isBad && leftOut.problems) || (isTwin && leftOut.twins) ? 'left_out' : isBad ? 'problem' : 'ready'
    if (key !== '' && state === 'ready') taken.add(key)
    return { ...row, problems, isKnown, isTwin, state }
  })
}

export const rowsText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
export const entriesText = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`

/** The screen's answer: "39 of 42 rows are ready. 3 rows have problems." */
export function previewText(previews: readonly Preview[]): string {
  const count = (state: Preview['state']) => previews.filter((row) => row.state === state).length
  const [ready, bad, out] = [count('ready'), count('problem'), count('left_out')]
  const all = previews.length
  const first =
    ready === all
      ? `${all === 1 ? 'The one row is' : `All ${rowsText(all)} are`} ready.`
      : `${ready.toLocaleString('en-US')} of ${rowsText(all)} ${ready === 1 ? 'is' : 'are'} ready.`
  const parts = [
    bad > 0 ? `${rowsText(bad)} ${bad === 1 ? 'has' : 'have'} a problem.` : '',
    out > 0 ? `${rowsText(out)} ${out === 1 ? 'is' : 'are'} left out.` : '',
  ]
  return [first, ...parts].filter((part) => part !== '').join(' ')
}

const fieldNames: Record<string, string> = {
  title: 'Title',
  provider: 'Provider',
  hours: 'Hours',
  amount: 'Amount',
  unit: 'Unit',
  kind: 'What it was',
  completedAt: 'Date',
  topicTags: 'Topics',
  topicHours: 'Topics',
  holderName: 'Name on the certificate',
  approvedBy: 'Who approved the provider',
  providerNumber: 'Provider’s number',
  notes: 'Notes',
  cycleId: 'Cycle',
  counts: 'Cycle',
}

/** "Date: Completed in the future"; a field that is not filled is "missing". */
export function problemText({ path, message }: FieldError): string {
  const name = fieldNames[path.split('.')[0] ?? ''] ?? 'Row'
  return `${name}: ${message === 'Required' ? 'missing' : message}`
}

/** The server's `entries.N.field` by the line of the N-th row that was sent; `rest` is about none of them. */
export function refusedRows(
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
