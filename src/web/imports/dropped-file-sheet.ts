import { MAX_SHEET_ROWS } from '#shared/files/workbook-read.ts'
import type { SheetRow } from '#shared/imports/course-table.ts'
import { guessColumns } from '#shared/imports/course-table.ts'
import { isCredentialHeader } from '#shared/imports/credential-table.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { decodeSheet, parseSheet } from '#web/ceu/import/import-sheet.ts'
import { rejectionOf } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'

const MAX_TABLE_BYTES = 10 * 1024 * 1024
const MAX_COLUMNS = 60

export type TableSheet = { name: string; rows: SheetRow[] }
/** The detected kind of a dropped file. */
export type Understood =
  | { kind: 'export' }
  | { kind: 'credentials' | 'courses'; sheets: TableSheet[] }
  | { kind: 'transcript'; sheet: TableSheet; publisher: string | null; isCut: boolean }
  | { kind: 'document' }
  | { kind: 'unreadable'; reason: string }

/** Detects the kind of a file by its bytes, and reads it if it is a table. Nothing leaves the browser. */
export async function understandFile(file: File, today: string): Promise<Understood> {
  if (file.size === 0) return unreadable(t`This file is empty.`)
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]))
    return unreadable(
      t`This is an old Excel workbook, or it has a password. Save it as XLSX or CSV without one, then choose that file.`,
    )
  if (startsWith(head, [0x50, 0x4b])) return understandZip(file)
  const isText =
    !head.some((byte) => byte === 0) || startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])
  const isPdf = startsWith(head, [0x25, 0x50, 0x44, 0x46])
  if (!isText || isPdf || file.type.startsWith('image/')) {
    const reason = rejectionOf(file)
    if (reason !== null) return unreadable(reason)
    return isPdf ? understandPdf(file, today) : { kind: 'document' }
  }
  if (file.size > MAX_TABLE_BYTES) return unreadable(t`This file is larger than 10 MiB. Split it.`)
  const text = decodeSheet(new Uint8Array(await file.arrayBuffer()))
  const rows = parseSheet(text)
  const most = MAX_SHEET_ROWS.toLocaleString(t.locale)
  if (rows.length > MAX_SHEET_ROWS) return unreadable(t`This table has more than ${most} rows. Split it.`)
  return tablesOf([{ name: file.name, rows }])
}

/** A list of courses, or else one document. A scan has no words: the forms read it. */
async function understandPdf(file: File, today: string): Promise<Understood> {
  const { readTranscript } = await import('./transcript-sheet.ts')
  const read = await readTranscript(file, today).catch(() => null)
  return read ? { kind: 'transcript', ...read } : { kind: 'document' }
}

async function understandZip(file: File): Promise<Understood> {
  // An export may be gigabytes, which must not be read here.
  if (file.size > MAX_TABLE_BYTES) return { kind: 'export' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { isWorkbook, sheetsOf } = await import('#web/files/workbook-sheet.ts')
  if (!isWorkbook(bytes)) return isExport(bytes) ? { kind: 'export' } : unreadable(otherZip(file.name))
  try {
    return tablesOf(
      sheetsOf(bytes).map(({ name, rows }) => ({
        name,
        rows: rows
          .map((cells, at) => ({ line: at + 1, cells: cells.slice(0, MAX_COLUMNS) }))
          .filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
      })),
    )
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : t`This workbook could not be read.`)
  }
}

/** Member names are uncompressed in a ZIP. */
const isExport = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes).includes(exportPaths.manifest)

const otherZip = (name: string) =>
  /\.xls[xm]$/i.test(name)
    ? t`This workbook is damaged. Save it again, or choose another file.`
    : t`This ZIP is not an export of Lanyard. Unpack it and choose the files in it.`

/** The sheet with the most known columns comes first, and determines the kind of table. */
function tablesOf(sheets: TableSheet[]): Understood {
  const known = sheets.filter(({ rows }) => rows.length > 1).sort((a, b) => columnsKnown(b) - columnsKnown(a))
  const [first] = known
  if (!first) return unreadable(t`It has no rows below its first one.`)
  const header = first.rows[0]?.cells ?? []
  return { kind: isCredentialHeader(header) ? 'credentials' : 'courses', sheets: known }
}

function columnsKnown({ rows }: TableSheet): number {
  const header = rows[0]?.cells ?? []
  if (isCredentialHeader(header)) return 100
  return guessColumns(header).filter((use) => use !== null).length
}

const startsWith = (bytes: Uint8Array, signature: number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const unreadable = (reason: string): Understood => ({ kind: 'unreadable', reason })
