import type { CeuEntry, Reason } from './entry.ts'
import { entryKindNames } from './kinds.ts'
import type { CeRule, RuleTopic, RuleWarning } from './rule.ts'
import { type Unit, unitNames } from './units.ts'

/** "2 hours", "1 hour", "0.25 hours": as many decimals as there are. */
export function hoursText(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** "0.5 CEUs", "300 minutes". */
export function amountText(amount: number, unit: Unit): string {
  const [singular, plural] = unitNames[unit]
  return `${amount} ${amount === 1 ? singular : plural}`
}

type ReasonContext = {
  cycle: { cycleStart: string; cycleEnd: string; rule: Pick<CeRule, 'caps'> | null }
  entry: Pick<CeuEntry, 'kind' | 'amount' | 'unit'>
  /** Formats a calendar date (`YYYY-MM-DD`) for the reader. */
  date(date: string): string
}

/** Why these hours count or do not. */
export function reasonText({ code, hours }: Reason, { cycle, entry, date }: ReasonContext): string {
  const notCounted = `${hoursText(hours)} ${hours === 1 ? 'does' : 'do'} not count`
  switch (code) {
    case 'accepted':
      return `${hoursText(hours)} ${hours === 1 ? 'counts' : 'count'}.`
    case 'outside_dates':
      return `${notCounted}: this cycle runs from ${date(cycle.cycleStart)} to ${date(cycle.cycleEnd)}.`
    case 'kind_refused':
      return `${notCounted}: “${entryKindNames[entry.kind]}” is not accepted under this cycle’s rule.`
    case 'over_cap':
      return `${notCounted}: the rule takes only so many hours of this kind in a cycle.`
    case 'over_day_cap':
      return `${notCounted}: the rule takes only so many hours from one day.`
    case 'set_by_owner':
      return hours === 0
        ? 'The hours accepted here were set by you.'
        : `${notCounted}: you set what is accepted here.`
    case 'converted':
      return `The certificate says ${amountText(entry.amount ?? 0, entry.unit)}; converted to contact hours.`
    case 'no_certificate':
      return 'No certificate yet. The hours count, but an audit will ask for it.'
    case 'topic_hours_missing':
      return 'Several topics, but not how many hours each: none counts for a topic until you say.'
  }
}

/** A warning to show with a rule; `asOf` is formatted for the reader. */
export function ruleWarningText(warning: RuleWarning, rule: CeRule, asOf: string): string {
  switch (warning) {
    case 'several_ways':
      return `CE is one of several ways. ${rule.alternatives ?? ''}`.trim()
    case 'medium_confidence':
      return 'The sources for this rule are second-hand or do not fully agree.'
    case 'low_confidence':
      return 'This rule rests on general knowledge, or a change to it was not settled when we read it.'
    case 'undated':
      return 'The sources of this rule carry no date.'
    case 'old':
      return `What this rule says was published ${asOf}, more than a year ago.`
  }
}

/** "every renewal", "once", "every 3rd renewal". */
export function frequencyText(every: RuleTopic['every']): string {
  if (every === 'cycle') return 'every renewal'
  if (every === 'once') return 'once'
  if (every === 'first-renewal') return 'at the first renewal'
  const count = Number(every.split(' ')[0])
  return count === 2 ? 'every other renewal' : `every ${count}${count === 3 ? 'rd' : 'th'} renewal`
}
