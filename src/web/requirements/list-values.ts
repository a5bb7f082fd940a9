import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import { groupTitles } from './list-text.ts'

const states = Object.keys(groupTitles) as (keyof typeof groupTitles)[]
const header = [
  'Name',
  'Requested by',
  'Starts on',
  'Ends on',
  'Items',
  ...states.map((state) => groupTitles[state]),
  'First that are left',
]

/** Requirement lists, with how many of their items are in each state. */
export function requirementTable(lists: readonly ListSummary[]): ListTable {
  const rows = lists.map((list) => [
    ...[list.name, list.requestedBy, dateCell(list.startsOn), dateCell(list.endsOn), list.itemCount],
    ...states.map((state) => list.counts[state] ?? 0),
    list.left.join('; '),
  ])
  return { header, rows }
}
