import Papa from 'papaparse'
import { sheetsOfXml, tablesOfPage } from '#shared/files/markup-table.ts'
import { hasPdfHeader } from '#shared/files/pdf-bytes.ts'
import { MAX_SHEET_ROWS, type Sheet as TextSheet, TOO_MANY_ROWS } from '#shared/files/workbook-read.ts'
import { plainCell, type SheetRow } from '#shared/imports/table-cells.ts'
import { t } from '#web/i18n/t.ts'

export const MAX_TABLE_BYTES = 10 * 1024 * 1024
const MAX_COLUMNS = 60
/** How much of a file shows what it is. */
const HEAD = 4096

/** A sheet without its empty rows. */
export type Sheet = { name: string; rows: SheetRow[] }
/** `reason` is a sentence for the owner. `other`: it is a document or an export, and no table. */
export type ReadTable =
  | { kind: 'sheets'; sheets: Sheet[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'other' }

/** Reads a table by what it is, whatever its name says. Nothing leaves the browser. */
export async function readTable(bytes: Uint8Array, name: string): Promise<ReadTable> {
  if (bytes.length === 0) return refused(t`This file is empty. Choose another one.`)
  if (startsWith(bytes, [0x50, 0x4b])) return readZip(bytes, name)
  const reason = binaryReason(bytes)
  if (reason !== null) return refused(reason)
  const encoding = encodingOf(bytes)
  if (encoding === null || hasPdfHeader(bytes)) return { kind: 'other' }
  if (bytes.length > MAX_TABLE_BYTES) return refused(t`This file is larger than 10 MB. Split it.`)
  return readText(new TextDecoder(encoding).decode(bytes), name)
}

/** The rows of a text, such as pasted ones. */
export function readText(text: string, name: string): ReadTable {
  const plain = text.replace(/^\uFEFF/, '')
  const start = plain.slice(0, HEAD).trimStart()
  const reason = textReason(start)
  if (reason !== null) return refused(reason)
  try {
    if (/^<\?xml|^<[\w:]*workbook/i.test(start) && !/<html/i.test(start)) {
      const sheets = sheetsOfXml(plain)
      return sheets
        ? sheetsRead(sheets)
        : refused(t`This is an XML file without a table. Save it as XLSX or CSV, then choose that file.`)
    }
    if (/^<(?:!doctype html|html|head|meta|body|table|div|style|!--)/i.test(start)) {
      const sheets = tablesOfPage(plain)
      return sheets.length > 0
        ? sheetsRead(sheets)
        : refused(
            t`This is a web page without a table. Its site may have asked you to sign in again. Download the file once more.`,
          )
    }
  } catch (error) {
    if (error instanceof RangeError && error.message === TOO_MANY_ROWS) return refused(tooLong())
    throw error
  }
  return sheetsRead([{ name, ...csvRows(plain) }])
}

const tooLong = () => t`This table has more than ${MAX_SHEET_ROWS.toLocaleString(t.locale)} rows. Split it.`

function sheetsRead(sheets: (TextSheet & { firstLine?: number })[]): ReadTable {
  if (sheets.some(({ rows }) => rows.length > MAX_SHEET_ROWS)) return refused(tooLong())
  const filled = sheets
    .map(({ name, rows, firstLine = 1 }) => ({
      name,
      rows: rows
        .map((cells, at) => ({ line: at + firstLine, cells: cells.slice(0, MAX_COLUMNS).map(plainCell) }))
        .filter(({ cells }) => cells.some((cell) => cell !== '')),
    }))
    .filter(({ rows }) => rows.length > 0)
  return filled.length > 0
    ? { kind: 'sheets', sheets: filled }
    : refused(t`It contains no rows. Choose another file.`)
}

async function readZip(bytes: Uint8Array, name: string): Promise<ReadTable> {
  const members = new TextDecoder('latin1').decode(bytes)
  const has = (member: string) => members.includes(member)
  if (has('xl/workbook.bin'))
    return refused(t`This is a binary Excel workbook. Save it as XLSX or CSV, then choose that file.`)
  // Some programs compress the member that names the type.
  const isOpenDocument = has('META-INF/manifest.xml') && has('content.xml')
  if (isOpenDocument || has('application/vnd.oasis.opendocument') || /\.(?:ods|ots|odt)$/i.test(name))
    return refused(t`This is an OpenDocument file. Save it as XLSX or CSV, then choose that file.`)
  if (has('Index/Document.iwa'))
    return refused(t`This is a Numbers file. Export it as Excel or CSV, then choose that file.`)
  if (has('word/document.xml'))
    return refused(
      t`This is a Word document. Copy its table into a spreadsheet, save that as XLSX or CSV, then choose that file.`,
    )
  const { isWorkbook, sheetsOf } = await import('#web/files/workbook-sheet.ts')
  if (!isWorkbook(bytes))
    return /\.xls[xm]$/i.test(name)
      ? refused(t`This workbook is damaged. Save it again, or choose another file.`)
      : { kind: 'other' }
  try {
    return sheetsRead(sheetsOf(bytes))
  } catch (error) {
    return refused(error instanceof Error ? error.message : t`This workbook could not be read.`)
  }
}

/** `null` for bytes that are no text. Programs write UTF-16 without its mark, too. */
function encodingOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const head = bytes.subarray(0, HEAD)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length / 2
  if (odd > most * 0.6 && even < most * 0.1) return 'utf-16le'
  if (even > most * 0.6 && odd < most * 0.1) return 'utf-16be'
  if (even + odd > 0) return null
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    // Pictures and other files have control characters that no text has.
    return head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x1a)) ? null : 'windows-1252'
  }
}

function binaryReason(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    return t`This is an old Excel workbook, or it has a password. Save it as XLSX or CSV without one, then choose that file.`
  return [0x00, 0x02, 0x04, 0x08].some((version) => startsWith(bytes, [0x09, version, bytes[2] ?? 0, 0x00]))
    ? t`This is a very old Excel workbook. Save it as XLSX or CSV, then choose that file.`
    : null
}

function textReason(start: string): string | null {
  if (/^\{\\rtf/.test(start))
    return t`This is a text document (RTF). Copy its table into a spreadsheet, save that as XLSX or CSV, then choose that file.`
  if (/^mime-version:|^from: <saved by/i.test(start))
    return t`This is a saved web page. Open it in Excel, save it as XLSX or CSV, then choose that file.`
  if (/^begin:v(?:calendar|card)/i.test(start)) return t`This is a calendar or contacts file, not a table.`
  if (/^\{\s*"(?:url|doc_id)"/.test(start))
    return t`This is only a link to a Google sheet. In Google Sheets choose File, Download, and choose that file.`
  if (/^[[{]\s*["{\]}[]/.test(start))
    return t`This is a JSON file, not a table. Save it as XLSX or CSV, then choose that file.`
  return /^ID;P/.test(start)
    ? t`This is a SYLK file. Open it in Excel, save it as XLSX or CSV, then choose that file.`
    : null
}

function csvRows(text: string): { rows: string[][]; firstLine: number } {
  // Excel names the separator in a first line such as `sep=;`.
  const separator = text.match(/^"?sep=(.)"?\r?\n/i)
  const rest = separator ? text.slice(separator[0].length) : text
  const delimiter = separator?.[1] ?? delimiterOf(rest)
  const { data } = Papa.parse<string[]>(rest, { delimiter, preview: MAX_SHEET_ROWS + 1 })
  return { rows: data, firstLine: separator ? 2 : 1 }
}

/** The separator that makes columns of most rows. A title above the table has other separators, or none. */
function delimiterOf(text: string): string {
  const score = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 60 })
    const widths = Map.groupBy(
      data.map((row) => row.length),
      (width) => width,
    )
    return Math.max(0, ...[...widths].map(([width, rows]) => rows.length * (width - 1)))
  }
  return [',', ';', '\t', '|'].reduce((best, mark) => (score(mark) > score(best) ? mark : best))
}

const startsWith = (bytes: Uint8Array, signature: number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const refused = (reason: string): ReadTable => ({ kind: 'refused', reason })
