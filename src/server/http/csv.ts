import Papa from 'papaparse'

/** What a spreadsheet may take for a formula, in a cell of several lines and in full-width signs too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** Some spreadsheet programs misread a file without it. */
export const byteOrderMark = '\uFEFF'

/** Lines of CSV (RFC 4180), each with its end; what looks like a formula is text. */
export function csvLines(rows: unknown[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { escapeFormulae: formula, newline: '\r\n' })}\r\n`
}
