import type { CycleTopic, TopicCompleted } from './cycle.ts'
import type { CeuEntry, Reason, ReasonCode } from './entry.ts'
import type { CeRule } from './rule.ts'
import { hundredths, toContactHours } from './units.ts'

type Activity = Pick<
  CeuEntry,
  'id' | 'hours' | 'amount' | 'unit' | 'kind' | 'completedAt' | 'topicTags' | 'topicHours' | 'fileId'
>
/** An activity to be credited to a cycle; `acceptedHours` if the owner knows what is accepted there. */
export type CreditedActivity = Activity & { acceptedHours: number | null }

/** What a cycle counts by: its dates, its topics and its rule. */
export type CycleRules = {
  cycleStart: string
  cycleEnd: string
  topics: readonly CycleTopic[]
  rule: Pick<CeRule, 'caps' | 'refusedKinds' | 'conversions'> | null
}

export type CreditedHours = { countedHours: number; reasons: Reason[] }
export type CycleCount = {
  hoursCounted: number
  topicsCompleted: TopicCompleted[]
  /** By entry id. Offered hours = counted hours + the hours of every reason that takes some away. */
  entries: Map<string, CreditedHours>
}

/**
 * Counts the contact hours and topics of a cycle. Pure, and independent of the order of `activities`: where a cap does not
 * leave enough for all, the earlier activity comes first.
 */
export function countCycle(cycle: CycleRules, activities: readonly CreditedActivity[]): CycleCount {
  const usedByCap = new Map<string, number>()
  const topics = cycle.topics.map((topic) => ({ topic, names: namesOf(topic), sum: 0, isCovered: false }))
  const entries = new Map<string, CreditedHours>()
  let total = 0
  for (const activity of [...activities].sort(byDate)) {
    const { counted, reasons, offered } = creditActivity(cycle, activity, usedByCap)
    const topicHours = topicHoursOf(activity)
    for (const topic of topics) {
      const mentioned = [...topicHours.keys(), ...activity.topicTags.map(normalized)]
      if (counted === 0 || !mentioned.some((name) => topic.names.has(name))) continue
      topic.isCovered = true
      const stated = sumOf(topicHours, topic.names)
      topic.sum += Math.min(counted, scaled(stated, offered, hundredths(activity.hours)))
    }
    if (lacksTopicHours(activity, cycle.topics)) reasons.push({ code: 'topic_hours_missing', hours: 0 })
    if (activity.fileId === null) reasons.push({ code: 'no_certificate', hours: 0 })
    total += counted
    entries.set(activity.id, { countedHours: counted / 100, reasons })
  }
  return {
    hoursCounted: total / 100,
    topicsCompleted: topics.map(({ topic, sum, isCovered }) => ({
      topic: topic.topic,
      hours: sum / 100,
      isMet: topic.hours === null ? isCovered : sum >= hundredths(topic.hours),
    })),
    entries,
  }
}

function byDate(a: CreditedActivity, b: CreditedActivity): number {
  if (a.completedAt !== b.completedAt) return a.completedAt < b.completedAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** Hours in hundredths. `usedByCap` remembers how much of each cap earlier activities used. */
function creditActivity(
  { rule, cycleStart, cycleEnd }: CycleRules,
  activity: CreditedActivity,
  usedByCap: Map<string, number>,
) {
  const reasons: Reason[] = []
  const offered = offeredHours(activity, rule)
  let counted = offered
  const limitTo = (most: number, code: ReasonCode) => {
    if (most >= counted) return
    reasons.push({ code, hours: (counted - most) / 100 })
    counted = most
  }
  if (activity.completedAt < cycleStart || activity.completedAt > cycleEnd) limitTo(0, 'outside_dates')
  if (rule?.refusedKinds.includes(activity.kind)) limitTo(0, 'kind_refused')
  if (activity.acceptedHours !== null && counted > 0) {
    const accepted = hundredths(activity.acceptedHours)
    limitTo(accepted, 'set_by_owner')
    if (accepted > counted) {
      reasons.push({ code: 'set_by_owner', hours: 0 })
      counted = accepted
    }
  }
  const capKeys: string[] = []
  for (const [index, cap] of (rule?.caps ?? []).entries()) {
    if (cap.kinds.length > 0 && !cap.kinds.includes(activity.kind)) continue
    const key = cap.per === 'day' ? `${index} ${activity.completedAt}` : `${index}`
    capKeys.push(key)
    const available = Math.max(0, hundredths(cap.hours) - (usedByCap.get(key) ?? 0))
    limitTo(available, cap.per === 'day' ? 'over_day_cap' : 'over_cap')
  }
  // Only after every cap was applied: what one cap cuts uses nothing of another.
  for (const key of capKeys) usedByCap.set(key, (usedByCap.get(key) ?? 0) + counted)
  if (counted > 0) reasons.unshift({ code: 'accepted', hours: counted / 100 })
  if (activity.unit !== 'contact_hour') reasons.push({ code: 'converted', hours: 0 })
  return { counted, reasons, offered }
}

/** Hundredths of contact hours, by the rule's own conversion of the certificate's amount. */
function offeredHours(activity: CreditedActivity, rule: CycleRules['rule']): number {
  if (activity.amount === null) return hundredths(activity.hours)
  return hundredths(toContactHours(activity.amount, activity.unit, rule?.conversions))
}

const normalized = (name: string) => name.trim().toLowerCase()

function namesOf({ topic, tags }: CycleTopic): Set<string> {
  return new Set([topic, ...tags].map(normalized))
}

/** Hundredths by topic name. An activity with a single topic need not state its hours again. */
function topicHoursOf({ topicHours, topicTags, hours }: CreditedActivity): Map<string, number> {
  const [only, ...others] = topicTags
  if (topicHours.length === 0 && only !== undefined && others.length === 0)
    return new Map([[normalized(only), hundredths(hours)]])
  return new Map(topicHours.map((part) => [normalized(part.topic), hundredths(part.hours)]))
}

function sumOf(topicHours: Map<string, number>, names: Set<string>): number {
  return [...topicHours].reduce((sum, [name, hours]) => sum + (names.has(name) ? hours : 0), 0)
}

/** Topic hours are stated in the activity's own hours; a rule with another conversion scales both alike. */
function scaled(stated: number, offered: number, hours: number): number {
  return offered === hours ? stated : Math.round((stated * offered) / hours)
}

/** It names several topics, one of them required by the hour, and not how many hours each had. */
function lacksTopicHours(activity: CreditedActivity, topics: readonly CycleTopic[]): boolean {
  if (activity.topicHours.length > 0 || activity.topicTags.length < 2) return false
  return topics.some((topic) => {
    const names = namesOf(topic)
    return topic.hours !== null && activity.topicTags.some((tag) => names.has(normalized(tag)))
  })
}
