import { addYears, calendarMonths } from '#shared/kernel/dates.ts'
import type { RuleAnswers, TopicAnswer } from './answers.ts'
import { periodStart } from './period.ts'
import type { CeRule, RuleNeed, RuleTopic, RuleWay } from './rule.ts'
import { categoryKey, isPerhapsRequired, slug } from './rule-facts.ts'
import { hundredths } from './units.ts'

/** A required topic of a cycle. */
export type RequiredTopic = {
  key: string
  topic: string
  /** `null`: one course is enough. */
  hours: number | null
  /** At most this many hours on it count; `null` means no limit. */
  maxHours: number | null
  tags: string[]
  /**
   * Courses from this many years before the end of the cycle count, no matter which cycle they are entered in. `null`:
   * only courses of this cycle.
   */
  withinYears: number | null
  /** The date on which it is due, if that is not the end of the cycle. */
  dueOn: string | null
}

/** A requirement of a way to renew other than hours and topics of CE. `id` is `{way}:{position}`. */
export type RequiredNeed = RuleNeed & { id: string }

export type Requirements = {
  /** In the rule's unit; `null` if there is no total. */
  requiredHours: number | null
  topics: RequiredTopic[]
  needs: RequiredNeed[]
}

/** The facts that the requirements of a rule depend on. */
export type RuleFacts = {
  answers: RuleAnswers
  /** The way that the owner chose. If `null` or unknown, the rule's usual way applies. */
  wayId: string | null
  cycleEnd: string | null
  /** When the license was first issued in this jurisdiction. */
  issuedAt: string | null
}

/** The way that the owner has chosen, or the usual one; `null` if the rule requires no hours. */
export function wayOf(rule: CeRule, wayId: string | null): RuleWay | null {
  return rule.ways.find(({ id }) => id === wayId) ?? rule.ways[0] ?? null
}

/** The requirements of a rule for an owner in the cycle that ends on `cycleEnd`. */
export function requirementsOf(rule: CeRule, facts: RuleFacts): Requirements {
  const way = wayOf(rule, facts.wayId)
  const ceNeeds = way?.needs.filter(({ kind }) => kind === 'ce') ?? []
  const fullHours =
    ceNeeds.reduce((sum, need) => sum + (isAcrossPeriods(need, rule) ? 0 : hundredths(need.amount ?? 0)), 0) /
    100
  const topics = rule.topics
    .filter((topic) => isRequired(topic, rule, facts) && isDueIn(way, topic, facts))
    .map(toRequired(facts))
  const onTop = rule.topics.filter(
    (topic) =>
      topic.onTop &&
      !isPerhapsRequired(rule, topic.key) &&
      topics.some(({ key, topic: name }) => key === topic.key && name === topic.topic),
  )
  const total =
    hundredths(hoursThisTime(rule, fullHours, facts)) +
    // Without required hours, there is nothing to add these hours to.
    (ceNeeds.length === 0 ? 0 : onTop.reduce((sum, { hours }) => sum + hundredths(hours ?? 0), 0))
  return {
    requiredHours: total === 0 ? null : total / 100,
    topics: [...topics, ...(isExempt(rule, facts) ? [] : ceNeeds.flatMap((need) => subjectsOf(need, rule)))],
    needs: (isFreeOfNeeds(rule, facts) ? [] : (way?.needs ?? [])).flatMap((need, at) =>
      need.kind === 'ce' ? [] : [{ ...need, id: `${way?.id}:${at}` }],
    ),
  }
}

/** Hours on one subject within more years than a period: they are part of the hours of several periods. */
function isAcrossPeriods({ topic, years }: RuleNeed, { periodYears }: Pick<CeRule, 'periodYears'>): boolean {
  return topic !== null && years !== null && years > periodYears
}

/** The subject of required hours and their categories, each as a topic. */
function subjectsOf(need: RuleNeed, rule: CeRule): RequiredTopic[] {
  const { topic, amount, categories } = need
  const none = { withinYears: null, dueOn: null }
  const subject =
    topic === null ? [] : [{ key: slug(topic), topic, hours: amount, maxHours: null, tags: [tagOf(topic)] }]
  const withinYears = isAcrossPeriods(need, rule) ? need.years : null
  const parts = categories
    .filter(({ min }) => (min ?? 0) > 0)
    .map(({ key, title, min, max }) => ({
      key: categoryKey(key),
      topic: `Category ${key}: ${title}`,
      hours: min,
      maxHours: max,
      // A key of one letter is too short to be an unambiguous label.
      tags: key.length > 2 ? [`Category ${key}`, key] : [`Category ${key}`],
    }))
  return [
    ...subject.map((each) => ({ ...each, ...none, withinYears })),
    ...parts.map((each) => ({ ...each, ...none })),
  ]
}

const tagOf = (name: string) => name.slice(0, 50).trim()

const isFreeOfNeeds = (rule: CeRule, facts: RuleFacts) =>
  isExempt(rule, facts) && !rule.firstRenewal.needsStillDue

/** Whether this way requires the topic. A topic that the owner marked as due stays due. */
function isDueIn(way: RuleWay | null, topic: RuleTopic, { answers }: RuleFacts): boolean {
  const due = way?.topicsDue ?? null
  return due === null || due.includes(topic.key) || answerOf(answers, topic) === 'due'
}

const isExempt = ({ firstRenewal }: CeRule, { answers }: RuleFacts) =>
  answers.firstRenewal === true && firstRenewal.rule === 'exempt'

/** The hours of the way, or of the first renewal. If the hours of the first renewal are unknown, the full hours. */
function hoursThisTime({ firstRenewal, periodYears }: CeRule, full: number, facts: RuleFacts): number {
  const { answers, issuedAt, cycleEnd } = facts
  const prorated = () => {
    if (firstRenewal.perMonth === null || issuedAt === null || cycleEnd === null) return full
    const months = calendarMonths(issuedAt, cycleEnd)
    const hours = hundredths(firstRenewal.hours ?? 0) + hundredths(firstRenewal.perMonth) * months
    return Math.min(hundredths(full), Math.max(0, hours)) / 100
  }
  if (answers.firstRenewal !== true) {
    const isNew = issuedAt !== null && cycleEnd !== null && issuedAt >= periodStart(cycleEnd, periodYears)
    return answers.firstRenewal === false && firstRenewal.rule === 'exempt' && isNew ? prorated() : full
  }
  switch (firstRenewal.rule) {
    case 'exempt':
      return 0
    case 'reduced':
      return Math.min(full, firstRenewal.hours ?? full)
    case 'prorated':
      return prorated()
    default:
      return full
  }
}

function isRequired(topic: RuleTopic, rule: CeRule, facts: RuleFacts): boolean {
  const { answers, cycleEnd } = facts
  if (!isInEffect(topic, cycleEnd)) return false
  const isReplaced = rule.topics.some(
    (other) => other.replaces === topic.key && other !== topic && isInEffect(other, cycleEnd),
  )
  if (isReplaced) return false
  const given = answerOf(answers, topic)
  if (given !== null) return given === 'due'
  if (topic.every === 'first-renewal') return answers.firstRenewal === true
  if (answers.firstRenewal !== true || !['exempt', 'reduced', 'prorated'].includes(rule.firstRenewal.rule))
    return true
  return (
    rule.firstRenewal.topicsStillDue.includes(topic.key) || topic.deadline !== null || yearsOf(topic) !== null
  )
}

/** Whether a record or topic applies to a cycle that ends on this date. Without a date, whatever has no end applies. */
export function isInEffect(
  { effectiveFrom, effectiveUntil }: Pick<RuleTopic, 'effectiveFrom' | 'effectiveUntil'>,
  cycleEnd: string | null,
): boolean {
  if (cycleEnd === null) return effectiveUntil === null
  return (
    (effectiveFrom === null || effectiveFrom <= cycleEnd) &&
    (effectiveUntil === null || effectiveUntil >= cycleEnd)
  )
}

const toRequired =
  ({ issuedAt }: RuleFacts) =>
  (topic: RuleTopic): RequiredTopic => ({
    key: topic.key,
    topic: topic.topic,
    hours: topic.hours,
    maxHours: null,
    tags: topic.tags,
    withinYears: yearsOf(topic),
    dueOn: dueOn(topic, issuedAt),
  })

function dueOn({ deadline }: RuleTopic, issuedAt: string | null): string | null {
  if (deadline === null) return null
  if (deadline.date !== null) return deadline.date
  if (deadline.yearsAfterLicensure === null || issuedAt === null) return null
  return addYears(issuedAt, deadline.yearsAfterLicensure)
}

/** 4 for `4 years`. */
export function yearsOf({ every }: Pick<RuleTopic, 'every'>): number | null {
  const years = /^(\d) years$/.exec(every)?.[1]
  return years === undefined ? null : Number(years)
}

/** 3 for `3 cycles`; 1 for a topic that is required in every cycle. */
export function cyclesOf({ every }: Pick<RuleTopic, 'every'>): number {
  return Number(/^(\d) cycles$/.exec(every)?.[1] ?? 1)
}

/** The topics that are not required of everybody, or not every time. The owner is asked about them. */
export function topicsToAsk(rule: CeRule, cycleEnd: string | null): RuleTopic[] {
  return rule.topics.filter(
    (topic) =>
      isInEffect(topic, cycleEnd) &&
      (topic.onlyIf !== null ||
        (!['cycle', 'first-renewal'].includes(topic.every) && yearsOf(topic) === null)),
  )
}

/** Whether the requirements differ at the first renewal. */
export function asksAboutFirstRenewal(rule: CeRule): boolean {
  return (
    ['exempt', 'reduced', 'prorated'].includes(rule.firstRenewal.rule) ||
    rule.topics.some(({ every }) => every === 'first-renewal')
  )
}

export const noAnswers: RuleAnswers = { firstRenewal: null, topics: [] }

/** The answer about this topic, by its key. Older cycles store it by the topic's name. */
export function answerOf(
  answers: RuleAnswers,
  { key, topic }: Pick<RuleTopic, 'key' | 'topic'>,
): TopicAnswer | null {
  return answers.topics.find((one) => one.topic === key || one.topic === topic)?.answer ?? null
}
