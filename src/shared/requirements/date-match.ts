import { addDays, addMonths } from '#shared/kernel/dates.ts'
import { type AgeLimit, LAST_DAY } from './item.ts'

/** The days that decide: when it was issued, and until when it holds. */
export type DatedRecord = {
  issuedOn: string | null
  endsOn: string | null
  /** Without `endsOn` it never ends, or no end is required. */
  hasNoEnd: boolean
}
export type AgeRules = { issuedWithin: AgeLimit | null; validThrough: string | null }
export type ContractDays = { startsOn: string | null; endsOn: string | null }

/** The state of one record by the date rules of an item, with the decisive day. */
export type DateMatch =
  | { state: 'held' }
  /** It has ended already, or ends before the contract starts. */
  | { state: 'ended'; on: string; isOver: boolean }
  /** `neededUntil` is the last day, or the date that the item names. */
  | { state: 'ends_during'; on: string; neededUntil: string }
  | { state: 'too_old'; issuedOn: string; earliest: string }
  | { state: 'unknown'; missing: 'end' | 'issued' }

/** The first day on which it may have been issued. */
export function earliestIssue(startsOn: string, { amount, unit }: AgeLimit): string {
  return unit === 'days' ? addDays(startsOn, -amount) : addMonths(startsOn, -amount)
}

/**
 * The rule for the records that an item may mean. A fact that rules a record out takes precedence over an unknown one; an
 * unknown one is never held. Today decides where the contract has no days.
 */
export function dateMatcher(
  { issuedWithin, validThrough }: AgeRules,
  contract: ContractDays,
  today: string,
): (record: DatedRecord) => DateMatch {
  const earliest = issuedWithin && earliestIssue(contract.startsOn ?? today, issuedWithin)
  return (record) => matchDates(record, { issuedWithin, validThrough, earliest }, contract, today)
}

type AgeLimits = AgeRules & { earliest: string | null }

function matchDates(
  { issuedOn, endsOn, hasNoEnd }: DatedRecord,
  { issuedWithin, validThrough, earliest }: AgeLimits,
  contract: ContractDays,
  today: string,
): DateMatch {
  const first = contract.startsOn !== null && contract.startsOn > today ? contract.startsOn : today
  if (endsOn !== null && endsOn < first) return { state: 'ended', on: endsOn, isOver: endsOn < today }
  if (earliest !== null && issuedOn !== null && issuedOn < earliest)
    return { state: 'too_old', issuedOn, earliest }
  if (endsOn === null && !hasNoEnd) return { state: 'unknown', missing: 'end' }
  if (issuedWithin !== null && issuedOn === null) return { state: 'unknown', missing: 'issued' }
  if (validThrough === null || endsOn === null) return { state: 'held' }
  const neededUntil = validThrough === LAST_DAY ? contract.endsOn : validThrough
  return neededUntil !== null && endsOn < neededUntil
    ? { state: 'ends_during', on: endsOn, neededUntil }
    : { state: 'held' }
}
