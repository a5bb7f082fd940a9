import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/kernel/dates.ts'
import { type CreditedActivity, type CycleRules, countCycle } from './counting.ts'
import { cycleTopic } from './cycle.ts'
import { entryKind } from './entry-fields.ts'
import type { EntryKind } from './kinds.ts'

/**
 * An independent version of the count: every hour is a hundred tickets, and each ticket checks every limit for
 * remaining room.
 */
function countByTickets(cycle: CycleRules, activities: CreditedActivity[], earlier: CreditedActivity[]) {
  const { rule } = cycle
  const used = new Map<string, number>()
  const topicTickets = cycle.topics.map(() => 0)
  const dates = cycle.topics.map((): string[] => [])
  const counted = new Map<string, number>()
  const rules = cycle.rule ?? { limits: [], excludes: [], hoursPerUnit: 1 }
  const isA = (kind: EntryKind, kinds: EntryKind[]) =>
    kinds.includes(kind) ||
    (kind === 'life_support' && (kinds.includes('bls') || kinds.includes('advanced_life_support')))
  const hasTopic = ({ topicTags, topicHours }: CreditedActivity, at: number) => {
    const { topic, tags } = cycle.topics[at] as (typeof cycle.topics)[number]
    const names = [topic, ...tags].map((name) => name.toLowerCase())
    return [...topicTags, ...topicHours.map((part) => part.topic)].some((name) =>
      names.includes(name.toLowerCase()),
    )
  }
  const ticketsOn = (activity: CreditedActivity, at: number) => {
    const { topic, tags } = cycle.topics[at] as (typeof cycle.topics)[number]
    const names = new Set([topic, ...tags].map((name) => name.toLowerCase()))
    const { topicTags, topicHours, hours } = activity
    if (topicHours.length === 0)
      return topicTags.length === 1 && names.has(topicTags[0]?.toLowerCase() ?? '')
        ? Math.round(hours * 100)
        : 0
    return topicHours
      .filter((part) => names.has(part.topic.toLowerCase()))
      .reduce((sum, part) => sum + Math.round(part.hours * 100), 0)
  }
  const inOrder = activities.toSorted((a, b) =>
    `${a.completedAt} ${a.id}` < `${b.completedAt} ${b.id}` ? -1 : 1,
  )
  let total = 0
  for (const activity of inOrder) {
    const { id, kind, completedAt, acceptedHours, hours } = activity
    const isIn = completedAt >= cycle.cycleStart && completedAt <= cycle.cycleEnd
    const isOut = rules.excludes.some(({ kinds }) => isA(kind, kinds))
    const isWorthless = rules.hoursPerUnit === null && acceptedHours === null
    const tickets = !isIn || isOut || isWorthless ? 0 : Math.round((acceptedHours ?? hours) * 100)
    const pools = rules.limits.flatMap(({ kinds, hours, per }, at) =>
      hours === null || (kinds.length > 0 && !isA(kind, kinds))
        ? []
        : [{ key: per === 'day' ? `${at} ${completedAt}` : `${at}`, most: Math.round(hours * 100) }],
    )
    let kept = 0
    while (kept < tickets && pools.every(({ key, most }) => (used.get(key) ?? 0) + kept < most)) kept += 1
    cycle.topics.forEach(({ maxHours }, at) => {
      if (maxHours === null || !hasTopic(activity, at)) return
      const on = Math.min(kept, ticketsOn(activity, at))
      const over = (topicTickets[at] ?? 0) + on - Math.round(maxHours * 100)
      kept -= Math.min(on, Math.max(0, over))
    })
    for (const { key } of pools) used.set(key, (used.get(key) ?? 0) + kept)
    cycle.topics.forEach((topic, at) => {
      if (!hasTopic(activity, at)) return
      const isInYears =
        topic.withinYears !== null &&
        completedAt <= cycle.cycleEnd &&
        completedAt > yearsBefore(cycle.cycleEnd, topic.withinYears)
      if (kept === 0 && !isInYears) return
      const before = topicTickets[at] ?? 0
      const on = kept === 0 ? ticketsOn(activity, at) : Math.min(kept, ticketsOn(activity, at))
      const most = topic.maxHours === null || kept === 0 ? before + on : Math.round(topic.maxHours * 100)
      topicTickets[at] = Math.max(before, Math.min(most, before + on))
      dates[at]?.push(completedAt)
    })
    counted.set(id, kept)
    total += kept
  }
  for (const activity of earlier)
    cycle.topics.forEach((topic, at) => {
      if (topic.withinYears === null || !hasTopic(activity, at)) return
      if (activity.completedAt > cycle.cycleEnd) return
      if (activity.completedAt <= yearsBefore(cycle.cycleEnd, topic.withinYears)) return
      topicTickets[at] = (topicTickets[at] ?? 0) + ticketsOn(activity, at)
      dates[at]?.push(activity.completedAt)
    })
  const allowed = rule === null ? 1e9 : rule.carryOver.allowed === true ? (rule.carryOver.hours ?? 1e9) : 0
  total += Math.round(Math.min(cycle.carriedOverHours ?? 0, allowed) * 100)
  return {
    total,
    counted,
    topics: cycle.topics.map(({ hours }, at) => ({
      tickets: topicTickets[at] ?? 0,
      lastOn: dates[at]?.toSorted().at(-1) ?? null,
      isMet: hours === null ? dates[at]?.length !== 0 : (topicTickets[at] ?? 0) >= Math.round(hours * 100),
    })),
  }
}

const yearsBefore = (date: string, years: number) => {
  const before = `${Number(date.slice(0, 4)) - years}${date.slice(4)}`
  return before.endsWith('02-29') && new Date(before).getUTCMonth() !== 1
    ? before.replace('29', '28')
    : before
}

const hundredth = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((value) => value / 100)
const some = <T>(...values: T[]) => fc.constantFrom(...values)
const names = some('Ethics', 'Pain', 'Safety')
const kinds = fc.uniqueArray(some(...entryKind.options), { maxLength: 3 })
const day = fc.integer({ min: -1500, max: 800 }).map((days) => addDays('2025-04-01', days))
const activity = fc.record({
  ...{ hours: hundredth(4), amount: fc.constant(null), unit: fc.constant('contact_hour' as const) },
  ...{ kind: some(...entryKind.options), completedAt: fc.oneof(day, some('2026-02-14', '2027-03-31')) },
  topicTags: fc.uniqueArray(names, { maxLength: 2 }),
  topicHours: fc.uniqueArray(fc.record({ topic: names, hours: hundredth(2) }), {
    selector: ({ topic }) => topic,
    maxLength: 2,
  }),
  fileId: some('file', null),
  acceptedHours: fc.option(
    fc.integer({ min: 0, max: 500 }).map((value) => value / 100),
    { freq: 5 },
  ),
})
const activities = fc.array(activity, { maxLength: 14 })
const rule = fc.record({
  limits: fc.array(
    fc.record({
      ...{ what: fc.constant(''), kinds, hours: fc.option(hundredth(6), { freq: 5 }) },
      ...{ per: some('cycle' as const, 'day' as const), note: fc.constant(null) },
    }),
    { maxLength: 3 },
  ),
  excludes: fc.array(fc.record({ what: fc.constant(''), kinds, note: fc.constant(null) }), { maxLength: 1 }),
  conversions: fc.constant({}),
  hoursPerUnit: fc.option(fc.constant(1), { freq: 6 }),
  carryOver: fc.record({ allowed: some(true, false, null), hours: some(null, 1.5), note: fc.constant(null) }),
})
const topic = fc
  .record({
    ...{ hours: some(null, 1.5), maxHours: some(null, 2), withinYears: some(null, 2, 4) },
    tags: some(['Safety'], []),
  })
  .map((more) => cycleTopic.parse({ topic: 'Ethics', ...more }))
const cycle = fc.record({
  cycleStart: fc.constant('2025-04-01'),
  cycleEnd: some('2027-03-31', '2028-02-29'),
  topics: fc.array(topic, { maxLength: 1 }),
  rule: fc.option(rule, { freq: 8 }),
  carriedOverHours: some(null, 0.75, 3),
})

test('hours, topics and carried-over hours match an independent count', () => {
  fc.assert(
    fc.property(cycle, activities, activities, (rules, inCycle, elsewhere) => {
      const numbered = inCycle.map((one, at) => ({ ...one, id: `in ${at}` }))
      const earlier = elsewhere.map((one, at) => ({ ...one, id: `out ${at}` }))
      const expected = countByTickets(rules, numbered, earlier)
      const { hoursCounted, topicsCompleted, entries } = countCycle(rules, numbered, earlier)
      for (const [id, tickets] of expected.counted) expect(entries.get(id)?.countedHours).toBe(tickets / 100)
      expect(hoursCounted).toBe(expected.total / 100)
      expect(topicsCompleted.map(({ hours, isMet, lastOn }) => ({ hours, isMet, lastOn }))).toEqual(
        expected.topics.map(({ tickets, isMet, lastOn }) => ({ hours: tickets / 100, isMet, lastOn })),
      )
    }),
    { numRuns: 400 },
  )
})
