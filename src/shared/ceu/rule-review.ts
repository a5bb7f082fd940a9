import { endOfMonth } from '#shared/kernel/dates.ts'
import type { CeRule } from './rule.ts'

/** The states with the most people, by the 2020 census. */
const largestStates = new Set('CA TX FL NY PA IL OH GA NC MI NJ VA WA AZ MA TN IN MD MO WI'.split(' '))

const MONTHS_LARGEST = 3
const MONTHS_OTHERS = 6

/**
 * When the sources of a rule should be read again: after a quarter for the 20 largest states, after half a year for
 * others.
 */
export function reviewDueOn({ jurisdiction, readOn }: Pick<CeRule, 'jurisdiction' | 'readOn'>): string {
  const isLargest = jurisdiction !== null && largestStates.has(jurisdiction)
  return addMonths(readOn, isLargest ? MONTHS_LARGEST : MONTHS_OTHERS)
}

/** The same day of a later month, or the last day of the month if it has no such day. */
function addMonths(date: string, months: number): string {
  const later = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = String(Math.floor(later / 12)).padStart(4, '0')
  const month = `${year}-${String((later % 12) + 1).padStart(2, '0')}`
  const last = endOfMonth(`${month}-01`)
  const same = `${month}-${date.slice(8)}`
  return same < last ? same : last
}
