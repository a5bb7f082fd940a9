import type { SheetRow } from './table-cells.ts'

const ditto =
  /^(?:same(?: as above)?|ditto|(?:as|see) above|[ií]dem|id\.|do\.|igual|lo mismo|〃|["”“″^↑]|''|-\s*["”″]\s*-|,,)$/i

/** A mark for what the row above says. */
export const isDitto = (cell: string) => ditto.test(cell)

/** The rows with such a mark replaced in some columns. One without a row above stays, and is asked about. */
export function withDittos(rows: readonly SheetRow[], columns: readonly number[]): readonly SheetRow[] {
  const above = new Map<number, string>()
  return rows.map((row) => {
    const cells = row.cells.map((cell, at) =>
      columns.includes(at) && isDitto(cell) ? (above.get(at) ?? cell) : cell,
    )
    for (const at of columns) above.set(at, cells[at] ?? '')
    return { ...row, cells }
  })
}
