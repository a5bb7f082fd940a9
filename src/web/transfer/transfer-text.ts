import type { ExportSummary } from '#shared/transfer/export.ts'
import type { ImportResult } from '#shared/transfer/import.ts'
import { formatBytes } from '#web/format/bytes.ts'

type Counts = ExportSummary['counts']

function some(count: number, one: string, several: string): string {
  return `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? one : several}`
}

const list = new Intl.ListFormat('en-US')

/** "12 credentials, 31 CE entries, and 40 files": what there is none of is not named. */
export function contentsText({
  credentials,
  cycles,
  entries,
  files,
}: Omit<Counts, 'shares' | 'inTrash'>): string {
  const named = [
    [credentials, 'credential', 'credentials'],
    [cycles, 'CE cycle', 'CE cycles'],
    [entries, 'CE entry', 'CE entries'],
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
    return 'Now that is your profile and your activity: the vault is empty.'
  return `Now that is ${contentsText(counts)}${trash}.${size}`
}

/** "3.4 MB", "1.2 GB". */
export function sizeText(bytes: number): string {
  return bytes < 1024 ** 3 ? formatBytes(bytes) : `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

/** "120 MB of 312 MB". */
export function arrivedText(arrived: { done: number; total: number } | null): string {
  if (arrived === null) return 'Putting it together…'
  return `${sizeText(arrived.done)} of ${sizeText(Math.max(arrived.done, arrived.total))}`
}

/** What has to be said of files that are not as they were uploaded. */
export function faultsText(faults: number): string | null {
  if (faults === 0) return null
  return `${some(faults, 'file was', 'files were')} lost or damaged in this installation before. The page in the export names ${faults === 1 ? 'it' : 'them'}; ask whoever runs this installation for a backup.`
}

/** What came in. */
export function importedText(result: ImportResult): string {
  const trash = result.inTrash > 0 ? `; ${result.inTrash} of them are in the trash, as they were` : ''
  return `${contentsText(result)} came in${trash}.`
}

/** What did not, and why. */
export function leftOutTexts({ filesLeftOut, sharesLeftOut }: ImportResult): string[] {
  const texts: string[] = []
  if (filesLeftOut > 0)
    texts.push(
      `${some(filesLeftOut, 'file', 'files')} had been lost or damaged before the export was made, and could not come along.`,
    )
  if (sharesLeftOut > 0)
    texts.push(
      `${some(sharesLeftOut, 'share link', 'share links')} stayed behind: links made over there do not open your vault here. Make new ones.`,
    )
  return texts
}
