import type { ExportSummary } from '#shared/transfer/export.ts'
import type { ImportResult } from '#shared/transfer/import.ts'
import { formatBytes } from '#web/format/bytes.ts'

type Counts = ExportSummary['counts']

function some(count: number, one: string, several: string): string {
  return `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? one : several}`
}

const list = new Intl.ListFormat('en-US')

/** "12 credentials, 31 CE entries, and 40 files"; leaves out what there is none of. */
export function contentsText({
  credentials,
  cycles,
  entries,
  practiceRecords,
  healthRecords,
  files,
}: Omit<Counts, 'shares' | 'inTrash'>): string {
  const named = [
    [credentials, 'credential', 'credentials'],
    [cycles, 'CE cycle', 'CE cycles'],
    [entries, 'CE entry', 'CE entries'],
    [practiceRecords, 'practice record', 'practice records'],
    [healthRecords, 'health record', 'health records'],
    [files, 'file', 'files'],
  ] as const
  const there = named.filter(([count]) => count > 0)
  return there.length === 0
    ? 'Nothing'
    : list.format(there.map(([count, one, several]) => some(count, one, several)))
}

/** What an export would hold now. */
export function exportText({ counts, bytes }: ExportSummary): string {
  const trash = counts.inTrash > 0 ? `, ${counts.inTrash} of them in the trash` : ''
  const size = counts.files > 0 ? ` The files take ${sizeText(bytes)}.` : ''
  if (contentsText(counts) === 'Nothing')
    return 'Your vault is empty: the export contains your profile and activity.'
  return `Contains ${contentsText(counts)}${trash}.${size}`
}

/** "3.4 MB", "1.2 GB". */
export function sizeText(bytes: number): string {
  return bytes < 1024 ** 3 ? formatBytes(bytes) : `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

/** "120 MB of 312 MB". */
export function progressText(progress: { done: number; total: number } | null): string {
  if (progress === null) return 'Preparing the export…'
  return `${sizeText(progress.done)} of ${sizeText(Math.max(progress.done, progress.total))}`
}

/** About files whose bytes are missing or changed; `null` when there are none. */
export function integrityText(faults: number): string | null {
  if (faults === 0) return null
  return `${some(faults, 'file was', 'files were')} already lost or damaged in this installation. The page in the export lists ${faults === 1 ? 'it' : 'them'}. Ask whoever runs this installation for a backup.`
}

/** What was imported. */
export function importedText(result: ImportResult): string {
  const trash = result.inTrash > 0 ? `; ${result.inTrash} of them are in the trash` : ''
  return `Imported ${contentsText(result)}${trash}.`
}

/** What was not imported, and why. */
export function skippedTexts({ filesLeftOut, sharesLeftOut }: ImportResult): string[] {
  const texts: string[] = []
  if (filesLeftOut > 0)
    texts.push(
      `${some(filesLeftOut, 'file', 'files')} could not be imported: lost or damaged before the export was made.`,
    )
  if (sharesLeftOut > 0)
    texts.push(
      `${some(sharesLeftOut, 'share link', 'share links')} not imported: links from the other installation do not work here. Create new ones.`,
    )
  return texts
}
