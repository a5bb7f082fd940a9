import { msg, type Translate } from '#shared/i18n/translate.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import type { CeuEntry, CeuEntryInput, Reason } from './entry.ts'
import { entryKindNames } from './kinds.ts'
import type { CycleNeed } from './needs.ts'
import { yearsOf } from './requirements.ts'
import type { CeRule, RulePart, RuleTopic } from './rule.ts'
import type { RuleCaveat } from './rule-facts.ts'
import { ruleAmountText, ruleUnitName } from './unit-text.ts'
import { type Unit, unitNames } from './units.ts'

/** The name of each field of an entry, in its form and wherever else it is named. */
export const entryLabels = {
  title: msg`Title`,
  provider: msg`Provider`,
  completedAt: msg`Completed on`,
  hours: msg`Contact hours`,
  amount: msg`Amount on the certificate`,
  unit: msg`Unit`,
  topicTags: msg`Topics`,
  topicHours: msg`Hours by topic`,
  kind: msg`Activity type`,
  cycleId: msg`Cycle`,
  counts: msg`Counts in`,
  holderName: msg`Name on the certificate`,
  approvedBy: msg`Provider approved by`,
  providerNumber: msg`Provider number`,
  notes: msg`Notes`,
  fileId: msg`Main document`,
  fileIds: msg`Documents`,
} as const satisfies Record<keyof CeuEntryInput, string>

/** "2 hours", "1 hour", "0.25 hours": with all its decimals. */
export function hoursText(hours: number, t: Translate): string {
  return ruleAmountText(hours, null, t)
}

/** "0.5 CEUs", "300 minutes". */
export function amountText(amount: number, unit: Unit, t: Translate): string {
  const [singular, plural] = unitNames[unit]
  return `${amount} ${t(amount === 1 ? singular : plural)}`
}

type ReasonContext = {
  cycle: { cycleStart: string; cycleEnd: string; rule: Pick<CeRule, 'unit'> | null }
  entry: Pick<CeuEntry, 'kind' | 'amount' | 'unit'>
  /** Formats a calendar date (`YYYY-MM-DD`) for the reader. */
  date(date: string): string
  t: Translate
}

/** Why these hours count or do not count. */
export function reasonText({ code, hours }: Reason, { cycle, entry, date, t }: ReasonContext): string {
  const amount = ruleAmountText(hours, cycle.rule, t)
  const notCounted = notCountedText(hours, cycle.rule, t)
  switch (code) {
    case 'accepted':
      return hours === 1 ? t`${amount} counts.` : t`${amount} count.`
    case 'outside_dates':
      return t`${notCounted}: this cycle runs from ${date(cycle.cycleStart)} to ${date(cycle.cycleEnd)}.`
    case 'kind_refused':
      return t`${notCounted}: “${t(entryKindNames[entry.kind])}” is not accepted under this cycle’s rule.`
    case 'kind_unclear':
      return t`${notCounted}: choose BLS, or ACLS, PALS or NRP. This rule treats them differently.`
    case 'no_conversion':
      return t`${notCounted}: this rule counts ${t(ruleUnitName(cycle.rule?.unit ?? 'points'))}, not hours. Enter what it is worth here.`
    case 'over_category':
      return t`${notCounted}: the rule limits this category or topic.`
    case 'over_cap':
      return t`${notCounted}: the rule limits hours of this type per cycle.`
    case 'over_day_cap':
      return t`${notCounted}: the rule limits hours per day.`
    case 'set_by_owner':
      return hours === 0
        ? t`You set the hours accepted here.`
        : t`${notCounted}: you set the hours accepted here.`
    case 'converted':
      return t`The certificate says ${amountText(entry.amount ?? 0, entry.unit, t)}; converted to contact hours.`
    case 'no_certificate':
      return t`No certificate yet. The hours count, but an audit will ask for it.`
    case 'topic_hours_missing':
      return t`Several topics have no hours. Enter the hours for each topic so they count.`
  }
}

/** "2 hours do not count". */
export function notCountedText(hours: number, rule: Pick<CeRule, 'unit'> | null, t: Translate): string {
  const amount = ruleAmountText(hours, rule, t)
  return hours === 1 ? t`${amount} does not count` : t`${amount} do not count`
}

const partNames: Record<RulePart, string> = {
  hours: msg`the hours`,
  renewal: msg`the renewal date`,
  firstRenewal: msg`the first renewal`,
  topics: msg`the topics`,
  excludes: msg`what does not count`,
  ways: msg`the ways to renew`,
  carryOver: msg`hours carried over`,
}

/** "the hours and the topics". */
export const partsText = (parts: readonly RulePart[], t: Translate) =>
  new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(parts.map((part) => t(partNames[part])))

/** The body with the requirement, for the middle of a sentence: "board" or "certifying body". */
export const bodyOf = ({ certification }: Pick<CeRule, 'certification'>, t: Translate) =>
  certification === null ? t`board` : t`certifying body`

/** A fact that an owner must know before relying on a rule, in a sentence or two. */
export function caveatText(caveat: RuleCaveat, rule: CeRule, t: Translate): string {
  const body = bodyOf(rule, t)
  switch (caveat.code) {
    case 'several_ways':
      return t`There are ${rule.ways.length} ways to renew, and each has its own requirements.`
    case 'not_hours':
      return t`It counts ${t(ruleUnitName(rule.unit))}, not hours. The handbook of the ${body} says how much each activity is worth.`
    case 'not_official':
      return t`What we know about ${partsText(caveat.parts, t)} comes from other sites, not from the ${body} itself.`
    case 'uncited':
      return t`We have no source for ${partsText(caveat.parts, t)}. Check with the ${body}.`
    case 'unknown':
      return t`We found nothing about ${partsText(caveat.parts, t)}. Check with the ${body}.`
    case 'doubts':
      return [t`We could not confirm everything.`, ...caveat.why].join(' ')
    case 'limits_in_words':
      return t`Lanyard cannot count some of its limits. They are listed in the rule.`
    case 'pending_law':
      return t`A rule change is pending. It is described in the rule.`
    case 'overdue':
      return t`We last checked its sources on ${formatDate(rule.readOn, t.locale)}. They are due for another check.`
  }
}

/** A line about a rule: `label` in the reader's language, then `words` of the rule itself, which are in English. */
export type RuleLine = { label?: string; words?: string }

/** The same, with what is in the words of the rule apart. */
export function caveatLines(caveat: RuleCaveat, rule: CeRule, t: Translate): RuleLine[] {
  if (caveat.code !== 'doubts') return [{ label: caveatText(caveat, rule, t) }]
  return [{ label: t`We could not confirm everything.`, words: caveat.why.join(' ') }]
}

/** What to know before relying on a rule, in one line. The details are `caveatText`. */
export function caveatLine(caveats: readonly RuleCaveat[], rule: CeRule, t: Translate): string | null {
  const has = (code: RuleCaveat['code']) => caveats.some((caveat) => caveat.code === code)
  const unsure = caveats.flatMap((caveat) => ('parts' in caveat ? caveat.parts : []))
  const sentences = [
    unsure.length > 0 && t`We are not certain about ${partsText(unsure, t)}.`,
    has('doubts') && t`We could not confirm everything.`,
    has('limits_in_words') && t`Lanyard cannot count some of its limits.`,
    has('pending_law') && t`A rule change is pending.`,
    has('overdue') && t`We last checked it on ${formatDate(rule.readOn, t.locale)}.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** "every renewal", "once", "every 3rd renewal", "every 4 years". */
export function frequencyText(every: RuleTopic['every'], t: Translate): string {
  if (every === 'cycle') return t`every renewal`
  if (every === 'once') return t`once`
  if (every === 'first-renewal') return t`at the first renewal`
  const years = yearsOf({ every })
  if (years !== null) return years === 1 ? t`every year` : t`every ${years} years, regardless of renewals`
  const count = Number(every.split(' ')[0])
  if (count === 2) return t`every other renewal`
  return count === 3 ? t`every 3rd renewal` : t`every ${count}th renewal`
}

/** Kinds whose name stands alone; practice hours and academic credits follow their number. */
const needNames: Record<CycleNeed['kind'], string> = {
  ce: msg`CE hours`,
  practice_hours: msg`Enough practice hours`,
  certification: msg`A current certification`,
  academic_credits: msg`Enough academic credits`,
  refresher: msg`A refresher course`,
  exam: msg`An exam`,
  course: msg`A course`,
  assessment: msg`An assessment`,
  publication: msg`A publication`,
  portfolio: msg`A portfolio`,
  other: msg`Something else`,
}

type Need = Pick<CycleNeed, 'kind' | 'amount' | 'years' | 'what'>

/**
 * "320 practice hours in 2 years"; "A refresher course of 160 hours"; the need's own words if its kind is not specific.
 */
export function needName(need: Need, t: Translate): string {
  return withinText(needAmountName(need, t), need.years, t)
}

/** Adds the number of years within which the need counts, if there is one. */
export function withinText(name: string, years: number | null, t: Translate): string {
  if (years === null) return name
  return years === 1 ? t`${name} in one year` : t`${name} in ${years} years`
}

function needAmountName({ kind, amount, what }: Need, t: Translate): string {
  const count = amount?.toLocaleString(t.locale)
  if (kind === 'practice_hours' && count !== undefined) return t`${count} practice hours`
  if (kind === 'academic_credits' && count !== undefined) return t`${count} academic credits`
  const isCounted = kind === 'practice_hours' || kind === 'academic_credits'
  const name = isCounted ? t(needNames[kind]) : (what ?? t(needNames[kind]))
  return amount === null ? name : `${name} (${hoursText(amount, t)})`
}

/** The names that the rules of boards give their topics. */
const ruleNames: ReadonlySet<string> = new Set([
  msg`Pharmacology`,
  msg`Clinical management`,
  msg`Pain management`,
  msg`Alabama Board mandatory class`,
  msg`Controlled substances`,
  msg`Alabama collaborative practice`,
  msg`Arkansas prescribing law`,
  msg`Prescriber education`,
  msg`Opioids`,
  msg`Implicit bias`,
  msg`Older adult care`,
  msg`Substance use`,
  msg`Suicide prevention`,
  msg`Infectious diseases`,
  msg`Risk management`,
  msg`Sexual assault`,
  msg`Domestic violence`,
  msg`Cultural competency`,
  msg`Veterans' mental health`,
  msg`Dementia`,
  msg`LGBTQ cultural competency`,
  msg`DC public-health priorities`,
  msg`Abuse reporting`,
  msg`Delaware controlled substance law`,
  msg`Medical errors`,
  msg`Florida nursing law`,
  msg`Human trafficking`,
  msg`Impairment in the workplace`,
  msg`HIV/AIDS`,
  msg`Autonomous practice`,
  msg`Hydrocodone and oxycodone`,
  msg`Child abuse`,
  msg`Dependent adult abuse`,
  msg`Sexual harassment prevention`,
  msg`Pediatric abusive head trauma`,
  msg`Forensic nursing`,
  msg`Nutrition`,
  msg`Implicit bias and structural racism`,
  msg`IV therapy`,
  msg`APRN specialty`,
  msg`Perinatal bias`,
  msg`Organ donation`,
  msg`Bioterrorism`,
  msg`HIV stigma and bias`,
  msg`SBIRT`,
  msg`Infection control`,
  msg`Child abuse, 2026 curriculum`,
  msg`Ohio nursing law`,
  msg`Category I CME`,
  msg`Oregon prescribing video`,
  msg`Ethics`,
  msg`Forensic evidence collection`,
  msg`Health equity`,
  msg`Drug diversion`,
  msg`End-of-life care`,
])

/** A topic in the reader's language; a name that no rule gives, such as the owner's own, stays as it is. */
export function topicLabel(name: string, t: Translate): string {
  if (ruleNames.has(name)) return t(name)
  const [, key] = /^Category (.+)$/.exec(name) ?? []
  return key === undefined ? name : t`Category ${key}`
}

/** Of a tag, in characters. */
const MAX_TAG = 50

type Named = { key: string | null; topic: string; tags: readonly string[] }

/**
 * The one name of a topic, by which courses state it: the first tag of a topic of a rule, and the owner's own name of
 * any other. `topic` of a rule says the same in more words.
 */
export function topicTag({ key, topic, tags }: Named): string {
  return key === null && topic.length <= MAX_TAG ? topic : (tags[0] ?? topic)
}

export const topicName = (topic: Named, t: Translate): string => topicLabel(topicTag(topic), t)
