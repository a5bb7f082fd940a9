import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import { frequencyText, needName, type RuleLine, topicName, withinText } from './ceu-text.ts'
import type { CeRule, RenewalDay, RuleDuty, RuleNeed, RulePart, RuleTopic, RuleWay } from './rule.ts'
import type { RuleDoubt } from './rule-facts.ts'
import { ruleAmountText, ruleUnitName, unitName } from './unit-text.ts'

/** Formats a calendar date (`YYYY-MM-DD`) for the reader. */
export type DateText = (date: string) => string

function joinLines(lines: readonly RuleLine[]): string {
  return lines
    .flatMap(({ label, words }) => [label, words])
    .filter(Boolean)
    .join(' ')
}

/** `null` for what a rule does not say. */
const known = (lines: readonly (RuleLine | null)[]) => lines.filter((line) => line !== null)

export const rulePartNames: Record<RulePart, string> = {
  hours: msg`Hours`,
  ways: msg`Ways to renew`,
  firstRenewal: msg`First renewal`,
  topics: msg`Topics`,
  renewal: msg`Renewal date`,
  excludes: msg`What does not count`,
  carryOver: msg`Hours carried over`,
}

/** "every 2 years". */
export function yearsText(years: number, t: Translate): string {
  return years === 1 ? t`every year` : t`every ${years} years`
}

/** "30 contact hours on ethics", "320 practice hours in 2 years, 100 of them in the last year". */
export function wayNeedText(rule: CeRule, need: RuleNeed, t: Translate): string {
  const { kind, amount, topic, lastYearAmount, years, categories } = need
  const recent = lastYearAmount === null ? [] : [t`${lastYearAmount} of them in the last year`]
  if (kind !== 'ce') return [needName(need, t), ...recent].join(', ')
  const count = amount === null ? t`CE` : `${amount} ${t(ruleUnitName(rule.unit, amount))}`
  const subject = topic === null ? count : t`${count} on ${topic}`
  const parts = categories.map((category) => categoryText(category, t)).join('; ')
  const asked = [withinText(subject, years, t), ...recent].join(', ')
  return parts === '' ? asked : `${asked} (${parts})`
}

function categoryText({ key, min, max }: RuleNeed['categories'][number], t: Translate): string {
  if (min === null || min === 0) return max === null ? t`category ${key}` : t`category ${key} at most ${max}`
  return max === null
    ? t`category ${key} at least ${min}`
    : t`category ${key} at least ${min}, at most ${max}`
}

/**
 * A way and everything that it requires: "Certification: A current certification". Only its title if the title says
 * everything.
 */
export function wayText(rule: CeRule, way: RuleWay, t: Translate): string {
  const asked = wayAskedText(rule, way, t)
  const line = wayTopicsLine(rule, way, t)
  const named = asked === way.title ? way.title : `${way.title}: ${asked}`
  return line === null ? named : joinLines([{ label: named }, line])
}

/** Everything that a way requires, without its title. */
export function wayAskedText(rule: CeRule, { needs }: RuleWay, t: Translate): string {
  return needs.map((need) => wayNeedText(rule, need, t)).join('; ')
}

/** The only topics that a way requires; `null` if it requires all of them. */
export function wayTopicsLine(rule: CeRule, { topicsDue }: RuleWay, t: Translate): RuleLine | null {
  if (topicsDue === null) return null
  const names = namesOf(topicsDue, rule, t)
  return { label: names === '' ? t`Only these topics: none.` : t`Only these topics: ${names}.` }
}

function namesOf(keys: readonly string[], { topics }: CeRule, t: Translate): string {
  return topics.flatMap((topic) => (keys.includes(topic.key) ? [topicName(topic, t)] : [])).join('; ')
}

/** The requirements at the first renewal, and who they apply to. */
export function firstRenewalLines(rule: CeRule, t: Translate): RuleLine[] {
  const { rule: kind, condition, perMonth, topicsStillDue, endsExemption } = rule.firstRenewal
  const names = namesOf(topicsStillDue, rule, t)
  const asked = askedAtFirst(rule, t)
  // The requirements for a new licensee without the exemption.
  const others =
    kind === 'exempt' && perMonth !== null
      ? t`Other new licensees need ${ruleAmountText(perMonth, rule, t)} for each month since their license was issued.`
      : null
  return known([
    condition === null ? { label: `${asked}.` } : { label: t`${asked}, if`, words: `${condition}.` },
    others === null ? null : { label: others },
    names === '' ? null : { label: t`Still required: ${names}.` },
    endsExemption ? { label: t`What ends it:`, words: asSentence(endsExemption) } : null,
  ])
}

export function firstRenewalText(rule: CeRule, t: Translate): string {
  return joinLines(firstRenewalLines(rule, t))
}

function askedAtFirst(rule: CeRule, t: Translate): string {
  const { rule: kind, hours, perMonth } = rule.firstRenewal
  const unit = t(unitName(rule))
  const amount = ruleAmountText(hours ?? 0, rule, t)
  switch (kind) {
    case 'same':
      return t`The same as for every renewal`
    case 'exempt':
      return t`No ${unit} are required`
    case 'reduced':
      return hours === null ? t`Fewer ${unit}; the number is not stated` : t`${amount} instead`
    case 'prorated': {
      if (perMonth === null) return t`Fewer ${unit}, depending on when your license was issued`
      const monthly = t`${ruleAmountText(perMonth, rule, t)} for each month since your license was issued`
      return hours ? t`${amount}, and ${monthly}` : monthly
    }
    case 'unknown':
      return t`We found nothing about it`
  }
}

/** "Every 2 years, on November 30 of even years." */
export function renewalText({ renewal }: CeRule, t: Translate): string {
  const { basis, years, dates, dayOfMonth, inYears, monthEnd } = renewal
  const every = years === 1 ? t`Every year` : t`Every ${years} years`
  const month = birthMonthText(renewal.monthsAfterBirthMonth, t)
  const which = yearParityText(inYears, t)
  const inWhichYears = (text: string) => (which === null ? text : `${text} ${which}`)
  switch (basis) {
    case 'fixed':
    case 'group':
      if (dates.length === 0) return `${every}.`
      return t`${every}, on ${daysText(dates, t)}.`
    case 'birth-month':
      if (month === null) return inWhichYears(t`${every}, by your birth month.`)
      return inWhichYears(
        dayOfMonth === null
          ? t`${every}, at the end of ${month}.`
          : t`${every}, on day ${dayOfMonth} of ${month}.`,
      )
    case 'birth-date':
      return inWhichYears(t`${every}, on your birthday.`)
    case 'issue-date':
      if (monthEnd === 'issue-month') return t`${every}, at the end of the month it was issued.`
      if (monthEnd === 'month-before')
        return t`${every}, at the end of the month before the month it was issued.`
      return t`${every}, counted from the issue date.`
    case 'unknown':
      return t`${every}. The date is on your license.`
  }
}

/** The years in which a license ends, in a sentence; `null` if there is no difference. */
export function yearParityText(inYears: CeRule['renewal']['inYears'], t: Translate): string | null {
  switch (inYears) {
    case 'every':
      return null
    case 'even':
      return t`It expires in even years.`
    case 'odd':
      return t`It expires in odd years.`
    case 'birth-year':
      return t`It expires in even years if you were born in an even year, otherwise in odd years.`
  }
}

/** When a renewal opens and closes: "You can renew starting July 1." `null` where the rule has no such day. */
export function windowTexts({ renewal: { opens, applyBy, lateUntil } }: CeRule, t: Translate) {
  return {
    opens: opens && t`You can renew starting ${renewalDayText(opens, t)}.`,
    applyBy: applyBy && t`The last day to apply is ${renewalDayText(applyBy, t)}.`,
    lateUntil: lateUntil && t`The last day to apply late is ${renewalDayText(lateUntil, t)}.`,
  }
}

function renewalDayText(day: RenewalDay, t: Translate): string {
  if ('daysBefore' in day)
    return t`${plural(day.daysBefore, { one: '# day', other: '# days' })} before it expires`
  if ('daysAfter' in day)
    return t`${plural(day.daysAfter, { one: '# day', other: '# days' })} after it expires`
  return dayText(day, t)
}

/** "Record your hours in CE Broker, before the renewal is granted. Only: …" */
export function dutyLines({ what, when, onlyIf }: RuleDuty, t: Translate): RuleLine[] {
  return known([
    { words: asSentence(`${what}, ${when}`) },
    onlyIf === null ? null : { label: t`Only:`, words: `${onlyIf}.` },
  ])
}

export function dutyText(duty: RuleDuty, t: Translate): string {
  return joinLines(dutyLines(duty, t))
}

/** Why something in a rule could not be confirmed, in two sentences or three. */
export function doubtLines({ why, isRequired }: RuleDoubt, t: Translate): RuleLine[] {
  return known([
    { label: t`We could not confirm this.`, words: asSentence(why) },
    isRequired ? null : { label: t`Your cycle can be complete without it.` },
  ])
}

export function doubtText(doubt: RuleDoubt, t: Translate): string {
  return joinLines(doubtLines(doubt, t))
}

type RuleDate = CeRule['renewal']['dates'][number]

/** "April 30 or July 31 of even years, or April 30 of odd years". */
function daysText(dates: readonly RuleDate[], t: Translate): string {
  const either = (names: string[]) => new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(names)
  const groups = Map.groupBy(dates, ({ years }) => years)
  const parts = [...groups].map(([years, those]) =>
    inYearsText(either(those.map((date) => dayName(date, t))), years, t),
  )
  return parts.length < dates.length ? parts.reduce((one, other) => t`${one}, or ${other}`) : either(parts)
}

function dayText(date: RuleDate, t: Translate): string {
  return inYearsText(dayName(date, t), date.years, t)
}

function dayName({ month, day }: RuleDate, t: Translate): string {
  const format = new Intl.DateTimeFormat(t.locale, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  // The year 2000 has every day, including February 29.
  return format.format(new Date(Date.UTC(2000, month - 1, day)))
}

function inYearsText(name: string, years: RuleDate['years'], t: Translate): string {
  if (years === 'every') return name
  return years === 'even' ? t`${name} of even years` : t`${name} of odd years`
}

/** For a sentence, after "of". */
function birthMonthText(after: number | null, t: Translate): string | null {
  if (after === null) return null
  if (after === 0) return t`your birth month`
  const count = Math.abs(after)
  if (count === 1)
    return after > 0 ? t`the month after your birth month` : t`the month before your birth month`
  if (count === 2)
    return after > 0 ? t`the 2nd month after your birth month` : t`the 2nd month before your birth month`
  if (count === 3)
    return after > 0 ? t`the 3rd month after your birth month` : t`the 3rd month before your birth month`
  return after > 0
    ? t`the ${count}th month after your birth month`
    : t`the ${count}th month before your birth month`
}

/** Notes of a rule end with a period or without one. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** "2 hours, every renewal, in addition to the hours. By Jul 1, 2027." */
export function ruleTopicLines(topic: RuleTopic, rule: CeRule, date: DateText, t: Translate): RuleLine[] {
  const { hours, every, onTop, deadline, effectiveFrom, effectiveUntil } = topic
  const amount = hours === null ? t`A course` : ruleAmountText(hours, rule, t)
  const often = frequencyText(every, t)
  const asked = onTop
    ? t`${amount}, ${often}, in addition to the ${t(unitName(rule))}.`
    : `${amount}, ${often}.`
  return known([
    { label: asked },
    deadline && {
      label: t`Deadline:`,
      words: asSentence(deadline.text || (deadline.date ? date(deadline.date) : '')),
    },
    effectiveFrom === null ? null : { label: t`For cycles that end on ${date(effectiveFrom)} or later.` },
    effectiveUntil === null ? null : { label: t`For cycles that end on ${date(effectiveUntil)} or earlier.` },
  ])
}

export function ruleTopicText(topic: RuleTopic, rule: CeRule, date: DateText, t: Translate): string {
  return joinLines(ruleTopicLines(topic, rule, date, t))
}

type RuleLimit = CeRule['limits'][number]

/** "Self-study: at most 10 hours in a cycle." */
export function limitText(limit: RuleLimit, rule: CeRule, t: Translate): string {
  return `${limit.what}${limitAmountText(limit, rule, t)}`
}

/** What follows the name of a limit. */
export function limitAmountText({ hours, per }: RuleLimit, rule: CeRule, t: Translate): string {
  if (hours === null) return ` (${t`Lanyard cannot count this`})`
  const amount = ruleAmountText(hours, rule, t)
  return `: ${per === 'day' ? t`at most ${amount} a day` : t`at most ${amount} in a cycle`}`
}

export function carryOverText(rule: CeRule, t: Translate): string {
  const { allowed, hours } = rule.carryOver
  if (allowed === null) return t`We do not know if any can carry over.`
  if (!allowed) return t`None can carry over.`
  return hours === null ? t`They can carry over.` : t`Up to ${ruleAmountText(hours, rule, t)} can carry over.`
}

const unknownFacts = {
  providers: msg`who must approve a course`,
  records: msg`how long to keep certificates`,
  carryOver: msg`whether extra hours carry over`,
}

/** "We don’t know who must approve a course, or how long to keep certificates." `null` if the rule says all of it. */
export function unknownFactsText(rule: CeRule, t: Translate): string | null {
  const names = [
    rule.providers === null && unknownFacts.providers,
    rule.keepRecordsYears === null && unknownFacts.records,
    rule.carryOver.allowed === null && unknownFacts.carryOver,
  ].filter((name) => name !== false)
  if (names.length === 0) return null
  const list = new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(names.map((name) => t(name)))
  return t`We don’t know ${list}.`
}
