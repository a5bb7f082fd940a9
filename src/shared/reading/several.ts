import { certificationsIn, isNamed, type Match, rolesIn } from './catalog.ts'
import type { Cell } from './cells.ts'
import { codeIn } from './credential.ts'
import type { LabelledDate } from './dates.ts'
import type { Label } from './labels.ts'
import { datesIn } from './printed-dates.ts'
import { type Labels, type Value, valuesOf } from './values.ts'

export type LabelledCells = { cells: readonly Cell[]; dates: readonly LabelledDate[]; labels: Labels }

/** What tells one credential from another, and where it stands. */
type Sign = { value: string; cell: Cell; isName: boolean }

/** More than any verification lists. */
const MAX_CREDENTIALS = 20
/** A sentence is longer. */
const LONGEST_CELL = 40

/**
 * The cells of the first credential of a document that lists several. Each has an expiration date and a number, or a name
 * where nothing has a number, and the same labels name them: letters and histories have other dates and numbers besides.
 * `null` if the document lists one or none.
 */
export function firstOfSeveral({ cells, dates, labels }: LabelledCells): Cell[] | null {
  const ends = repeatedEnds(dates, labels)
  const numbered = valuesOf('number', cells, labels, (text) => codeIn(text) !== null)
  const numbers = repeatedNumbers(numbered, inRowsOf(ends, cells))
  const names = [...certificationsIn(cells).filter(isNamed), ...rolesIn(cells).filter(isOwnName)].map(
    ({ value, cell }) => ({ value, cell, isName: true }),
  )
  const own = numbered.length > 0 ? numbers : names
  if (ends.length < 2 || new Set(own.map(({ value }) => value)).size < 2) return null
  const signs = [...names, ...numbers]
  return inRows(cells, ends, signs) ?? inColumns(cells, ends, signs)
}

const textOfLabel = ({ cell, start, end }: Label) => cell.text.slice(start, end).toLowerCase()
const isBelow = (cell: Cell, head: Cell) =>
  cell.page === head.page && cell.row > head.row && Math.abs(cell.box.x - head.box.x) < cell.box.height

/**
 * Those that the same words name, or the same head of a column, which is too far from its last dates to be their label. If
 * some are, other words name the dates of cards of other bodies.
 */
function repeatedEnds(dates: readonly LabelledDate[], { byCell }: Labels): Cell[] {
  const labelled = dates.flatMap(({ role, label, cell }) =>
    role === 'expiresAt' && label && !label.isWeak && cell.text.length <= LONGEST_CELL
      ? [{ label, cell }]
      : [],
  )
  const endless = [...byCell].flatMap(([cell, own]) =>
    own.flatMap((label) =>
      label.kind === 'expiresAt' && isEndless(cell.text.slice(label.end)) ? [{ label, cell }] : [],
    ),
  )
  const groups = Map.groupBy([...labelled, ...endless], ({ label }) => textOfLabel(label)).values()
  const ends = groups.map((group) => {
    const own = group.map(({ cell }) => cell)
    const column = dates.flatMap(({ cell, printed }) =>
      cell.text === cell.text.slice(printed.start, printed.end) && own.some((end) => isBelow(cell, end))
        ? [cell]
        : [],
    )
    return [...new Set([...own, ...column])]
  })
  const [largest = []] = [...ends].toSorted((a, b) => b.length - a.length)
  const others = largest.length > 1 ? [...labelled, ...endless].map(({ cell }) => cell) : []
  return [...new Set([...largest, ...others])].slice(0, MAX_CREDENTIALS)
}

/** "Expires: never" */
const isEndless = (text: string) =>
  /^\W*(?:none|never|n\/a|does not expire|no expiration)(?!\p{L})/iu.test(text)

/** A row of a table has both a number and a date. */
const inRowsOf = (ends: readonly Cell[], cells: readonly Cell[]) =>
  cells.filter(({ row }) => ends.some((end) => end.row === row))

/** Those that the same words name, or the same head of a column. */
function repeatedNumbers(numbered: readonly Value[], cells: readonly Cell[]): Sign[] {
  const groups = [...Map.groupBy(numbered, ({ label }) => textOfLabel(label)).values()].map((group) => {
    const first = group[0]
    const column = cells.filter(
      (cell) => first && first.cell !== first.label.cell && isBelow(cell, first.label.cell) && isCode(cell),
    )
    const own = group.map(({ text, label }) => ({ value: codeIn(text) ?? '', cell: label.cell }))
    return [...own, ...column.map((cell) => ({ value: cell.text, cell }))]
  })
  const distinct = (group: readonly { value: string }[]) => new Set(group.map(({ value }) => value)).size
  const largest = groups.toSorted((a, b) => distinct(b) - distinct(a))[0] ?? []
  return distinct(largest) < 2 ? [] : largest.map((one) => ({ ...one, isName: false }))
}

const isCode = ({ text }: Cell) => codeIn(text) === text && datesIn(text).length === 0

/** "RN" in a cell of its own or "Registered Nurse", but not "RN" in a sentence. */
const isOwnName = (role: Match) => isNamed(role) || (role.start === 0 && role.end === role.cell.text.length)

/**
 * One below the other, as blocks or as the rows of a table. Another credential begins with a new name, or with a new number
 * where the one before it has one, once that one has its date.
 */
function inRows(cells: readonly Cell[], ends: readonly Cell[], signs: readonly Sign[]) {
  const known = new Set<string>()
  let second: number | null = null
  let [hasNumber, hasEnd] = [false, false]
  const rows = [...new Set([...signs.map(({ cell }) => cell), ...ends].map(({ row }) => row))].toSorted(
    (a, b) => a - b,
  )
  for (const row of rows) {
    const added = signs.filter(({ cell, value }) => cell.row === row && !known.has(value))
    for (const { value } of added) known.add(value)
    const isOther = hasEnd && added.some(({ isName }) => isName || hasNumber)
    if (isOther) {
      second ??= row
      hasEnd = false
    }
    hasNumber = added.some(({ isName }) => !isName) || (hasNumber && !isOther)
    hasEnd ||= ends.some((end) => end.row === row)
    // What follows the last date is no credential.
    const start = second
    if (start !== null && hasEnd) return cells.filter((cell) => cell.row < start)
  }
  return null
}

/** Beside each other: names or numbers in one row, and dates below them. */
function inColumns(cells: readonly Cell[], ends: readonly Cell[], signs: readonly Sign[]) {
  const pairs = signs.flatMap((one) =>
    signs.flatMap((other) =>
      one.cell.row === other.cell.row &&
      one.cell.box.x < other.cell.box.x &&
      one.value !== other.value &&
      one.isName === other.isName
        ? [other.cell.box]
        : [],
    ),
  )
  const edge = Math.min(...pairs.map(({ x, height }) => x - height))
  const isFirst = ({ box }: Cell) => box.x + box.width / 2 < edge
  return ends.some(isFirst) && !ends.every(isFirst) ? cells.filter(isFirst) : null
}
