import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import { t } from '#web/i18n/t.ts'
import { groupTitles } from './list-text.ts'

const states = keysOf(groupTitles)
const header = [
  msg`Name`,
  msg`Requested by`,
  msg`Starts on`,
  msg`Ends on`,
  msg`Items`,
  ...states.map((state) => groupTitles[state]),
  msg`First that are left`,
]

/** Requirement lists, with the number of items in each state. */
export function requirementTable(lists: readonly ListSummary[]): ListTable {
  const rows = lists.map((list) => [
    ...[list.name, list.requestedBy, dateCell(list.startsOn), dateCell(list.endsOn), list.itemCount],
    ...states.map((state) => list.counts[state] ?? 0),
    list.left.join('; '),
  ])
  return { header: header.map((name) => t(name)), rows }
}
