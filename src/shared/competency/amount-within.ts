import { daysBetween } from '#shared/kernel/dates.ts'
import type { CompetencyKind, CompetencyRecord } from './record.ts'

type Counted = Pick<CompetencyRecord, 'kind' | 'amount' | 'startDate' | 'endDate'>

/**
 * `amount`: hours, credits or modules. `records`: how many count, at least in part. `isProrated`: at least one counts in
 * part.
 */
export type AmountWithin = { amount: number; records: number; isProrated: boolean }

/**
 * The total of the records of one kind from `from` to `to`, inclusive, and never more than their amounts. Practice
 * hours that lie partly inside count by their share of days, rounded down to the hundredth of each record. Anything
 * else counts on its `endDate`: credits are earned, an exam is passed, on the day it is finished.
 */
export function amountWithin(
  records: readonly Counted[],
  kind: CompetencyKind,
  from: string,
  to: string,
): AmountWithin {
  let sum = 0
  let counted = 0
  let isProrated = false
  for (const record of records) {
    if (record.kind !== kind) continue
    const { inside, days } = daysWithin(record, from, to)
    if (inside === 0) continue
    sum += Math.floor((hundredths(record.amount ?? 0) * inside) / days)
    counted += 1
    isProrated ||= inside < days
  }
  return { amount: sum / 100, records: counted, isProrated }
}

/** The number of the record's days within the dates. */
function daysWithin({ kind, startDate, endDate }: Counted, from: string, to: string) {
  const start = kind === 'practice_hours' && startDate !== null ? startDate : endDate
  const first = start > from ? start : from
  const last = endDate < to ? endDate : to
  return { inside: Math.max(0, daysBetween(first, last) + 1), days: daysBetween(start, endDate) + 1 }
}

const hundredths = (amount: number): number => Math.round(amount * 100)
