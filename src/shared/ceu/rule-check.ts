import { isCalendarDate } from '#shared/kernel/dates.ts'
import { type CeRule, ceRule } from './rule.ts'

/** A fault of a record. `field` is its path, such as `topics.2.hours`. */
export type RuleFault = { id: string; field: string; what: string }

/** Why these records cannot be used, one by one and together. Empty if they can be used. */
export function findRuleFaults(records: readonly unknown[]): RuleFault[] {
  const rules: CeRule[] = []
  const faults = records.flatMap((record, index) => {
    const parsed = ceRule.safeParse(record)
    const id = idOf(record) ?? `the record at position ${index + 1}`
    if (!parsed.success)
      return parsed.error.issues.map(({ path, message }) => ({ id, field: path.join('.'), what: message }))
    rules.push(parsed.data)
    return faultsOf(parsed.data, [checkName, checkDates, checkTopics])
  })
  return [...faults, ...findOverlaps(rules)]
}

type Fault = Omit<RuleFault, 'id'>

function faultsOf(rule: CeRule, checks: ((rule: CeRule) => Fault[])[]): RuleFault[] {
  return checks.flatMap((check) => check(rule)).map((fault) => ({ id: rule.id, ...fault }))
}

function idOf(record: unknown): string | null {
  const id = typeof record === 'object' && record !== null && 'id' in record ? record.id : null
  return typeof id === 'string' && id !== '' ? id.slice(0, 60) : null
}

function checkName({ id, jurisdiction, license, certification }: CeRule): Fault[] {
  const name = certification === null ? `${jurisdiction}-${license}` : `CERT-${certification}`
  const isNamed = id === name || (certification === null && id.startsWith(`${name}-`))
  return isNamed ? [] : [{ field: 'id', what: `The record is about ${name}` }]
}

function checkDates({ effectiveFrom, effectiveUntil, renewal, topics }: CeRule): Fault[] {
  const windows = [
    { field: 'effectiveUntil', effectiveFrom, effectiveUntil },
    ...topics.map((topic, index) => ({ field: `topics.${index}.effectiveUntil`, ...topic })),
  ]
  const reversed = windows.filter(
    ({ effectiveFrom: from, effectiveUntil: until }) => from !== null && until !== null && until < from,
  )
  const unknown = renewal.dates.flatMap(({ month, day }, index) => {
    const date = `2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return isCalendarDate(date) ? [] : [{ field: `renewal.dates.${index}`, what: 'There is no such day' }]
  })
  return [...reversed.map(({ field }) => ({ field, what: 'It ends before it begins' })), ...unknown]
}

function checkTopics({ topics, firstRenewal }: CeRule): Fault[] {
  const keys = new Set(topics.map(({ key }) => key))
  const twice = topics.flatMap(({ key }, index) => {
    const other = topics.slice(0, index).find((topic) => topic.key === key)
    return other && areTogether(other, topics[index] ?? other)
      ? [{ field: `topics.${index}.key`, what: `Another topic has the key ${key} at the same time` }]
      : []
  })
  const replaced = topics.flatMap(({ key, replaces }, index) =>
    replaces === null || (replaces !== key && keys.has(replaces))
      ? []
      : [{ field: `topics.${index}.replaces`, what: `No other topic has the key ${replaces}` }],
  )
  const due = firstRenewal.topicsStillDue.flatMap((key, index) =>
    keys.has(key)
      ? []
      : [{ field: `firstRenewal.topicsStillDue.${index}`, what: `No topic has the key ${key}` }],
  )
  return [...twice, ...replaced, ...due]
}

/** Two records of one id must not overlap in time. Otherwise it is unclear which one counts. */
function findOverlaps(rules: readonly CeRule[]): RuleFault[] {
  const byId = Map.groupBy(rules, ({ id }) => id)
  return [...byId].flatMap(([id, records]) =>
    records.flatMap((record, index) =>
      records.slice(0, index).some((other) => areTogether(other, record))
        ? [{ id, field: 'effectiveFrom', what: 'Another record of this id is about the same time' }]
        : [],
    ),
  )
}

type Window = Pick<CeRule, 'effectiveFrom' | 'effectiveUntil'>

function areTogether(a: Window, b: Window): boolean {
  const isBefore = (first: Window, second: Window) =>
    first.effectiveUntil !== null &&
    second.effectiveFrom !== null &&
    first.effectiveUntil < second.effectiveFrom
  return !isBefore(a, b) && !isBefore(b, a)
}
