import Papa from 'papaparse'

/** What a spreadsheet may take for a formula, in a cell of several lines and in full-width signs too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Rows as a spreadsheet opens them: with a byte order mark, without which some programs misread it, and CRLF. What
 * looks like a formula is text.
 */
export function csvOf(rows: (string | number)[][]): string {
  return `\uFEFF${Papa.unparse(rows, { escapeFormulae: formula, newline: '\r\n' })}\r\n`
}
