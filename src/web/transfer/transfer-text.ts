import { plural } from '#shared/i18n/translate.ts'
import type { ExportSummary } from '#shared/transfer/export.ts'
import type { ImportResult } from '#shared/transfer/import.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'

type Contents = Omit<ExportSummary['counts'], 'shares' | 'inTrash'>

/** "12 credentials, 31 CE entries, and 40 files"; leaves out zero counts. */
export function contentsText(contents: Contents): string {
  const there = partsOf(contents)
  return there.length === 0 ? t`Nothing` : new Intl.ListFormat(t.locale).format(there)
}

function partsOf({
  credentials,
  cycles,
  entries,
  practiceRecords,
  healthRecords,
  files,
}: Contents): string[] {
  const named: [number, () => string][] = [
    [credentials, () => t`${plural(credentials, { one: '# credential', other: '# credentials' })}`],
    [cycles, () => t`${plural(cycles, { one: '# CE cycle', other: '# CE cycles' })}`],
    [entries, () => t`${plural(entries, { one: '# CE entry', other: '# CE entries' })}`],
    [
      practiceRecords,
      () => t`${plural(practiceRecords, { one: '# practice record', other: '# practice records' })}`,
    ],
    [healthRecords, () => t`${plural(healthRecords, { one: '# health record', other: '# health records' })}`],
    [files, () => t`${plural(files, { one: '# file', other: '# files' })}`],
  ]
  return named.filter(([count]) => count > 0).map(([, text]) => text())
}

/** The contents of an export now. */
export function exportText({ counts, bytes }: ExportSummary): string {
  if (partsOf(counts).length === 0)
    return t`Your vault is empty: the export contains your profile and activity.`
  const contents = contentsText(counts)
  const first =
    counts.inTrash > 0
      ? t`Contains ${contents}, ${counts.inTrash} of them in the trash.`
      : t`Contains ${contents}.`
  return counts.files > 0 ? `${first} ${t`The files take ${sizeText(bytes)}.`}` : first
}

/** "3.4 MB", "1.2 GB". */
export function sizeText(bytes: number): string {
  return bytes < 1024 ** 3 ? formatBytes(bytes) : `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

/** "120 MB of 312 MB". */
export function progressText(progress: { done: number; total: number } | null): string {
  if (progress === null) return t`Preparing the export…`
  return t`${sizeText(progress.done)} of ${sizeText(Math.max(progress.done, progress.total))}`
}

/** About files whose bytes are missing or changed; `null` when there are none. */
export function integrityText(faults: number): string | null {
  if (faults === 0) return null
  return t`${plural(faults, { one: '# file was already lost or damaged in this installation. The page in the export lists it.', other: '# files were already lost or damaged in this installation. The page in the export lists them.' })} Ask whoever runs this installation for a backup.`
}

/** The imported records. */
export function importedText(result: ImportResult): string {
  const contents = contentsText(result)
  return result.inTrash > 0
    ? t`Imported ${contents}; ${result.inTrash} of them are in the trash.`
    : t`Imported ${contents}.`
}

/** The records that were not imported, and why. */
export function skippedTexts({ filesLeftOut, sharesLeftOut }: ImportResult): string[] {
  const texts: string[] = []
  if (filesLeftOut > 0)
    texts.push(
      t`${plural(filesLeftOut, { one: '# file', other: '# files' })} could not be imported: lost or damaged before the export was made.`,
    )
  if (sharesLeftOut > 0)
    texts.push(
      t`${plural(sharesLeftOut, { one: '# share link', other: '# share links' })} not imported: links from the other installation do not work here. Create new ones.`,
    )
  return texts
}
