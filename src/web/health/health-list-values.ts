import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import type { HealthRecord } from '#shared/health/record.ts'
import { healthStateText } from '#shared/health/record-text.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'

const header = [msg`Kind`, msg`What it says`, msg`Date`, msg`Documents`]

/** Health records as the list says them: no number, no name of anyone, no notes. Those are in the full export only. */
export function healthTable(records: readonly HealthRecord[]): ListTable {
  const rows = records.map((record) => [
    ...[t(healthCatalog[record.kind].label), healthStateText(record, t)],
    ...[dateCell(record.performedOn), record.fileIds.length],
  ])
  return { header: header.map((name) => t(name)), rows }
}
