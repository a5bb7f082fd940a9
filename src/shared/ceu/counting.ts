import type { CycleTopic, TopicCompleted } from './cycle.ts'
import type { CeuEntry, Reason, ReasonCode } from './entry.ts'
import type { CeRule } from './rule.ts'
import { hundredths, toContactHours } from './units.ts'

type Activity = Pick<
  CeuEntry,
  'id' | 'hours' | 'amount' | 'unit' | 'kind' | 'completedAt' | 'topicTags' | 'topicHours' | 'fileId'
>
/** An activity that is to count in a cycle, with what its owner says is accepted there. */
export type Claim = Activity & { acceptedHours: number | null }

type Frame = {
  cycleStart: string
  cycleEnd: string
  topics: readonly CycleTopic[]
  rule: Pick<CeRule, 'caps' | 'refusedKinds' | 'conversions'> | null
}

export type Counted = { countedHours: number; reasons: Reason[] }
export type CycleCount = {
  hoursCompleted: number
  topicsCompleted: TopicCompleted[]
  /** By entry. Offered hours = counted hours + the hours of every reason that takes some away. */
  entries: Map<string, Counted>
}

/**
 * What each activity counts for in a cycle, and what they come to. Depends on nothing but its arguments, and not on
 * their order: where a cap leaves no room for all, the earlier activity comes first.
 */
export function countCycle(cycle: Frame, claims: readonly Claim[]): CycleCount {
  const used = new Map<string, number>()
  const topics = cycle.topics.map((topic) => ({ topic, names: namesOf(topic), sum: 0, isTouched: false }))
  const entries = new Map<string, Counted>()
  let total = 0
  for (const claim of [...claims].sort(earlierFirst)) {
    const { counted, reasons, offered } = countClaim(cycle, claim, used)
    const parts = topicParts(claim)
    for (const one of topics) {
      const mentioned = [...parts.keys(), ...claim.topicTags.map(plain)].some((name) => one.names.has(name))
      if (!mentioned || counted === 0) continue
      one.isTouched = true
      one.sum += Math.min(counted, scaled(sumOf(parts, one.names), offered, hundredths(claim.hours)))
    }
    if (isUnsplit(claim, cycle.topics)) reasons.push({ code: 'topic_hours_missing', hours: 0 })
    if (claim.fileId === null) reasons.push({ code: 'no_certificate', hours: 0 })
    total += counted
    entries.set(claim.id, { countedHours: counted / 100, reasons })
  }
  return {
    hoursCompleted: total / 100,
    topicsCompleted: topics.map(({ topic, sum, isTouched }) => ({
      topic: topic.topic,
      hours: sum / 100,
      isMet: topic.hours === null ? isTouched : sum >= hundredths(topic.hours),
    })),
    entries,
  }
}

function earlierFirst(a: Claim, b: Claim): number {
  if (a.completedAt !== b.completedAt) return a.completedAt < b.completedAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** In hundredths. `used` remembers how much of each cap is taken. */
function countClaim({ rule, cycleStart, cycleEnd }: Frame, claim: Claim, used: Map<string, number>) {
  const reasons: Reason[] = []
  const offered = offeredIn(claim, rule)
  let counted = offered
  const lose = (code: ReasonCode, left: number) => {
    if (left >= counted) return
    reasons.push({ code, hours: (counted - left) / 100 })
    counted = left
  }
  if (claim.completedAt < cycleStart || claim.completedAt > cycleEnd) lose('outside_dates', 0)
  if (rule?.refusedKinds.includes(claim.kind)) lose('kind_refused', 0)
  if (claim.acceptedHours !== null && counted > 0) {
    const accepted = hundredths(claim.acceptedHours)
    lose('set_by_owner', accepted)
    if (accepted > counted) {
      reasons.push({ code: 'set_by_owner', hours: 0 })
      counted = accepted
    }
  }
  const keys: string[] = []
  for (const [index, cap] of (rule?.caps ?? []).entries()) {
    if (cap.kinds.length > 0 && !cap.kinds.includes(claim.kind)) continue
    const key = cap.per === 'day' ? `${index} ${claim.completedAt}` : `${index}`
    keys.push(key)
    const room = Math.max(0, hundredths(cap.hours) - (used.get(key) ?? 0))
    lose(cap.per === 'day' ? 'over_day_cap' : 'over_cap', room)
  }
  // Only once all caps have spoken: what one of them cuts takes no room under another.
  for (const key of keys) used.set(key, (used.get(key) ?? 0) + counted)
  if (counted > 0) reasons.unshift({ code: 'accepted', hours: counted / 100 })
  if (claim.unit !== 'contact_hour') reasons.push({ code: 'converted', hours: 0 })
  return { counted, reasons, offered }
}

/** Hundredths of contact hours that the rule's own conversion makes of the certificate's amount. */
function offeredIn(claim: Claim, rule: Frame['rule']): number {
  if (claim.amount === null) return hundredths(claim.hours)
  return hundredths(toContactHours(claim.amount, claim.unit, rule?.conversions))
}

const plain = (name: string) => name.trim().toLowerCase()

function namesOf({ topic, tags }: CycleTopic): Set<string> {
  return new Set([topic, ...tags].map(plain))
}

/** Hundredths by topic. An activity that is all about one topic need not say so twice. */
function topicParts({ topicHours, topicTags, hours }: Claim): Map<string, number> {
  const [only, ...others] = topicTags
  if (topicHours.length === 0 && only !== undefined && others.length === 0)
    return new Map([[plain(only), hundredths(hours)]])
  return new Map(topicHours.map((part) => [plain(part.topic), hundredths(part.hours)]))
}

function sumOf(parts: Map<string, number>, names: Set<string>): number {
  return [...parts].reduce((sum, [name, part]) => sum + (names.has(name) ? part : 0), 0)
}

/** Topic hours are told in the activity's own hours; a rule with another conversion stretches both alike. */
function scaled(part: number, offered: number, hours: number): number {
  return offered === hours ? part : Math.round((part * offered) / hours)
}

/** It names several topics, one of them wanted here by the hour, and not how its hours fall to them. */
function isUnsplit(claim: Claim, topics: readonly CycleTopic[]): boolean {
  if (claim.topicHours.length > 0 || claim.topicTags.length < 2) return false
  return topics.some((topic) => {
    const names = namesOf(topic)
    return topic.hours !== null && claim.topicTags.some((tag) => names.has(plain(tag)))
  })
}
