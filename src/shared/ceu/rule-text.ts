import { frequencyText, needName } from './ceu-text.ts'
import type { CeRule, RuleNeed, RulePart, RuleTopic, RuleWay, TextKind } from './rule.ts'
import { textBehind } from './rule-facts.ts'
import { ruleAmountText, unitName } from './unit-text.ts'

/** Formats a calendar date (`YYYY-MM-DD`) for the reader. */
export type DateText = (date: string) => string

export const rulePartNames: Record<RulePart, string> = {
  hours: 'Hours',
  ways: 'Ways to renew',
  firstRenewal: 'First renewal',
  topics: 'Topics',
  renewal: 'Renewal date',
  excludes: 'What does not count',
  carryOver: 'Hours carried over',
}

/** Who asks for it, in a sentence: "board" or "certifying body". */
export const bodyOf = ({ certification }: Pick<CeRule, 'certification'>) =>
  certification === null ? 'board' : 'certifying body'

const behind: Record<TextKind, string> = {
  official: 'From the law or from a text of the board itself',
  secondary: 'As described by others; no text of the board was read',
  uncited: 'Without a source that we can cite',
  none_found: 'We looked, and found nothing',
}

/** What kind of text stood behind a part of a rule. */
export function behindText(rule: CeRule, part: RulePart): string {
  return behind[textBehind(rule, part)].replace('board', bodyOf(rule))
}

/** "every 2 years". */
export function yearsText(years: number): string {
  return years === 1 ? 'every year' : `every ${years} years`
}

/** "30 contact hours on ethics", "320 practice hours in 2 years, 100 of them in the last year". */
export function wayNeedText(rule: CeRule, need: RuleNeed): string {
  const { kind, amount, topic, lastYearAmount, years, categories } = need
  const recent = lastYearAmount === null ? '' : `, ${lastYearAmount} of them in the last year`
  if (kind !== 'ce') return `${needName(need)}${recent}`
  const count = amount === null ? 'CE' : `${amount} ${unitOf(rule, amount)}`
  const subject = topic === null ? '' : ` on ${topic}`
  const within = years === null ? '' : years === 1 ? ' in one year' : ` in ${years} years`
  const parts = categories.map((category) => categoryText(category))
  return `${count}${subject}${within}${recent}${parts.length > 0 ? ` (${parts.join('; ')})` : ''}`
}

const unitOf = ({ unit }: CeRule, amount: number) => (amount === 1 ? unit.replace(/s$/, '') : unit)

function categoryText({ key, min, max }: RuleNeed['categories'][number]): string {
  const least = min === null || min === 0 ? '' : ` at least ${min}`
  const most = max === null ? '' : ` at most ${max}`
  return `category ${key}${least}${least !== '' && most !== '' ? ',' : ''}${most}`
}

/** A way and everything it asks for: "Certification: A current certification", or its title if that says it all. */
export function wayText(rule: CeRule, { title, needs, topicsDue }: RuleWay): string {
  const asked = needs.map((need) => wayNeedText(rule, need)).join('; ')
  const names = rule.topics.filter(({ key }) => topicsDue?.includes(key)).map(({ topic }) => topic)
  const only = topicsDue === null ? '' : ` Only these topics: ${names.join('; ') || 'none'}.`
  return `${asked === title ? title : `${title}: ${asked}`}${only}`
}

/** What is asked at the first renewal, and of whom. */
export function firstRenewalText(rule: CeRule): string {
  const { condition, topicsStillDue } = rule.firstRenewal
  const names = rule.topics.filter(({ key }) => topicsStillDue.includes(key)).map(({ topic }) => topic)
  const still = names.length === 0 ? '' : ` Due all the same: ${names.join('; ')}.`
  return `${askedAtFirst(rule)}${condition === null ? '' : `, if ${condition}`}.${othersText(rule)}${still}`
}

/** What whoever is new owes without the exemption. */
function othersText(rule: CeRule): string {
  const { rule: kind, perMonth } = rule.firstRenewal
  if (kind !== 'exempt' || perMonth === null) return ''
  return ` Others who are new owe ${ruleAmountText(perMonth, rule)} for each month from the issue.`
}

function askedAtFirst(rule: CeRule): string {
  const { rule: kind, hours, perMonth } = rule.firstRenewal
  switch (kind) {
    case 'same':
      return 'The same as at every renewal'
    case 'exempt':
      return `No ${unitName(rule)} are asked`
    case 'reduced':
      return hours === null
        ? `Fewer ${unitName(rule)}; how many is not stated`
        : `${ruleAmountText(hours, rule)} instead`
    case 'prorated':
      return perMonth === null
        ? `Fewer ${unitName(rule)}, by the time since the license was issued`
        : `${hours ? `${ruleAmountText(hours, rule)}, and ` : ''}${ruleAmountText(perMonth, rule)} for each month from the issue of the license`
    case 'unknown':
      return 'We found nothing about it'
  }
}

const monthDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** "Every 2 years, on November 30 of even years." */
export function renewalText({ renewal }: CeRule): string {
  const { basis, years, dates, monthsAfterBirthMonth: after, dayOfMonth } = renewal
  const every = `${years === 1 ? 'Every year' : `Every ${years} years`}`
  const days = dates.map(({ month, day, years: parity }) => {
    // The year 2000 has every day, and February 29.
    const name = monthDay.format(new Date(Date.UTC(2000, month - 1, day)))
    return parity === 'every' ? name : `${name} of ${parity} years`
  })
  switch (basis) {
    case 'fixed':
    case 'group':
      return days.length === 0 ? `${every}.` : `${every}, on ${days.join(' or ')}.`
    case 'birth-month':
      return after === null
        ? `${every}, by your birth month.`
        : `${every}, ${dayOfMonth === null ? 'at the end' : `on day ${dayOfMonth}`} of ${after === 0 ? 'your birth month' : `the ${monthsText(after)} your birth month`}.`
    case 'birth-date':
      return `${every}, on your birthday.`
    case 'issue-date':
      return `${every}, counted from the date of issue.`
    case 'unknown':
      return `${every}. The date is on your license.`
  }
}

/** Notes of a rule end with a period or without one. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function monthsText(after: number): string {
  const count = Math.abs(after)
  const side = after > 0 ? 'after' : 'before'
  return count === 1
    ? `month ${side}`
    : `${count === 2 ? '2nd' : count === 3 ? '3rd' : `${count}th`} month ${side}`
}

/** "2 hours, every renewal, in addition to the hours. By Jul 1, 2027." */
export function ruleTopicText(topic: RuleTopic, rule: CeRule, date: DateText): string {
  const { hours, every, onTop, deadline, effectiveFrom, effectiveUntil } = topic
  const amount = hours === null ? 'A course' : ruleAmountText(hours, rule)
  const more = onTop ? `, in addition to the ${unitName(rule)}` : ''
  return [
    `${amount}, ${frequencyText(every)}${more}.`,
    deadline && asSentence(`Deadline: ${deadline.text || (deadline.date && date(deadline.date))}`),
    effectiveFrom && `For cycles that end on ${date(effectiveFrom)} or later.`,
    effectiveUntil && `For cycles that end on ${date(effectiveUntil)} or earlier.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** "Self-study: at most 10 hours in a cycle." */
export function limitText({ what, hours, per }: CeRule['limits'][number], rule: CeRule): string {
  if (hours === null) return `${what} (Lanyard cannot count this)`
  return `${what}: at most ${ruleAmountText(hours, rule)} ${per === 'day' ? 'a day' : 'in a cycle'}`
}

export function carryOverText(rule: CeRule): string {
  const { allowed, hours } = rule.carryOver
  if (allowed === null) return 'We do not know whether any may be carried over.'
  if (!allowed) return 'None may be carried over.'
  return hours === null
    ? 'May be carried over.'
    : `At most ${ruleAmountText(hours, rule)} may be carried over.`
}
