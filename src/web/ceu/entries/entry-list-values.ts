import type { CeuEntry } from '#shared/ceu/entry.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { dateCell, type ListTable } from '#shared/files/list-file.ts'

const header = [
  ...['Title', 'Provider', 'Completed on', 'Contact hours', 'Hours that count in this cycle', 'Topics'],
  ...['Activity type', 'Provider approved by', 'Provider number', 'Certificates', 'Notes'],
]

/** The entries of one cycle. */
export function entryTable(entries: readonly CeuEntry[], cycleId: string): ListTable {
  const rows = entries.map((entry) => [
    ...[entry.title, entry.provider, dateCell(entry.completedAt), entry.hours],
    entry.counts.find((count) => count.cycleId === cycleId)?.countedHours ?? 0,
    ...[entry.topicTags.join('; '), entryKindNames[entry.kind], entry.approvedBy, entry.providerNumber],
    ...[entry.fileIds.length, entry.notes],
  ])
  return { header, rows }
}
