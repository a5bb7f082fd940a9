import type { Cell } from './cells.ts'
import type { LabelledDate } from './dates.ts'
import { type Label, labelsIn } from './labels.ts'

/** All that a list says about one course; `isNamed`: a label names its title. */
export type Block = { date: LabelledDate; cells: readonly Cell[]; isNamed: boolean }

type Line = { page: number; top: number; bottom: number; cells: readonly Cell[] }

const FEWEST_BLOCKS = 2
/** The space between two courses is at least as many times that between the lines of one. */
const WIDER = 1.6
/** And at least as high as this part of a line. */
const NARROWEST = 0.5
/** Lines that are as close as this, in their heights, are of one course in any list. */
const WIDEST_INSIDE = 0.6

/**
 * The blocks of a list that gives each course several lines, one of them with the day on which it was completed. None if
 * nothing shows where a course begins: neither the name of its title, nor a space that is wider than all within a course.
 */
export function blocksIn(cells: readonly Cell[], dates: readonly LabelledDate[]): Block[] {
  const lines = linesOf(cells)
  const own = dates.filter(isNamedBeside)
  const at = own.map(({ cell }) => lines.findIndex((line) => line.cells.some(({ row }) => row === cell.row)))
  const isInOrder = at.every((line, index) => line > (at[index - 1] ?? -1))
  if (own.length < FEWEST_BLOCKS || !isInOrder) return []
  const named = namedRanges(lines, at)
  const ranges = named ?? spacedRanges(lines, at) ?? []
  const blocks = ranges.map(([from, to]) => lines.slice(from, to).flatMap((line) => line.cells))
  // A course in one line is a row.
  if (ranges.some(([from, to]) => to - from < 2)) return []
  return own.flatMap((date, index): Block[] => {
    const block = blocks[index]
    return block ? [{ date, cells: block, isNamed: named !== null }] : []
  })
}

/** "Completed: 03/02/2026", in one cell or in two. */
const isNamedBeside = ({ label, cell, role }: LabelledDate) =>
  role === 'completedAt' &&
  label !== null &&
  label.cell.row === cell.row &&
  label.start === 0 &&
  (!label.isWeak || /^(?:date|fecha)/i.test(nameOf(label)))

const nameOf = ({ cell, start, end }: Label) => cell.text.slice(start, end).toLowerCase()

function linesOf(cells: readonly Cell[]): Line[] {
  return [...Map.groupBy(cells, ({ row }) => row).values()].map((row) => ({
    page: row[0]?.page ?? 0,
    top: Math.min(...row.map(({ box }) => box.y)),
    bottom: Math.max(...row.map(({ box }) => box.y + box.height)),
    cells: row,
  }))
}

type Range = readonly [from: number, to: number]

/** Each block begins with the same label, and one label of each names the title. */
function namedRanges(lines: readonly Line[], dates: readonly number[]): Range[] | null {
  const labels = lines.flatMap(({ cells: [first] }, line) =>
    first ? labelsIn(first).flatMap((one) => (one.start === 0 ? [{ line, label: one }] : [])) : [],
  )
  const repeated = [...Map.groupBy(labels, ({ label }) => nameOf(label)).values()].filter(
    ({ length }) => length === dates.length,
  )
  const isOfTitles = ([first]: typeof labels) => first?.label.kind === 'title'
  const [starts] = repeated.toSorted(([a], [b]) => (a?.line ?? 0) - (b?.line ?? 0))
  const isInTurns = starts?.every(
    ({ line }, at) => line <= (dates[at] ?? 0) && line > (at === 0 ? -1 : (dates[at - 1] ?? 0)),
  )
  if (!starts || !isInTurns || !repeated.some(isOfTitles)) return null
  const last = Math.max(...repeated.flat().map(({ line }) => line))
  return starts.map(({ line }, at) => [line, starts[at + 1]?.line ?? last + 1])
}

/** A space stands between each two courses that is wider than all others between their days. */
function spacedRanges(lines: readonly Line[], dates: readonly number[]): Range[] | null {
  const spaces = lines.map(({ top, page }, at) => {
    const above = lines[at - 1]
    return above?.page === page ? top - above.bottom : Number.POSITIVE_INFINITY
  })
  const between = dates.slice(1).map((next, at) => {
    const from = (dates[at] ?? 0) + 1
    const own = spaces.slice(from, next + 1)
    const widest = Math.max(...own)
    return { start: from + own.indexOf(widest), widest, others: own.toSorted((a, b) => b - a).slice(1) }
  })
  const narrowest = Math.min(...between.map(({ widest }) => widest))
  const inside = Math.max(0, ...between.flatMap(({ others }) => others))
  const height = Math.max(...dates.map((line) => (lines[line]?.bottom ?? 0) - (lines[line]?.top ?? 0)))
  if (narrowest < WIDER * inside || narrowest < NARROWEST * height) return null
  const isOwn = (space: number) => space < Math.max(WIDEST_INSIDE * height, 1.25 * inside)
  const [first = 0] = dates
  const start = spaces.findLastIndex((space, at) => at <= first && !isOwn(space))
  const last = dates.at(-1) ?? 0
  const end = spaces.findIndex((space, at) => at > last && !isOwn(space))
  const starts = [Math.max(start, 0), ...between.map((one) => one.start)]
  return starts.map((line, at) => [line, starts[at + 1] ?? (end < 0 ? lines.length : end)])
}
