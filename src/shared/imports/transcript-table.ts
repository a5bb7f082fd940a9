import { MAX_IMPORT } from '#shared/ceu/entry.ts'
import { type ColumnUse, guessColumns } from '#shared/imports/course-columns.ts'
import type { SheetRow } from '#shared/imports/table-cells.ts'
import type { Table } from '#shared/imports/table-head.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { type Cell, cellsOf, overlaps, withNextLines } from '#shared/reading/cells.ts'
import type { ReadPage } from '#shared/reading/page.ts'
import { datesIn } from '#shared/reading/printed-dates.ts'
import { suggestionsIn } from '#shared/reading/suggestions.ts'
import { coursesIn } from '#shared/reading/transcript.ts'

const FEWEST_COURSES = 2
/** A line further from a course than this many line heights does not belong to the course. */
const REACH = 1
/** Lines of one cell have less than this many line heights between them. */
const LEADING = 0.4
const amountUses: ReadonlySet<ColumnUse | null> = new Set([
  'contact_hour',
  'ceu',
  'minute',
  'cme_credit',
  'amount',
])

/**
 * The courses of a transcript, as a table with the transcript's own columns, for any publisher and any column names.
 * `null` unless there are several courses.
 */
export function transcriptRows(pages: readonly ReadPage[], today: string): SheetRow[] | null {
  const table = tableIn(pages) ?? listIn(pages, today)
  return table?.map((cells, at) => ({ line: at + 1, cells })) ?? null
}

type Row = { page: number; top: number; bottom: number; cells: Cell[] }
type Head = { names: string[]; cells: Cell[]; uses: (ColumnUse | null)[]; rows: readonly Row[] }

/** The rows below column headers that name a date and an amount. */
function tableIn(pages: readonly ReadPage[]): string[][] | null {
  const cells = cellsOf(pages)
  const rows = rowsOf(cells)
  const head = headIn(rows, withNextLines(cells))
  if (!head) return null
  const at = head.uses.indexOf('completedAt')
  const isAgain = ({ cells: own }: Row) =>
    own.every(({ text }) => head.names.some((name) => name.includes(text)))
  const below = rows.slice(rows.indexOf(head.rows.at(-1) as Row) + 1).filter((row) => !isAgain(row))
  const lines = below.map((row) => ({ row, texts: columnsOf(row, head) }))
  const courses = new Set(lines.filter(({ texts }) => dateIn(texts[at] ?? '') !== null).map(({ row }) => row))
  if (courses.size < FEWEST_COURSES) return null
  const owners = ownersOf(below, courses)
  const table = new Map([...courses].map((course) => [course, head.names.map((): string[] => [])]))
  for (const { row, texts } of lines)
    for (const [column, text] of texts.entries()) table.get(owners.get(row) ?? row)?.[column]?.push(text)
  const wholes = [...table.values()].map((texts) => texts.map((own) => own.filter(Boolean).join(' ')))
  const dated = wholes.map((texts) =>
    texts.map((text, column) => (column === at ? (dateIn(text) ?? text) : text)),
  )
  return [head.names, ...dated]
}

function rowsOf(cells: readonly Cell[]): Row[] {
  return [...Map.groupBy(cells, ({ row }) => row).values()].map((own) => ({
    page: own[0]?.page ?? 1,
    top: Math.min(...own.map(({ box }) => box.y)),
    bottom: Math.max(...own.map(({ box }) => box.y + box.height)),
    cells: own,
  }))
}

/** The first row that names the columns of courses, on one line or on two. */
function headIn(rows: readonly Row[], joined: readonly Cell[]): Head | null {
  for (const [at, row] of rows.entries()) {
    const one = headOf(row.cells, [row])
    const next = rows[at + 1]
    const two =
      next && gapOf(row, next) < REACH * heightOf(row)
        ? headOf(bothLines(row, next, joined), [row, next])
        : null
    const found = one && two ? (isBetter(two, one) ? two : one) : (one ?? two)
    if (found) return found
  }
  return null
}

function headOf(cells: Cell[], rows: readonly Row[]): Head | null {
  const names = cells.map(({ text }) => text)
  const uses = guessColumns(names)
  const isHead = uses.includes('completedAt') && uses.some((use) => amountUses.has(use))
  return isHead && names.every((name) => datesIn(name).length === 0) ? { names, cells, uses, rows } : null
}

/**
 * Whether a two-line header is better than its first line alone: it names more columns, or continues the words above.
 */
function isBetter(two: Head, one: Head): boolean {
  const [first, second] = two.rows
  const isClose = first && second && gapOf(first, second) < LEADING * heightOf(first)
  const isSame = usedBy(two) === usedBy(one) && two.cells.length === one.cells.length
  return usedBy(two) > usedBy(one) || (isSame && isClose === true)
}

const usedBy = ({ uses }: Head) => uses.filter((use) => use !== null).length

function bothLines({ cells }: Row, next: Row, joined: readonly Cell[]): Cell[] {
  const above = joined.filter(({ row }) => row === cells[0]?.row)
  const rest = next.cells.filter(({ box }) => !above.some((cell) => overlaps(cell.box, box)))
  return [...above, ...rest].toSorted((a, b) => a.box.x - b.box.x)
}

/**
 * The text below each header. Cells without a gap between them, or in a row with empty cells, are assigned by position.
 */
function columnsOf({ cells }: Row, { cells: heads }: Head): string[] {
  const texts = heads.map((): string[] => [])
  for (const [at, cell] of cells.entries())
    texts[cells.length === heads.length ? at : columnOf(cell, heads)]?.push(cell.text)
  return texts.map((own) => own.join(' '))
}

/** The header whose left edge, middle or right edge fits the cell best. */
function columnOf({ box }: Cell, heads: readonly Cell[]): number {
  const distances = heads.map(({ box: head }) => {
    const left = head.x - box.x
    const right = left + head.width - box.width
    return Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 2)
  })
  return distances.indexOf(Math.min(...distances))
}

/**
 * The course of each further line. The lines between two courses are divided at the widest gap. A title of three lines
 * therefore stays with its own course, even if its last line is nearer to the next course.
 */
function ownersOf(rows: readonly Row[], courses: ReadonlySet<Row>): Map<Row, Row> {
  const owners = new Map<Row, Row>()
  const ends = [-1, ...[...courses].map((course) => rows.indexOf(course)), rows.length]
  for (const [at, start] of ends.slice(0, -1).entries()) {
    const block = rows.slice(Math.max(start, 0), (ends[at + 1] ?? rows.length) + 1)
    const gaps = block.slice(1).map((row, index) => gapOf(block[index] ?? row, row))
    const [first, last] = [block[0], block.at(-1)]
    const widest =
      start < 0 ? -1 : last && courses.has(last) ? gaps.lastIndexOf(Math.max(...gaps)) : gaps.length
    if (first && courses.has(first)) own(first, block.slice(1, widest + 1))
    if (last && courses.has(last)) own(last, block.slice(widest + 1, -1).reverse())
  }
  return owners

  /** The lines that follow one another without a gap. */
  function own(course: Row, lines: readonly Row[]): void {
    let before = course
    for (const row of lines) {
      if (gapOf(before, row) >= REACH * heightOf(row) || isFooter(row)) return
      owners.set(row, course)
      before = row
    }
  }
}

const isFooter = ({ cells }: Row) => /^(?:total|page \d)/i.test(cells[0]?.text ?? '')

const heightOf = ({ top, bottom }: Row) => bottom - top
const gapOf = (a: Row, b: Row) =>
  a.page === b.page ? Math.max(a.top - b.bottom, b.top - a.bottom) : Number.POSITIVE_INFINITY

/** A date as printed, without the text around it. The review of the rows asks whether the month comes first. */
function dateIn(text: string): string | null {
  const [date] = datesIn(text).filter(({ precision }) => precision === 'day')
  if (!date) return null
  const printed = text.slice(date.start, date.end)
  return /[a-z]/i.test(printed) ? date.date : printed.replace(/\s/g, '')
}

const amountHeads = {
  contact_hour: 'Contact hours',
  ceu: 'CEUs',
  minute: 'Minutes',
  cme_credit: 'CME credits',
}

/** The courses of a transcript without headers. */
function listIn(pages: readonly ReadPage[], today: string): string[][] | null {
  const isTranscript = suggestionsIn(pages, today).some(({ value }) => value === 'ce_transcript')
  const courses = isTranscript ? coursesIn(pages, today, MAX_IMPORT) : []
  if (courses.length === 0) return null
  const rows = courses.map((course) => {
    const read = (field: string) => course.find((one) => one.field === field)?.value ?? ''
    const unit = read('unit')
    const amounts = keysOf(amountHeads).map((each) => (each === unit ? read('amount') : ''))
    return [read('title'), read('completedAt'), ...amounts]
  })
  return [['Title', 'Date', ...Object.values(amountHeads)], ...rows]
}

/** Publishers that do not name themselves in each row, because they list only their own courses. */
const publishers: readonly (readonly [string, RegExp])[] = [
  ['NetCE', /\bnetce\b|\bcontinuing education group\b/i],
  ['Nurse.com', /\bnurse\.com\b/i],
  ['Elite Learning', /\belite ?(?:learning|healthcare|professional education)\b/i],
]

/** The provider of all courses of a list: the only publisher mentioned in its text or file name. */
export function publisherIn(...texts: readonly string[]): string | null {
  const all = texts.join('\n').replace(/[_-]/g, ' ')
  const [only, ...others] = publishers.filter(([, pattern]) => pattern.test(all))
  return only && others.length === 0 ? only[0] : null
}

/** The rows of a transcript as a table: the first one has the names of the columns. */
export const transcriptTable = (rows: readonly SheetRow[]): Table => ({
  ...{ sheet: rows, head: rows[0]?.line ?? null, header: [...(rows[0]?.cells ?? [])] },
  ...{ rows: rows.slice(1), asides: [] },
})

/** The table with an added provider column. Unchanged if a provider column already exists. */
export function withProvider(table: Table, provider: string): Table {
  const name = provider.trim()
  if (name === '' || hasProvider(table.header)) return table
  const width = table.header.length
  const added = (row: SheetRow, text: string): SheetRow => ({
    line: row.line,
    cells: [...Array.from({ length: width }, (_, at) => row.cells[at] ?? ''), text],
  })
  return {
    ...table,
    sheet: table.sheet.map((row) => added(row, row.line === table.head ? 'Provider' : name)),
    header: [...table.header, 'Provider'],
    rows: table.rows.map((row) => added(row, name)),
  }
}

/** Whether a column contains the provider of each course. */
export const hasProvider = (header: readonly string[]) => guessColumns(header).includes('provider')
