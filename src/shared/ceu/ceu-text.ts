import { formatDate } from '#shared/kernel/format-date.ts'
import type { CeuEntry, Reason } from './entry.ts'
import { entryKindNames } from './kinds.ts'
import type { CycleNeed } from './needs.ts'
import { yearsOf } from './requirements.ts'
import type { CeRule, RulePart, RuleTopic } from './rule.ts'
import type { RuleCaveat } from './rule-facts.ts'
import { ruleAmountText } from './unit-text.ts'
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
  cycle: { cycleStart: string; cycleEnd: string; rule: Pick<CeRule, 'unit'> | null }
  entry: Pick<CeuEntry, 'kind' | 'amount' | 'unit'>
  /** Formats a calendar date (`YYYY-MM-DD`) for the reader. */
  date(date: string): string
}

/** Why these hours count or do not. */
export function reasonText({ code, hours }: Reason, { cycle, entry, date }: ReasonContext): string {
  const amount = ruleAmountText(hours, cycle.rule)
  const notCounted = `${amount} ${hours === 1 ? 'does' : 'do'} not count`
  switch (code) {
    case 'accepted':
      return `${amount} ${hours === 1 ? 'counts' : 'count'}.`
    case 'outside_dates':
      return `${notCounted}: this cycle runs from ${date(cycle.cycleStart)} to ${date(cycle.cycleEnd)}.`
    case 'kind_refused':
      return `${notCounted}: “${entryKindNames[entry.kind]}” is not accepted under this cycle’s rule.`
    case 'kind_unclear':
      return `${notCounted}: say whether this was BLS or ACLS, PALS or NRP. This rule treats them differently.`
    case 'no_conversion':
      return `${notCounted}: this rule counts ${cycle.rule?.unit ?? 'points'}, not hours. Enter what it is worth here.`
    case 'over_category':
      return `${notCounted}: the rule limits this category or topic.`
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

const partNames: Record<RulePart, string> = {
  hours: 'the hours',
  renewal: 'the renewal date',
  firstRenewal: 'the first renewal',
  topics: 'the topics',
  excludes: 'what does not count',
  ways: 'the ways to renew',
  carryOver: 'hours carried over',
}

/** "the hours and the topics". */
export const partsText = (parts: readonly RulePart[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(parts.map((part) => partNames[part]))

/** A fact that an owner must know before relying on a rule, in a sentence or two. */
export function caveatText(caveat: RuleCaveat, rule: CeRule): string {
  const body = rule.certification === null ? 'board' : 'certifying body'
  switch (caveat.code) {
    case 'several_ways':
      return `There are ${rule.ways.length} ways to renew. CE hours are one of them, or part of them.`
    case 'not_hours':
      return `It counts ${rule.unit}, not hours: what an activity is worth is in the handbook of the ${body}.`
    case 'not_official':
      return `What we know about ${partsText(caveat.parts)} is from others, not from texts of the ${body}.`
    case 'uncited':
      return `We have no source to cite for ${partsText(caveat.parts)}. Ask the ${body}.`
    case 'unknown':
      return `We found nothing about ${partsText(caveat.parts)}. Ask the ${body}.`
    case 'limits_in_words':
      return 'It has limits that Lanyard cannot count: see the limits in the rule.'
    case 'pending_law':
      return 'The law may change: see what is pending in the rule.'
    case 'overdue':
      return `We last read its sources on ${formatDate(rule.readOn, null)} and should have read them again since.`
  }
}

/** "every renewal", "once", "every 3rd renewal", "every 4 years". */
export function frequencyText(every: RuleTopic['every']): string {
  if (every === 'cycle') return 'every renewal'
  if (every === 'once') return 'once'
  if (every === 'first-renewal') return 'at the first renewal'
  const years = yearsOf({ every })
  if (years !== null) return years === 1 ? 'every year' : `every ${years} years, whatever the renewal`
  const count = Number(every.split(' ')[0])
  return count === 2 ? 'every other renewal' : `every ${count}${count === 3 ? 'rd' : 'th'} renewal`
}

const needNames: Record<CycleNeed['kind'], string> = {
  ce: 'CE hours',
  practice_hours: 'practice hours',
  certification: 'A current certification',
  academic_credits: 'academic credits',
  refresher: 'A refresher course',
  exam: 'An exam',
  course: 'A course',
  assessment: 'An assessment',
  publication: 'A publication',
  portfolio: 'A portfolio',
  other: 'Something else',
}

/** "320 practice hours in 2 years"; "A refresher course of 160 hours"; what it is in words, where the kind does not say. */
export function needName({
  kind,
  amount,
  years,
  what,
}: Pick<CycleNeed, 'kind' | 'amount' | 'years' | 'what'>): string {
  const within = years === null ? '' : years === 1 ? ' in one year' : ` in ${years} years`
  if (kind === 'practice_hours' || kind === 'academic_credits') {
    const count = amount === null ? 'Enough' : amount.toLocaleString('en-US')
    return `${count} ${needNames[kind]}${within}`
  }
  const name = what ?? needNames[kind]
  return `${name}${amount === null ? '' : ` (${hoursText(amount)})`}${within}`
}
