import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { cycleName, stateName } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'

const header = [
  ...[msg`For`, msg`State`, msg`First day`, msg`Last day`, msg`Required hours`],
  ...[msg`Hours that count`, msg`Hours of all courses`, msg`Courses`, msg`Notes`],
]

/** CE cycles, including past ones. Unknown required hours are left empty. */
export function cycleTable(cycles: readonly CeuCycle[]): ListTable {
  const rows = cycles.map((cycle) => [
    ...[cycleName(cycle), cycle.state === null ? null : stateName(cycle.state)],
    ...[dateCell(cycle.cycleStart), dateCell(cycle.cycleEnd), cycle.requiredHours],
    ...[cycle.hoursCounted, cycle.hoursCompleted, cycle.entryCount, cycle.notes],
  ])
  return { header: header.map((name) => t(name)), rows }
}
