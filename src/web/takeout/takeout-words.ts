import type { ExportSummary } from '#shared/takeout/export.ts'
import { formatBytes } from '#web/core/ui/dates.ts'

type Counts = ExportSummary['counts']

function some(count: number, one: string, several: string): string {
  return `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? one : several}`
}

const list = new Intl.ListFormat('en-US')

/** "12 credentials, 2 CE cycles, 31 CE entries and 40 files". */
export function contentsText({
  credentials,
  cycles,
  entries,
  files,
}: Omit<Counts, 'shares' | 'inTrash'>): string {
  return list.format([
    some(credentials, 'credential', 'credentials'),
    some(cycles, 'CE cycle', 'CE cycles'),
    some(entries, 'CE entry', 'CE entries'),
    some(files, 'file', 'files'),
  ])
}

/** What an export would hold now. */
export function exportText({ counts, bytes }: ExportSummary): string {
  const trash = counts.inTrash > 0 ? `, ${counts.inTrash} of them in the trash` : ''
  return `Now that is ${contentsText(counts)}${trash}: about ${sizeText(bytes)}.`
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
