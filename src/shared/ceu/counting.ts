import { addDays, addYears } from '#shared/kernel/dates.ts'
import type { CycleTopic, TopicCompleted } from './cycle.ts'
import type { CeuEntry, Reason, ReasonCode } from './entry.ts'
import { matchKind } from './kinds.ts'
import type { CeRule } from './rule.ts'
import { hundredths, toContactHours } from './units.ts'

type Activity = Pick<
  CeuEntry,
  'id' | 'hours' | 'amount' | 'unit' | 'kind' | 'completedAt' | 'topicTags' | 'topicHours' | 'fileId'
>
/**
 * An activity to be credited to a cycle. `acceptedHours` is set if the owner knows how many hours that cycle accepts.
 */
export type CreditedActivity = Activity & { acceptedHours: number | null }

/** The basis of the count: the cycle's dates, its topics and its rule. */
export type CycleRules = {
  cycleStart: string
  cycleEnd: string
  topics: readonly CycleTopic[]
  rule: Pick<CeRule, 'limits' | 'excludes' | 'conversions' | 'hoursPerUnit' | 'carryOver'> | null
  /** Hours carried over from the previous cycle, as the owner entered them. */
  carriedOverHours: number | null
}

export type CreditedHours = { countedHours: number; reasons: Reason[] }
export type CycleCount = {
  hoursCounted: number
  topicsCompleted: TopicCompleted[]
  /** By entry id. Offered hours equal the counted hours plus the hours of every reason that takes some away. */
  entries: Map<string, CreditedHours>
}

/**
 * Counts the hours and topics of a cycle, in the rule's unit. Pure, and independent of the order of `activities`: if a
 * limit does not leave enough room for all, the earlier activity counts first. `earlier` are activities of other
 * cycles. They count only for topics that require a course within the last years.
 */
export function countCycle(
  cycle: CycleRules,
  activities: readonly CreditedActivity[],
  earlier: readonly CreditedActivity[] = [],
): CycleCount {
  const usedByLimit = new Map<string, number>()
  const topics = cycle.topics.map((topic) => countTopic(topic, cycle))
  const entries = new Map<string, CreditedHours>()
  let total = hundredths(carriedOver(cycle))
  for (const activity of [...activities].sort(byDate)) {
    const { counted, reasons, offered } = creditActivity(cycle, activity, topics, usedByLimit)
    for (const topic of topics) topic.add(activity, { counted, offered })
    if (lacksTopicHours(activity, cycle.topics)) reasons.push({ code: 'topic_hours_missing', hours: 0 })
    if (activity.fileId === null) reasons.push({ code: 'no_certificate', hours: 0 })
    total += counted
    entries.set(activity.id, { countedHours: counted / 100, reasons })
  }
  for (const activity of earlier) for (const topic of topics) topic.addEarlier(activity)
  return {
    hoursCounted: total / 100,
    topicsCompleted: topics.map((topic) => topic.completed()),
    entries,
  }
}

/** The hours that the rule lets an owner carry over from the previous cycle; 0 unless the rule is known to allow it. */
export function carriedOver({
  rule,
  carriedOverHours,
}: Pick<CycleRules, 'rule' | 'carriedOverHours'>): number {
  if (carriedOverHours === null) return 0
  if (rule === null) return carriedOverHours
  if (rule.carryOver.allowed !== true) return 0
  return Math.min(carriedOverHours, rule.carryOver.hours ?? carriedOverHours)
}

type TopicCount = ReturnType<typeof countTopic>
/** In hundredths. */
type Credit = { counted: number; offered: number }

/** Counts the hours of one topic, in hundredths. */
function countTopic(asked: CycleTopic, { cycleEnd }: Pick<CycleRules, 'cycleEnd'>) {
  const names = namesOf(asked)
  const { topic, hours, maxHours, withinYears } = asked
  const since = withinYears === null ? null : addDays(addYears(cycleEnd, -withinYears), 1)
  let sum = 0
  let lastOn: string | null = null
  const taken: Taken[] = []

  const isOn = ({ topicTags, topicHours }: CreditedActivity) =>
    [...topicHours.map((part) => part.topic), ...topicTags].some((name) => names.has(normalized(name)))
  const count = ({ completedAt }: CreditedActivity, more: number) => {
    sum += more
    taken.push({ on: completedAt, hundredths: more })
    if (lastOn === null || completedAt > lastOn) lastOn = completedAt
  }
  /** Adds an activity that is not in the cycle, or whose hours do not count in it. */
  const addEarlier = (activity: CreditedActivity) => {
    if (since === null || activity.completedAt < since || activity.completedAt > cycleEnd) return
    if (isOn(activity)) count(activity, hoursOn(names, activity))
  }

  /** How many of the counted hours are on this topic. */
  const onTopic = (activity: CreditedActivity, { counted, offered }: Credit) =>
    Math.min(counted, scaled(hoursOn(names, activity), offered, hundredths(activity.hours)))

  const room = () => (maxHours === null ? Infinity : Math.max(0, hundredths(maxHours) - sum))

  return {
    /** The counted hours that remain once the topic has reached its maximum. Hours on other topics stay. */
    available(activity: CreditedActivity, credit: Credit): number {
      return credit.counted - Math.max(0, onTopic(activity, credit) - room())
    },
    add(activity: CreditedActivity, credit: Credit): void {
      if (!isOn(activity)) return
      if (credit.counted === 0) addEarlier(activity)
      else count(activity, Math.min(room(), onTopic(activity, credit)))
    },
    addEarlier,
    completed: (): TopicCompleted => ({
      topic,
      hours: sum / 100,
      isMet: hours === null ? lastOn !== null : sum >= hundredths(hours),
      lastOn,
      countsUntil: withinYears === null ? null : countsUntil(taken, hundredths(hours ?? 0), withinYears),
    }),
  }
}

type Taken = { on: string; hundredths: number }

/** The latest courses with `hours` in total count until the oldest of them drops out. */
function countsUntil(taken: readonly Taken[], hours: number, withinYears: number): string | null {
  let sum = 0
  const oldest = taken
    .toSorted((a, b) => (a.on < b.on ? 1 : -1))
    .find((course) => {
      sum += course.hundredths
      return sum >= hours
    })
  return oldest ? addDays(addYears(oldest.on, withinYears), -1) : null
}

function byDate(a: CreditedActivity, b: CreditedActivity): number {
  if (a.completedAt !== b.completedAt) return a.completedAt < b.completedAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** Hours in hundredths. `usedByLimit` records how much of each limit earlier activities used. */
function creditActivity(
  { rule, cycleStart, cycleEnd }: CycleRules,
  activity: CreditedActivity,
  topics: readonly TopicCount[],
  usedByLimit: Map<string, number>,
) {
  const reasons: Reason[] = []
  const offered = offeredHours(activity, rule)
  const excluded = (rule?.excludes ?? []).map(({ kinds }) => matchKind(activity.kind, kinds))
  let counted = offered
  const limitTo = (most: number, code: ReasonCode) => {
    if (most >= counted) return
    reasons.push({ code, hours: (counted - most) / 100 })
    counted = most
  }
  if (activity.completedAt < cycleStart || activity.completedAt > cycleEnd) limitTo(0, 'outside_dates')
  if (excluded.includes('yes')) limitTo(0, 'kind_refused')
  if (excluded.includes('unclear')) limitTo(0, 'kind_unclear')
  if (rule?.hoursPerUnit === null && activity.acceptedHours === null) limitTo(0, 'no_conversion')
  if (activity.acceptedHours !== null && counted > 0) {
    const accepted = hundredths(activity.acceptedHours)
    limitTo(accepted, 'set_by_owner')
    if (accepted > counted) {
      reasons.push({ code: 'set_by_owner', hours: 0 })
      counted = accepted
    }
  }
  const keys: string[] = []
  for (const [index, { kinds, hours, per }] of (rule?.limits ?? []).entries()) {
    if (hours === null || (kinds.length > 0 && matchKind(activity.kind, kinds) === 'no')) continue
    const key = per === 'day' ? `${index} ${activity.completedAt}` : `${index}`
    keys.push(key)
    const available = Math.max(0, hundredths(hours) - (usedByLimit.get(key) ?? 0))
    limitTo(available, per === 'day' ? 'over_day_cap' : 'over_cap')
  }
  for (const topic of topics) limitTo(topic.available(activity, { counted, offered }), 'over_category')
  // Updated only after every limit was applied: hours cut by one limit do not use up another.
  for (const key of keys) usedByLimit.set(key, (usedByLimit.get(key) ?? 0) + counted)
  if (counted > 0) reasons.unshift({ code: 'accepted', hours: counted / 100 })
  if (activity.unit !== 'contact_hour') reasons.push({ code: 'converted', hours: 0 })
  return { counted, reasons, offered }
}

/** Hundredths of the rule's unit, by the rule's own conversion of the certificate's amount. */
function offeredHours(activity: CreditedActivity, rule: CycleRules['rule']): number {
  const hours =
    activity.amount === null
      ? hundredths(activity.hours)
      : hundredths(toContactHours(activity.amount, activity.unit, rule?.conversions))
  return Math.floor(hours / (rule?.hoursPerUnit ?? 1))
}

const normalized = (name: string) => name.trim().toLowerCase()

function namesOf({ topic, tags }: CycleTopic): Set<string> {
  return new Set([topic, ...tags].map(normalized))
}

/** Hundredths on a topic with any of these names. An activity with a single topic need not state its hours again. */
function hoursOn(names: Set<string>, { topicHours, topicTags, hours }: CreditedActivity): number {
  const [only, ...others] = topicTags
  if (topicHours.length === 0 && only !== undefined && others.length === 0)
    return names.has(normalized(only)) ? hundredths(hours) : 0
  return topicHours.reduce(
    (sum, part) => (names.has(normalized(part.topic)) ? sum + hundredths(part.hours) : sum),
    0,
  )
}

/** Topic hours are stated in the activity's own hours; a rule with another conversion scales both alike. */
function scaled(stated: number, offered: number, hours: number): number {
  return offered === hours ? stated : Math.round((stated * offered) / hours)
}

/** The activity names several topics, one of which requires hours, but not the hours of each topic. */
function lacksTopicHours(activity: CreditedActivity, topics: readonly CycleTopic[]): boolean {
  if (activity.topicHours.length > 0 || activity.topicTags.length < 2) return false
  return topics.some((topic) => {
    const names = namesOf(topic)
    return topic.hours !== null && activity.topicTags.some((tag) => names.has(normalized(tag)))
  })
}
