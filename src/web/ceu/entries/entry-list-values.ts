import { topicLabel } from '#shared/ceu/ceu-text.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'

const header = [
  ...[
    msg`Title`,
    msg`Provider`,
    msg`Completed on`,
    msg`Contact hours`,
    msg`Hours that count in this cycle`,
    msg`Topics`,
  ],
  ...[msg`Activity type`, msg`Provider approved by`, msg`Provider number`, msg`Certificates`, msg`Notes`],
]

/** The entries of one cycle. */
export function entryTable(entries: readonly CeuEntry[], cycleId: string): ListTable {
  const rows = entries.map((entry) => [
    ...[entry.title, entry.provider, dateCell(entry.completedAt), entry.hours],
    entry.counts.find((count) => count.cycleId === cycleId)?.countedHours ?? 0,
    ...[
      entry.topicTags.map((tag) => topicLabel(tag, t)).join('; '),
      t(entryKindNames[entry.kind]),
      entry.approvedBy,
      entry.providerNumber,
    ],
    ...[entry.fileIds.length, entry.notes],
  ])
  return { header: header.map((name) => t(name)), rows }
}
