import Papa from 'papaparse'
import type { SheetRow } from '#shared/imports/course-table.ts'
import { t } from '#web/i18n/t.ts'

const MAX_BYTES = 5 * 1024 * 1024
const MAX_COLUMNS = 40

/** The text of a file in UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export function decodeSheet(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Why this file cannot be imported, or `null`. */
export function sheetError(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return t`This file is empty. Choose another one.`
  if (bytes.length > MAX_BYTES) return t`This file is larger than 5 MiB. Choose a smaller one.`
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return t`This is a workbook, not a CSV file. In Excel, Numbers or Google Sheets, save or download it as CSV, then choose that file.`
  if (bytes[0] === 0x25 && bytes[1] === 0x50) return t`This is a PDF, not a CSV file.`
  return null
}

/** The rows that are not empty, with the row numbers that a spreadsheet shows. */
export function parseSheet(text: string): SheetRow[] {
  const plain = text.replace(/^\uFEFF/, '')
  // Excel names the separator in a first line such as `sep=;`.
  const separator = plain.match(/^"?sep=(.)"?\r?\n/i)
  const { data } = Papa.parse<string[]>(separator ? plain.slice(separator[0].length) : plain, {
    delimiter: separator?.[1] ?? delimiterOf(plain),
  })
  const firstLine = separator ? 2 : 1
  return data
    .map((cells, at) => ({ line: at + firstLine, cells: cells.slice(0, MAX_COLUMNS) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** The most frequent separator of the first line: column names rarely contain commas, titles do. */
function delimiterOf(text: string): string {
  const line = (text.match(/^\s*(.*)/)?.[1] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}
