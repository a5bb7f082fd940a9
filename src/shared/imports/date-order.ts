import { type DayOrder, guessDayOrder } from '#shared/kernel/spreadsheet-cells.ts'
import { isDateLike, type SheetRow } from './table-cells.ts'

/** How the dates of some columns are read, and whether the owner has to say it. */
export function dateOrderOf(
  names: readonly string[],
  cells: readonly string[],
): { order: DayOrder; isAmbiguous: boolean } {
  const said = names.map(orderInName).filter((order) => order !== null)
  const [order] = said
  const guess = guessDayOrder(cells)
  return order !== undefined && said.every((each) => each === order) ? { order, isAmbiguous: false } : guess
}

/** "Expires (DD/MM/YYYY)" says it. */
function orderInName(name: string): DayOrder | null {
  if (/\bdd?[\s/.-]?mm/i.test(name)) return 'day-first'
  return /\bmm?[\s/.-]?dd/i.test(name) ? 'month-first' : null
}

const isTrueDate = (cell: string) => /^\d{4}-\d{2}-\d{2}$/.test(cell)

/**
 * The lines of dates that Excel may have read in the wrong order: in the same column, dates of the 13th to the 31st
 * stayed texts, because they are no dates in the order of that Excel.
 */
export function swappedLines(rows: readonly SheetRow[], columns: readonly number[]): Set<number> {
  const lines = new Set<number>()
  for (const column of columns) {
    const cells = rows.flatMap(({ line, cells: own }) => (own[column] ? [{ line, cell: own[column] }] : []))
    const dates = cells.filter(({ cell }) => isTrueDate(cell))
    const texts = cells.filter(
      ({ cell }) => /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(cell) && isDateLike(cell),
    )
    const hasLate = texts.some(({ cell }) =>
      cell
        .split(/[/.-]/)
        .slice(0, 2)
        .some((part) => Number(part) > 12),
    )
    if (!hasLate || dates.some(({ cell }) => cell.slice(8) > '12')) continue
    for (const { line } of dates) lines.add(line)
  }
  return lines
}
