import { type CompetencyRecord, competencyKindNames, competencyUnit } from '#shared/competency/record.ts'
import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'

const header = [
  ...[msg`Title`, msg`Kind`, msg`Organization`, msg`First day`, msg`Last day`],
  ...[msg`Amount`, msg`Unit`, msg`Documents`, msg`Notes`],
]

/** The practice log. */
export function practiceTable(records: readonly CompetencyRecord[]): ListTable {
  const rows = records.map((record) => [
    ...[record.title, t(competencyKindNames[record.kind]), record.organization],
    ...[dateCell(record.startDate), dateCell(record.endDate), record.amount],
    record.amount === null ? null : competencyUnit(record.kind, t),
    ...[record.fileIds.length, record.notes],
  ])
  return { header: header.map((name) => t(name)), rows }
}
