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

/** Something about a rule that nobody has confirmed, or that has to be read again. */
export type RuleGap = {
  kind: 'doubt' | 'no source' | 'pending law' | 'review'
  what: string
  /** Where to look: the best source of the part, or the site of the board. */
  url: string
}

/**
 * What is not known about a rule: its doubts, its parts without a source, law whose date has passed, and sources that are
 * due for review by `until`.
 */
export function findRuleGaps(rule: CeRule, today: string, until = today): RuleGap[] {
  const { boardUrl } = rule
  const dueOn = reviewDueOn(rule)
  return [
    ...rule.doubts.map(
      ({ part, why }): RuleGap => ({
        kind: 'doubt',
        what: `${part}: ${why}`,
        url: rule.evidence.find(({ supports }) => supports.includes(part))?.url ?? boardUrl,
      }),
    ),
    ...rule.uncited.map((what): RuleGap => ({ kind: 'no source', what, url: boardUrl })),
    ...rule.pending
      .filter(({ expected }) => expected !== null && expected < today.slice(0, expected.length))
      .map(
        ({ what, expected, source }): RuleGap => ({
          kind: 'pending law',
          what: `${what} (expected ${expected})`,
          url: isAddress(source) ? source : boardUrl,
        }),
      ),
    ...(dueOn <= until
      ? [
          {
            kind: 'review' as const,
            what: `Read on ${rule.readOn}, due for review on ${dueOn}`,
            url: boardUrl,
          },
        ]
      : []),
  ]
}

const isAddress = (source: string | null): source is string =>
  source !== null && /^https?:\/\/\S+$/.test(source)
