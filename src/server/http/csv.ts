import Papa from 'papaparse'
import { formula } from '#shared/files/list-file.ts'

/** Some spreadsheet programs misread a file without it. */
export const byteOrderMark = '\uFEFF'

/** CSV lines (RFC 4180), each with its line ending. Anything that looks like a formula is written as text. */
export function csvLines(rows: unknown[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { escapeFormulae: formula, newline: '\r\n' })}\r\n`
}
