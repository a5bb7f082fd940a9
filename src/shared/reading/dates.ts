import { boxOf, type Cell, overlaps, withNextLines, wordsIn } from './cells.ts'
import type { LabelKind } from './label-wordings.ts'
import { isOpen, type Label, labelsIn, wrappedLabels } from './labels.ts'
import { type Box, boxAround } from './page.ts'
import { datesIn, type PrintedDate } from './printed-dates.ts'

/** The label that says what the date is; `null` if none does. */
export type LabelledDate = {
  printed: PrintedDate
  cell: Cell
  label: Label | null
  role: LabelKind | null
  /** The label is somewhere else, or another label may be meant. */
  isUnsure: boolean
}

const dateKinds = new Set<LabelKind>(['expiresAt', 'issuedAt', 'completedAt', 'period', 'otherDate'])
/** A label further away than this many line heights belongs to something else. */
const REACH = 2.6
/** Letters of a heading that is nothing else. */
const MAX_HEAD = 30
/** A transcript has at most this many rows; later dates are ignored. */
const MAX_DATES = 200

/** `line`: the cell in which it begins. */
type Found = { printed: PrintedDate; cell: Cell; line: Cell; box: Box }

/** `labelsBelow`: the labels of this document are below the values that they name. */
export type LabelledDates = { dates: LabelledDate[]; labelsBelow: boolean }

export function labelledDates(cells: readonly Cell[]): LabelledDates {
  const labels = new Map(
    cells.map((cell) => [cell, labelsIn(cell).filter(({ kind }) => dateKinds.has(kind))]),
  )
  const found = foundDates(cells).slice(0, MAX_DATES)
  const ranges = found.filter(isRangeOfDays)
  const isOneEvent = new Set(ranges.map(({ printed }) => printed.date)).size === 1
  const beside = found.map((date) => labelBeside(date, cells, labels))
  const open = openLabels(cells, labels)
  const above = found.map((date) => nearest(date, open, -1))
  const below = found.map((date) => nearest(date, open, 1))
  // In a list of labels and values, the label of the next line stands below each date, and means nothing.
  const count = (list: readonly (Label | null)[]) =>
    list.filter((one, at) => one !== null && beside[at] === null).length
  const isBelow = count(below) > count(above)
  const dates = found.map((date, at): LabelledDate => {
    const [first, second] = isBelow ? [below[at], above[at]] : [above[at], below[at]]
    const label = beside[at] ?? first ?? second ?? null
    const isUnsure = !beside[at] && !first
    const stamp = !beside[at] && isStamp(date) ? 'otherDate' : null
    const isOfEvent = isOneEvent && ranges.includes(date)
    const role = stamp ?? label?.kind ?? (isOfDeed(date) || isOfEvent ? 'completedAt' : null)
    return { printed: date.printed, cell: date.cell, label, role, isUnsure: label ? isUnsure : role === null }
  })
  return { dates: withPeriods(dates, cells), labelsBelow: isBelow }
}

/** "11/20/2026 10:02 AM": when the page was printed. */
const isStamp = ({ cell, printed }: Found) =>
  /^,?\s*(?:at )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]\.?M\.?)?(?!\s*(?:[-–—]|to\b))/i.test(
    cell.text.slice(printed.end),
  )

const LONGEST_SENTENCE = 200

/** "Thank you for attending our webinar today, September 24, 2026": the only date of a sentence says when something was done. */
function isOfDeed({ cell, printed }: Found): boolean {
  const before =
    cell.text
      .slice(0, printed.start)
      .slice(-LONGEST_SENTENCE)
      .split(/[.;:!?](?= |$)/)
      .at(-1) ?? ''
  const rest = cell.text.slice(printed.end).split(/[.;:!?](?= |$)/)[0] ?? ''
  return (
    /\b(?:attend(?:ed|ing)|complet(?:ed|ing)|participat(?:ed|ing)|took part|finished|joining|asistió|completó|participó|(?:celebrad|realizad|ofrecid)[oa])\b/i.test(
      before,
    ) && datesIn(before + rest).length === 0
  )
}

/** "March 4 – 6, 2026": nothing but an event lasts some days. */
const isRangeOfDays = ({ cell, printed }: Found) =>
  /\p{L}\.? \d{1,2} ?(?:-|–|&|and|to) ?\d/iu.test(cell.text.slice(printed.start, printed.end))

/** In the order of the document; a narrow column or the end of a line may cut a date in two. */
function foundDates(cells: readonly Cell[]): Found[] {
  const orders = new Set(cells.flatMap(({ text }) => datesIn(text).map(({ order }) => order)))
  const isDayFirst = orders.has('day first') && !orders.has('month first')
  const isSpanish = cells.some(({ text }) => spanish.test(text))
  return withNextLines(cells).flatMap((joined, at) => {
    const line = cells[at] ?? joined
    const { length } = line.text
    return datesIn(joined.text, isDayFirst)
      .filter(({ start }) => start < length)
      .map((date) => {
        const cell = date.end > length ? joined : line
        const printed = { ...date, isUnusual: isUnusual(date, { orders, isDayFirst, isSpanish }) }
        return { printed, cell, line, box: boxOf(cell, printed) }
      })
  })
}

const spanish =
  /(?<!\p{L})(?:fecha|vence|vencimiento|válid[oa]|emisi[oó]n|expedici[oó]n|enfermer[oaií]+|certificado|licencia|otorgado|horas)(?!\p{L})/iu

type Orders = { orders: ReadonlySet<PrintedDate['order']>; isDayFirst: boolean; isSpanish: boolean }

/** In Spanish the day usually comes first, but not on every form of the United States. */
function isUnusual(
  { order, isUnusual: isOdd }: PrintedDate,
  { orders, isDayFirst, isSpanish }: Orders,
): boolean {
  if (order === 'either') return isOdd || orders.has('day first') || (isSpanish && !orders.has('month first'))
  return isOdd && !(order === 'day first' && isDayFirst && isSpanish)
}

/** A label on two lines means what one of the two lines alone would mean. */
function openLabels(cells: readonly Cell[], labels: ReadonlyMap<Cell, readonly Label[]>): Label[] {
  const wrapped = wrappedLabels(cells).filter(({ kind }) => dateKinds.has(kind))
  const boxesOf = (label: Label) => wordsIn(label.cell, label).map(({ box }) => box)
  const taken = new Set(wrapped.flatMap(boxesOf))
  const single = [...labels.values()].flat().filter((label) => isOpen(label) || isColumnHead(label))
  return [...single.filter((label) => !boxesOf(label).every((box) => taken.has(box))), ...wrapped]
}

/** A label in a row of column heads, whose dates are below. */
const isColumnHead = ({ cell }: Label) => datesIn(cell.text).length === 0 && cell.text.length < 80

function labelBeside(
  { printed, cell, line }: Found,
  cells: readonly Cell[],
  labels: ReadonlyMap<Cell, readonly Label[]>,
): Label | null {
  const own = labels.get(line) ?? []
  const before = own.findLast(
    (label) => label.end <= printed.start && isOfLabel(label, cell.text.slice(label.end, printed.start)),
  )
  if (before) return before
  const beside = cells.find(({ row, column }) => row === cell.row && column === cell.column - 1)
  const last = beside && labels.get(beside)?.at(-1)
  if (
    last &&
    isOpen(last) &&
    /^(?:[-–—:. ]|(?:mon|tue|wed|thu|fri|sat|sun)\p{Ll}*\b[.,]*)*$/iu.test(cell.text.slice(0, printed.start))
  )
    return last
  if (printed.start > 0) return null
  const wrapped = labelAtEnd(cell, cells, labels)
  if (wrapped) return wrapped
  // "June 30, 2030 Expiration", in one cell or in two.
  const after = own.find(({ start }) => start >= printed.end)
  if (after) return isOpen(after) && isEmpty(cell.text.slice(printed.end, after.start)) ? after : null
  const right = cells.find(({ row, column }) => row === cell.row && column === cell.column + 1)
  const next = right && labels.get(right)?.[0]
  const isLast = !cells.some(({ row, column }) => row === cell.row && column === cell.column + 2)
  return next && isLast && next.start === 0 && isOpen(next) && isEmpty(cell.text.slice(printed.end))
    ? next
    : null
}

/** "… Expires:" at the end of the line before. */
function labelAtEnd(
  { row, page }: Cell,
  cells: readonly Cell[],
  labels: ReadonlyMap<Cell, readonly Label[]>,
): Label | null {
  const before = cells.findLast((other) => other.page === page && other.row === row - 1)
  const last = before && labels.get(before)?.at(-1)
  const isOfDates = last?.kind === 'period' || /:$/.test(before?.text ?? '')
  return last && last.start > 0 && isOpen(last) && isOfDates ? last : null
}

const isEmpty = (text: string) => /^[\s:–—-]*$/.test(text)

/** The longest text between a label and its date, in a sentence. */
const FARTHEST = 60

/** Nothing stands between them that ends the sentence, or that has a date of its own. */
function isOfLabel(label: Label, between: string): boolean {
  if (datesIn(between).length > 0 || between.length > FARTHEST || /[.;] \p{Lu}/u.test(between)) return false
  return (
    !label.isWeak ||
    isDateWord(label) ||
    /^[\s:,]*(?:(?:this|the|day|of|is|was|\p{L}+day),? ?)*$/iu.test(between)
  )
}

const isSameCell = (a: Cell, b: Cell) => a.row === b.row && a.column === b.column

const isRange = (between: string) => /^(?:-|–|—|to|through|thru|until)$/i.test(between.trim())

/** The nearest label above (-1) or below (1) the date whose columns overlap. */
function nearest({ box, cell }: Found, labels: readonly Label[], side: -1 | 1): Label | null {
  let best: { label: Label; distance: number } | null = null
  for (const label of labels) {
    if (
      label.cell.page !== cell.page ||
      (label.isWeak && !isDateWord(label) && !(side === -1 && isAlone(label)))
    )
      continue
    const gap = side === -1 ? box.y - (label.box.y + label.box.height) : label.box.y - (box.y + box.height)
    const height = Math.max(box.height, label.box.height)
    if (gap < -0.4 * height || gap > REACH * height || !overlaps(box, headBox(label))) continue
    const aside = Math.abs(box.x - label.box.x)
    const distance = gap * 10 + aside
    if (best === null || distance < best.distance) best = { label, distance }
  }
  return best?.label ?? null
}

/** All words of a short heading are above its column: "Current expiration date". */
function headBox({ cell, box }: Label): Box {
  return cell.text.length <= MAX_HEAD ? boxAround([cell.box, box]) : box
}

/** "on" in a line of its own, in the middle of a certificate. */
const isAlone = ({ cell, start, end }: Label) => start === 0 && end === cell.text.length

/** "on" and "this" mean a date only where it follows on the same line. */
const isDateWord = ({ cell, start, end }: Label) => /date|fecha/i.test(cell.text.slice(start, end))

/** Of "valid 06/01/2025 through 05/31/2027" the first date is the start and the second date is the end. */
function withPeriods(dates: readonly LabelledDate[], cells: readonly Cell[]): LabelledDate[] {
  return dates.map((date, at) => {
    const next = dates[at + 1]
    const previous = dates[at - 1]
    const begins = next !== undefined && isRange(between(date, next, cells))
    const ends = previous !== undefined && isRange(between(previous, date, cells))
    if (!begins && !ends) {
      if (date.role === 'period') return { ...date, role: null, isUnsure: true }
      return { ...date, isUnsure: date.isUnsure || isOfSeveral(date) }
    }
    const label = ends ? previous.label : date.label
    return { ...date, label, role: rangeRole(label, ends), isUnsure: (ends ? previous : date).isUnsure }
  })
}

/** "Dates attended: 03/10/2026": the second date was not read. */
const isOfSeveral = ({ label }: LabelledDate) =>
  label !== null && /\bdates\b/i.test(label.cell.text.slice(label.start, label.end))

function rangeRole(label: Label | null, isEnd: boolean): LabelKind | null {
  if (label?.kind === 'otherDate') return 'otherDate'
  if (label?.kind === 'completedAt') return isEnd ? 'completedAt' : 'otherDate'
  return isEnd ? 'expiresAt' : 'issuedAt'
}

/** The text between two dates, even if the dates are in two cells. */
function between(a: LabelledDate, b: LabelledDate, cells: readonly Cell[]): string {
  if (isSameCell(a.cell, b.cell)) return b.cell.text.slice(a.printed.end, b.printed.start)
  const inside = cells.slice(cells.indexOf(a.cell) + 1, cells.indexOf(b.cell)).map(({ text }) => text)
  return [a.cell.text.slice(a.printed.end), ...inside, b.cell.text.slice(0, b.printed.start)].join(' ')
}
