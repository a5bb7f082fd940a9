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
      return `${notCounted}: the rule limits hours of this type per cycle.`
    case 'over_day_cap':
      return `${notCounted}: the rule limits hours per day.`
    case 'set_by_owner':
      return hours === 0
        ? 'You set the hours accepted here.'
        : `${notCounted}: you set the hours accepted here.`
    case 'converted':
      return `The certificate says ${amountText(entry.amount ?? 0, entry.unit)}; converted to contact hours.`
    case 'no_certificate':
      return 'No certificate yet. The hours count, but an audit will ask for it.'
    case 'topic_hours_missing':
      return 'Several topics without hours. Enter the hours of each topic to make them count.'
  }
}

/** A warning to show with a rule; `asOf` is formatted for the reader. */
export function ruleWarningText(warning: RuleWarning, rule: CeRule, asOf: string): string {
  switch (warning) {
    case 'several_ways':
      return `CE is one of several ways to renew. ${rule.alternatives ?? ''}`.trim()
    case 'medium_confidence':
      return 'Our sources for this rule are secondhand or do not fully agree.'
    case 'low_confidence':
      return 'This rule is based on general knowledge, or a change to it was still pending when we checked.'
    case 'undated':
      return "Our sources don't say when this rule last changed."
    case 'old':
      return `Our source for this rule was published ${asOf}, more than a year ago.`
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
