import type { Translate } from '#shared/i18n/translate.ts'
import { topicName } from './ceu-text.ts'
import { type RuleFacts, requirementsOf } from './requirements.ts'
import type { CeRule } from './rule.ts'
import {
  carryOverText,
  type DateText,
  doubtText,
  dutyText,
  firstRenewalText,
  limitText,
  renewalText,
  rulePartNames,
  ruleTopicText,
  wayText,
  windowTexts,
  yearsText,
} from './rule-text.ts'
import { ruleAmountText, ruleUnitName } from './unit-text.ts'
import { unitNames } from './units.ts'

export type RuleChange = { part: string; text: string }

/** Every difference between two versions of a rule, by part. The changes for this owner come first. */
export function ruleChanges(
  older: CeRule,
  newer: CeRule,
  facts: RuleFacts,
  date: DateText,
  t: Translate,
): RuleChange[] {
  const [before, after] = [describe(older, newer, date, t), describe(newer, newer, date, t)]
  const own = ownChanges(older, newer, facts, t).map((text) => ({ part: t`For you`, text }))
  const others = Object.keys(after).flatMap((part) =>
    differences(before[part] ?? [], after[part] ?? [], t).map((text) => ({ part, text })),
  )
  return [...own, ...others]
}

/** The owner's new hours and topics. */
function ownChanges(older: CeRule, newer: CeRule, facts: RuleFacts, t: Translate): string[] {
  const [before, after] = [requirementsOf(older, facts), requirementsOf(newer, facts)]
  const total = (hours: number | null, rule: CeRule) =>
    hours === null ? t`no total` : ruleAmountText(hours, rule, t)
  const amount = (hours: number | null, rule: CeRule) =>
    hours === null ? t`a course` : ruleAmountText(hours, rule, t)
  const [oldTotal, newTotal] = [total(before.requiredHours, older), total(after.requiredHours, newer)]
  const changes = oldTotal === newTotal ? [] : [t`Total: ${oldTotal} → ${newTotal}.`]
  for (const { key, topic, tags, hours } of after.topics) {
    const name = topicName({ key, topic, tags }, t)
    const previous = before.topics.find((other) => other.topic === topic || other.key === key)
    if (!previous) changes.push(t`New: ${name}, ${amount(hours, newer)}.`)
    else if (previous.hours !== hours)
      changes.push(`${name}: ${amount(previous.hours, older)} → ${amount(hours, newer)}.`)
  }
  for (const { key, topic, tags } of before.topics)
    if (!after.topics.some((other) => other.topic === topic || other.key === key))
      changes.push(t`No longer required: ${topicName({ key, topic, tags }, t)}.`)
  return changes
}

/** A fact of a rule. Facts of two versions are compared if their keys are equal. */
type Line = [key: string, text: string | null]

function differences(before: Line[], after: Line[], t: Translate): string[] {
  const [old, present] = [new Map(before), new Map(after)]
  return [...new Set([...present.keys(), ...old.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key) ?? null, present.get(key) ?? null]
    if (was === is) return []
    if (is === null) return [t`No longer: ${was ?? ''}`]
    return [was === null ? t`New: ${is}` : `${was} → ${is}`]
  })
}

/** The texts of a rule, by part. A topic has the key of the topic with the same name in the newer rule. */
function describe(rule: CeRule, newer: CeRule, date: DateText, t: Translate): Record<string, Line[]> {
  const topicKey = ({ key, topic }: CeRule['topics'][number]) =>
    newer.topics.find((one) => one.key === key || one.topic === topic)?.key ?? key
  const { renewal, carryOver, window, firstRenewal } = rule
  const [dates, duties] = [t`Dates`, t`To do for the renewal`]
  const [limits, other] = [t`Limits`, t`Courses, records and law`]
  const doubtOf = (part: string) => rule.doubts.find((doubt) => doubt.part === part) ?? null
  const noted = (what: string, note: string | null) => (note === null ? what : `${what}. ${note}`)
  return {
    [t(rulePartNames.ways)]: rule.ways.map((way) => [way.id, noted(wayText(rule, way, t), way.note)]),
    [t(rulePartNames.hours)]: [
      ['unit', t`Counted in ${t(ruleUnitName(rule.unit))}`],
      ['worth', rule.hoursPerUnit === null ? null : t`${rule.hoursPerUnit} contact hours for one`],
      ['note', rule.unitNote],
      ...Object.entries(rule.conversions).map(
        ([unit, worth]): Line => [unit, conversionText(unit, worth, t)],
      ),
    ],
    [t(rulePartNames.firstRenewal)]: [
      ['', firstRenewalText(rule, t)],
      ['note', firstRenewal.note],
    ],
    [t(rulePartNames.topics)]: rule.topics.map((topic) => [
      `${topicKey(topic)} ${topic.effectiveFrom ?? ''}`,
      [
        `${topic.topic}: ${ruleTopicText(topic, rule, date, t)}`,
        topic.onlyIf && t`Only: ${topic.onlyIf}.`,
        topic.note,
        doubtOf(`topic:${topic.key}`) && t`We could not confirm this.`,
      ]
        .filter(Boolean)
        .join(' '),
    ]),
    [dates]: [
      ['period', t`Hours are counted ${yearsText(rule.periodYears, t)}`],
      ['periodNote', rule.periodNote],
      ['renewal', renewalText(rule, t)],
      ['renewalNote', renewal.note],
      ['from', rule.effectiveFrom && t`For periods that end on ${date(rule.effectiveFrom)} or later`],
      ['until', rule.effectiveUntil && t`For periods that end on ${date(rule.effectiveUntil)} or earlier`],
      ...Object.entries(window),
      ...Object.entries(windowTexts(rule, t)).map(([day, text]): Line => [`day ${day}`, text]),
    ],
    [duties]: rule.duties.map((duty) => [duty.key, dutyText(duty, t)]),
    [limits]: rule.limits.map((limit) => [limit.what, noted(limitText(limit, rule, t), limit.note)]),
    [t(rulePartNames.excludes)]: rule.excludes.map(({ what, note }) => [what, noted(what, note)]),
    [t(rulePartNames.carryOver)]: [
      ['', carryOverText(rule, t)],
      ['note', carryOver.note],
    ],
    [other]: [
      ['providers', rule.providers],
      ['records', rule.keepRecordsYears === null ? null : t`Keep records for ${rule.keepRecordsYears} years`],
      ...rule.exemptions.map((text): Line => [text, text]),
      ...rule.pending.map(({ what }): Line => [what, what]),
      ...rule.doubts
        .filter(({ part }) => !part.startsWith('topic:'))
        .map((doubt): Line => [`doubt ${doubt.part}`, doubtText(doubt, t)]),
    ],
  }
}

function conversionText(unit: string, worth: number, t: Translate): string {
  if (unit === 'minutesPerHour') return t`${worth} minutes are an hour`
  const [name] = unitNames[unit as keyof typeof unitNames]
  return t`1 ${t(name)} = ${worth} hours`
}
