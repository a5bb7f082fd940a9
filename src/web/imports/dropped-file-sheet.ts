import { hasPdfHeader } from '#shared/files/pdf-bytes.ts'
import { readCourseColumns } from '#shared/imports/course-columns.ts'
import { readCredentialColumns } from '#shared/imports/credential-columns.ts'
import { kindOfTable, type Table, type TableKind, tablesIn } from '#shared/imports/table-head.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { MAX_TABLE_BYTES, readTable } from '#web/files/table-sheet.ts'
import { rejectionOf } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'

export type NamedTable = { name: string; kind: TableKind; table: Table }
/** The detected kind of a dropped file. */
export type Understood =
  | { kind: 'export' }
  | { kind: 'tables'; tables: NamedTable[] }
  | { kind: 'transcript'; table: Table; publisher: string | null; isCut: boolean }
  | { kind: 'document' }
  | { kind: 'unreadable'; reason: string }

/** Detects the kind of a file by its bytes, and reads it if it is a table. Nothing leaves the browser. */
export async function understandFile(file: File, today: string): Promise<Understood> {
  if (file.size === 0) return unreadable(t`This file is empty.`)
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer())
  const isZip = head[0] === 0x50 && head[1] === 0x4b
  // An export may be gigabytes, which must not be read here.
  if (isZip && file.size > MAX_TABLE_BYTES) return { kind: 'export' }
  const isPdf = hasPdfHeader(head)
  if (isPdf || file.type.startsWith('image/')) return understandDocument(file, isPdf, today)
  const bytes = new Uint8Array(await (isZip ? file : file.slice(0, MAX_TABLE_BYTES + 1)).arrayBuffer())
  const read = await readTable(bytes, file.name)
  if (read.kind === 'refused') return unreadable(read.reason)
  if (read.kind === 'other') {
    if (!isZip) return understandDocument(file, false, today)
    const isExport = new TextDecoder('latin1').decode(bytes).includes(exportPaths.manifest)
    return isExport
      ? { kind: 'export' }
      : unreadable(t`This ZIP is not an export of Lanyard. Unpack it and choose the files in it.`)
  }
  const tables = read.sheets.flatMap(({ name, rows }) => {
    const parts = tablesIn(rows)
    return parts.map((table) => ({
      name: parts.length > 1 && table.head !== null ? t`${name}, from row ${table.head}` : name,
      kind: kindOfTable(table),
      table,
    }))
  })
  // The table with the most known columns comes first.
  const filled = tables
    .filter(({ table }) => table.rows.length > 0)
    .sort((a, b) => columnsKnown(b) - columnsKnown(a))
  return filled.length > 0
    ? { kind: 'tables', tables: filled }
    : unreadable(t`It has no rows below its first one.`)
}

/** A list of courses, or else one document. A scan has no words: the forms read it. */
async function understandDocument(file: File, isPdf: boolean, today: string): Promise<Understood> {
  const reason = rejectionOf(file)
  if (reason !== null) return unreadable(reason)
  if (!isPdf) return { kind: 'document' }
  const { readTranscript } = await import('./transcript-sheet.ts')
  const read = await readTranscript(file, today).catch(() => null)
  return read ? { kind: 'transcript', ...read } : { kind: 'document' }
}

function columnsKnown({ kind, table: { header, rows } }: NamedTable): number {
  const cells = rows.map((row) => row.cells)
  const { uses } =
    kind === 'courses' ? readCourseColumns(header, cells) : readCredentialColumns(header, cells)
  return uses.filter((use) => use !== null).length
}

const unreadable = (reason: string): Understood => ({ kind: 'unreadable', reason })
