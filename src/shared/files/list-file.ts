import type { SheetCell } from './workbook-write.ts'

/** A list as a table: a header, and rows with a cell for each column. */
export type ListTable = { header: string[]; rows: SheetCell[][] }

/** Prefixes that a spreadsheet may read as a formula, including in multi-line cells and with full-width signs. */
export const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A list as CSV (RFC 4180) with a byte order mark. Text that looks like a formula is written as text. */
export function listCsv({ header, rows }: ListTable): string {
  const lines = [header, ...rows].map((row) => row.map(csvCell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function csvCell(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = typeof cell === 'string' ? cell : cell.date
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]|^'|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A calendar date as a cell. */
export const dateCell = (date: string | null): SheetCell => (date === null ? null : { date })

/** "my-vault-2026-11-23.csv". */
export function listFileName(name: string, today: string, extension: 'csv' | 'xlsx'): string {
  return `${name}-${today}.${extension}`
}
