import { amountsIn, labelledAmount, mayLackPoint, statedAmount } from './amounts.ts'
import { approvalIn, approvalOf } from './approver.ts'
import { type Cell, cellsOf, overlaps } from './cells.ts'
import { amountSuggestions } from './course.ts'
import { type Block, blocksIn } from './course-blocks.ts'
import { bodyName, isOrganization, labelledProvider, organizationIn } from './course-provider.ts'
import { titleOf } from './course-title.ts'
import { type LabelledDate, labelledDates } from './dates.ts'
import { withDoubts } from './doubts.ts'
import type { LabelKind } from './label-wordings.ts'
import { isOpen, type Label, labelsIn } from './labels.ts'
import type { ReadPage, Suggestion } from './page.ts'
import { datesIn } from './printed-dates.ts'
import { type Labels, textSuggestion } from './values.ts'

/** A person does not log more courses than this from one list. */
const MAX_COURSES = 40
export const FEWEST_COURSES = 2

/**
 * The courses of a transcript: each row with a date, an amount and a title, which may be above them. Rows without one
 * of the three are left out.
 */
export function coursesIn(pages: readonly ReadPage[], today: string, most = MAX_COURSES): Suggestion[][] {
  const cells = cellsOf(pages)
  const { dates } = labelledDates(cells)
  const blocks = blocksIn(cells, dates).flatMap((block) => courseOfBlock(block, today))
  if (blocks.length >= FEWEST_COURSES) return blocks.slice(0, most)
  const column = largestColumn(dates.filter(({ role }) => role !== 'otherDate'))
  // The head of a column is above its first row only.
  const isUnsure = !column.some((date) => date.role === 'completedAt' && !date.isUnsure)
  const table = tableOf(cells)
  const courses = column.flatMap((date) => courseOf({ ...date, isUnsure }, table, today)).slice(0, most)
  return courses.length < FEWEST_COURSES ? [] : courses
}

/** A block is a document of its own. Nothing of it is given without its title, its date and its amount. */
function courseOfBlock({ date, cells, isNamed }: Block, today: string): Suggestion[][] {
  const { printed, cell } = date
  if (printed.date > today || printed.precision === 'month') return []
  const labels: Labels = {
    byCell: new Map(cells.map((one): [Cell, Label[]] => [one, labelsIn(one)])),
    labelsBelow: false,
  }
  const title = isNamed ? titleOf(cells, labels) : titleOfBlock(date.cell, cells)
  const amount = amountSuggestions(cells, labels)
  if (title.length === 0 || amount.length === 0) return []
  const hasApproval = [...labels.byCell.values()]
    .flat()
    .some(({ kind, start }) => start === 0 && (kind === 'approvedBy' || kind === 'providerNumber'))
  const own = [
    ...title,
    textSuggestion(
      'completedAt',
      printed.date,
      { cell, start: printed.start, end: printed.end },
      !date.isUnsure && !printed.isUnusual,
    ),
    ...amount,
    ...labelledProvider(cells, labels),
    ...(hasApproval ? approvalOf(cells, labels) : []),
  ]
  return [withDoubts(own, cells, [])]
}

/** The lines right above the day of a course, without anything beside them; else the only text beside it. */
function titleOfBlock(date: Cell, cells: readonly Cell[]): Suggestion[] {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()]
  const above = rows.filter(([first]) => first && first.row < date.row)
  const beside = cells.filter((other) => other.row === date.row && other !== date && isTitle(other))
  const isOfTitle = ([only, ...others]: Cell[]) =>
    only !== undefined && others.length === 0 && isTitle(only) && !beginsWithLabel(only) && !isOpenLabel(only)
  const last = above.findLastIndex(isOfTitle)
  const from = above.findLastIndex((row, at) => at < last && !isOfTitle(row)) + 1
  const lines = above
    .slice(from, last + 1)
    .slice(-TITLE_LINES)
    .flat()
  const names = lines.filter(({ text }) => !bodyName.test(text))
  const parts = above.length > 0 ? (names.length > 0 ? names : lines) : beside
  const [first, ...others] = parts
  if (!first || (above.length === 0 && others.length > 0)) return []
  const isWhole =
    (above.length === 0 || parts.length === lines.length) &&
    others.every((line, at) => goesOnIn(parts[at]?.text ?? '', line))
  const title = withoutCount(parts.map(({ text }) => text).join(' '))
  return [textSuggestion('title', title, { cell: first, start: 0, end: first.text.length }, isWhole)]
}

/** "2. Pain Without Opioids" */
const withoutCount = (title: string) => title.replace(/^\d{1,2}[.)] (?=\p{L})/u, '')

/** "Pain Without Opioids and" goes on in the next line. */
const goesOnIn = (line: string, next: Cell) =>
  /(?:\b(?:and|of|the|in|for|to|with|a|on)|[:,&-])$/i.test(line) || /^\p{Ll}/u.test(next.text)

/** `heads`: cells that only name a field; `alone`: without another cell in their row. */
type Table = {
  cells: readonly Cell[]
  heads: readonly { cell: Cell; kind: LabelKind }[]
  alone: ReadonlySet<Cell>
}

/** "Educational provider" */
const LONGEST_HEAD = 30

function tableOf(cells: readonly Cell[]): Table {
  const heads = cells.flatMap((cell) =>
    labelsIn(cell).flatMap((label) =>
      (label.start === 0 || cell.text.length <= LONGEST_HEAD) && isOpen(label)
        ? [{ cell, kind: label.kind }]
        : [],
    ),
  )
  const rows = Map.groupBy(cells, ({ row }) => row)
  const alone = new Set([...rows.values()].flatMap((row) => (row.length === 1 ? row : [])))
  return { cells, heads, alone }
}

/** The dates that are below each other, below a head that says that they are of completion if there is one. */
function largestColumn(dates: readonly LabelledDate[]): LabelledDate[] {
  const columns = dates.map(({ cell: { box } }) =>
    dates.filter(({ cell }) => Math.abs(cell.box.x - box.x) < 1.5 * box.height),
  )
  const isOwn = (column: readonly LabelledDate[]) => Number(column.some(({ role }) => role === 'completedAt'))
  return columns.toSorted((a, b) => isOwn(b) - isOwn(a) || b.length - a.length)[0] ?? []
}

function courseOf({ cell, printed, isUnsure }: LabelledDate, table: Table, today: string): Suggestion[][] {
  if (printed.date > today || printed.precision === 'month') return []
  const { cells, alone } = table
  const row = cells.filter((other) => other.row === cell.row && other !== cell)
  const provider = cellBelowHead('provider', row, table)?.cell
  const texts = row.filter((other) => other !== provider && isTitle(other) && !beginsWithLabel(other))
  const named = cellBelowHead('title', texts, table)
  const [beside, ...others] = texts
  const title = named ?? (beside ? { cell: beside, text: beside.text } : titleAround(cell, cells))
  const stated = statedAmount(row.flatMap((one) => amountIn(one, cells)))
  if (!title || !stated) return []
  const { amount } = stated
  const isCertain = stated.isSole && !mayLackPoint(amount)
  const whole = { cell: title.cell, start: 0, end: title.cell.text.length }
  // The row is a document of its own, with the lines of its title.
  const own = cells.filter((other) => other.row === cell.row || alone.has(other))
  return [
    withDoubts(
      [
        textSuggestion('title', withoutCount(title.text), whole, named !== null || others.every(isWord)),
        textSuggestion(
          'completedAt',
          printed.date,
          { cell, start: printed.start, end: printed.end },
          !isUnsure,
        ),
        textSuggestion('amount', amount.amount, amount, isCertain),
        textSuggestion('unit', amount.unit, amount, isCertain),
        ...providerBelowHead(row, table),
        ...approvalBelowHead(row, table),
      ],
      own,
      [],
    ),
  ]
}

type Part = { cell: Cell; text: string }

/** The cell of a row in the column whose head names this field, with the lines on which it goes on. */
function cellBelowHead(kind: LabelKind, row: readonly Cell[], { cells, heads }: Table): Part | null {
  const own = row.find((cell) =>
    heads.some((head) => head.kind === kind && head.cell.row < cell.row && isInColumn(cell, head.cell)),
  )
  if (!own) return null
  const lines = [own]
  for (const other of cells) {
    const last = lines.at(-1) ?? own
    const gap = other.box.y - last.box.y - last.box.height
    if (
      other.row === last.row + 1 &&
      other.page === own.page &&
      isInColumn(other, own) &&
      gap < 0.8 * own.box.height &&
      cells.every(
        (one) => one.row !== other.row || (datesIn(one.text).length === 0 && !/^\d[\d.]*$/.test(one.text)),
      )
    )
      lines.push(other)
  }
  return { cell: own, text: lines.map(({ text }) => text).join(' ') }
}

const isInColumn = ({ box: a }: Cell, { box: b }: Cell) => Math.abs(a.x - b.x) < a.height

function providerBelowHead(row: readonly Cell[], table: Table): Suggestion[] {
  const found = cellBelowHead('provider', row, table)
  const name = found ? organizationIn(found.text) : ''
  if (!found || !isOrganization(name)) return []
  const end = Math.min(name.length, found.cell.text.length)
  return [textSuggestion('provider', name, { cell: found.cell, start: 0, end }, true)]
}

/** "Approval", "Approved by", "Accreditation no." */
const approvalHead = /^(?:approv(?:al|er|ed by)|accredit(?:ation|ed by))(?: ?(?:no\.?|number|#))?$/i

function approvalBelowHead(row: readonly Cell[], { cells }: Table): Suggestion[] {
  const heads = cells.filter(({ text }) => approvalHead.test(text))
  const own = row.find((cell) => heads.some((head) => head.row < cell.row && isInColumn(cell, head)))
  if (!own) return []
  return approvalIn(
    own,
    cells.filter((other) => other.row !== own.row),
  )
}

/** The sign that a list puts behind the titles of approved courses: "Items marked * are approved by …". */
export function markOfApproval(cells: readonly Cell[]): string | null {
  const found = cells
    .filter(({ text }) => /approv|accredit/i.test(text))
    .map(({ text }) => text.match(markedBy)?.[1] ?? text.match(markAhead)?.[1])
  return found.find(Boolean) ?? null
}

const sign = '(\\([A-Z]{1,6}\\)|\\*{1,3}|[†‡§])'
const markedBy = new RegExp(
  `\\b(?:[Ii]tems?|[Cc]ourses?|[Aa]ctivities|[Pp]rograms|[Rr]ows|[Tt]itles?|[Tt]hose|[Ee]ntries)\\b[^.;:]{0,30}\\b(?:marked|flagged|followed|denoted|with)(?: with| by)?(?: an?| the)? ${sign}`,
)
const markAhead = new RegExp(`^${sign} ?(?=\\p{L})`, 'u')

/** "Passed", in the column of a status. */
const isWord = ({ text }: Cell) => !text.includes(' ')

/** The text has a word that is not part of a date, an amount or an identifier. */
function isTitle(cell: Cell): boolean {
  if (/^(?:score|grade|status|result)\b|\d ?%$/i.test(cell.text)) return false
  if (/^\p{L}+[.:#]* [A-Z]{0,5}-?\d{3,}$/u.test(cell.text)) return false
  const others = [...datesIn(cell.text), ...amountsIn([cell])]
  return [...cell.text.matchAll(/\p{L}{3}/gu)].some(({ index }) =>
    others.every(({ start, end }) => index < start || index >= end),
  )
}

const isNamed = (cell: Cell) => labelsIn(cell).some(({ start }) => start === 0)
/** "Contact Hours: 2.00" is not a title. */
const beginsWithLabel = (cell: Cell) => isNamed(cell) && cell.text.slice(0, 30).includes(':')

/** "Contact hours", alone. */
const isOpenLabel = (cell: Cell) => labelsIn(cell).some((label) => label.start === 0 && isOpen(label))

/** Most lines of a title. */
const TITLE_LINES = 4

/** In a table whose rows are centered, the second line of a title is below the row. */
function titleAround(date: Cell, cells: readonly Cell[]): { cell: Cell; text: string } | null {
  const above = titleAbove(date, cells)
  const [next, ...others] = cells.filter((other) => other.row === date.row + 1 && other.page === date.page)
  const isRest =
    above &&
    next &&
    others.length === 0 &&
    /^\p{L}/u.test(next.text) &&
    Math.abs(next.box.x - above.cell.box.x) < next.box.height
  return isRest && goesOnIn(above.text, next) ? { ...above, text: `${above.text} ${next.text}` } : above
}

/** The lines right above with nothing next to them, in a list where each course is a block. */
function titleAbove(date: Cell, cells: readonly Cell[]): { cell: Cell; text: string } | null {
  const lines: Cell[] = []
  let below = date
  for (let row = date.row - 1; row >= date.row - TITLE_LINES; row -= 1) {
    const [only, ...others] = cells.filter((other) => other.row === row && other.page === date.page)
    if (!only || others.length > 0 || !isTitle(only) || isNamed(only)) break
    if (below.box.y - only.box.y - only.box.height >= 0.6 * only.box.height) break
    lines.unshift(only)
    below = only
  }
  const [cell] = lines
  return cell ? { cell, text: lines.map(({ text }) => text).join(' ') } : null
}

/** "2.5 contact hours", or a number below the head of its column. */
function amountIn(cell: Cell, cells: readonly Cell[]) {
  const [stated] = amountsIn([cell])
  if (stated) return [stated]
  const head = headOf(cell, cells)
  return head
    ? labelledAmount({ text: cell.text, label: head, cell, start: 0, end: cell.text.length }, [])
    : []
}

/** The nearest label of an amount above it, on this page or one before, whose column overlaps. */
function headOf({ row, box }: Cell, cells: readonly Cell[]): Label | undefined {
  return cells
    .filter((other) => other.row < row && overlaps(other.box, box))
    .flatMap((other) => labelsIn(other).filter(({ kind }) => kind === 'amount'))
    .at(-1)
}
