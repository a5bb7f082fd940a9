import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import type { HealthRecord } from '#shared/health/record.ts'
import { healthStateText } from '#shared/health/record-text.ts'

const header = ['Kind', 'What it says', 'Date', 'Documents']

/** Health records as the list says them: no number, no name of anyone, no notes. Those are in the full export only. */
export function healthTable(records: readonly HealthRecord[]): ListTable {
  const rows = records.map((record) => [
    ...[healthCatalog[record.kind].label, healthStateText(record)],
    ...[dateCell(record.performedOn), record.fileIds.length],
  ])
  return { header, rows }
}
