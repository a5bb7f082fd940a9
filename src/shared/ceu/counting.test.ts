import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type CreditedActivity, countCycle } from './counting.ts'
import { cycleTopic } from './cycle.ts'
import { entryKind, unit } from './entry-fields.ts'
import { type EntryKind, matchKind } from './kinds.ts'

const cycle = {
  ...{ cycleStart: '2025-04-01', cycleEnd: '2027-03-31', topics: [], rule: null, carriedOverHours: null },
}
const noRule = {
  ...{ limits: [], excludes: [], conversions: {}, hoursPerUnit: 1 },
  carryOver: { allowed: null, hours: null, note: null },
}
const limit = { what: 'Some', hours: 6, note: null }
const excluding = (...kinds: EntryKind[]) => ({ ...noRule, excludes: [{ what: 'These', kinds, note: null }] })
const asked = (topic: z.input<typeof cycleTopic>) => cycleTopic.parse(topic)

function course(more: Partial<CreditedActivity> = {}): CreditedActivity {
  return {
    id: 'a',
    hours: 5,
    amount: null,
    unit: 'contact_hour',
    kind: 'course',
    completedAt: '2026-02-14',
    topicTags: [],
    topicHours: [],
    fileId: 'certificate',
    acceptedHours: null,
    ...more,
  }
}

const counted = (rules: Parameters<typeof countCycle>[0], ...activities: CreditedActivity[]) => {
  const { hoursCounted, entries } = countCycle(rules, activities)
  return [hoursCounted, ...[...entries.values()].map(({ reasons }) => reasons)]
}

describe('an activity', () => {
  test('counts with all its hours', () => {
    expect(counted(cycle, course())).toEqual([5, [{ code: 'accepted', hours: 5 }]])
  })

  test.each(['2025-04-01', '2027-03-31'])('counts on the first and on the last day: %s', (completedAt) => {
    expect(countCycle(cycle, [course({ completedAt })]).hoursCounted).toBe(5)
  })

  test.each(['2025-03-31', '2027-04-01'])('does not count outside the cycle’s dates: %s', (completedAt) => {
    expect(counted(cycle, course({ completedAt }))).toEqual([0, [{ code: 'outside_dates', hours: 5 }]])
  })

  test('counts without its certificate, with a note that it is missing', () => {
    expect(counted(cycle, course({ fileId: null }))).toEqual([
      5,
      [
        { code: 'accepted', hours: 5 },
        { code: 'no_certificate', hours: 0 },
      ],
    ])
  })

  test('of a rejected kind does not count', () => {
    const rule = excluding('bls')
    expect(counted({ ...cycle, rule }, course({ kind: 'bls' }))).toEqual([
      0,
      [{ code: 'kind_refused', hours: 5 }],
    ])
    expect(countCycle({ ...cycle, rule }, [course({ kind: 'advanced_life_support' })]).hoursCounted).toBe(5)
  })

  test('counts for the accepted hours that its owner entered, fewer or more', () => {
    expect(counted(cycle, course({ acceptedHours: 4.25 }))).toEqual([
      4.25,
      [
        { code: 'accepted', hours: 4.25 },
        { code: 'set_by_owner', hours: 0.75 },
      ],
    ])
    expect(counted(cycle, course({ acceptedHours: 6 }))).toEqual([
      6,
      [
        { code: 'accepted', hours: 6 },
        { code: 'set_by_owner', hours: 0 },
      ],
    ])
    expect(countCycle(cycle, [course({ acceptedHours: 0 })]).hoursCounted).toBe(0)
  })
})

describe('a limit', () => {
  const cap = { ...limit, kinds: ['presentation' as const], per: 'cycle' as const }
  const rule = { ...noRule, limits: [cap] }

  test('is used up by earlier activities first, in any order of entry', () => {
    const late = course({ id: 'a', kind: 'presentation', completedAt: '2026-03-02' })
    const early = course({ id: 'b', kind: 'presentation', completedAt: '2026-03-01' })
    for (const activities of [
      [late, early],
      [early, late],
    ]) {
      const { hoursCounted, entries } = countCycle({ ...cycle, rule }, activities)
      expect(hoursCounted).toBe(6)
      expect(entries.get('b')).toEqual({ countedHours: 5, reasons: [{ code: 'accepted', hours: 5 }] })
      expect(entries.get('a')?.reasons).toEqual([
        { code: 'accepted', hours: 1 },
        { code: 'over_cap', hours: 4 },
      ])
    }
  })

  test('does not touch other kinds', () => {
    expect(countCycle({ ...cycle, rule }, [course({ hours: 9 })]).hoursCounted).toBe(9)
  })

  test('is not used up by hours that another limit removes', () => {
    const narrow = { ...cap, hours: 2 }
    const both = { ...noRule, limits: [{ ...cap, kinds: [] }, narrow] }
    const activities = [
      course({ id: 'a', kind: 'presentation' }),
      course({ id: 'b', hours: 4, completedAt: '2026-03-01' }),
    ]
    expect(countCycle({ ...cycle, rule: both }, activities).hoursCounted).toBe(6)
  })

  test('per day starts again the next day', () => {
    const daily = { ...noRule, limits: [{ ...limit, kinds: [], hours: 12, per: 'day' as const }] }
    const activities = [
      course({ id: 'a', hours: 8 }),
      course({ id: 'b', hours: 8 }),
      course({ id: 'c', hours: 8, completedAt: '2026-02-15' }),
    ]
    const { hoursCounted, entries } = countCycle({ ...cycle, rule: daily }, activities)
    expect(hoursCounted).toBe(20)
    expect(entries.get('b')?.reasons).toEqual([
      { code: 'accepted', hours: 4 },
      { code: 'over_day_cap', hours: 4 },
    ])
  })
})

describe('hours of the cycle before', () => {
  const carryOver = (allowed: boolean | null, hours: number | null = null) => ({
    ...noRule,
    carryOver: { allowed, hours, note: null },
  })

  test.each([
    ['as the owner entered them, without a rule', null, 7.5],
    ['as far as the rule allows', carryOver(true, 5), 5],
    ['all, if the rule allows it without a limit', carryOver(true), 7.5],
    ['not where the rule forbids it', carryOver(false), 0],
    ['not where nothing is known about it', carryOver(null), 0],
  ])('count %s', (_how, rule, hours) => {
    expect(countCycle({ ...cycle, rule, carriedOverHours: 7.5 }, []).hoursCounted).toBe(hours)
  })
})

describe('a topic that requires a course within the last years', () => {
  const topics = [asked({ topic: 'Infection control', withinYears: 4 })]
  const on = (completedAt: string) => course({ completedAt, topicTags: ['Infection control'] })
  const met = (earlier: CreditedActivity[], inCycle: CreditedActivity[] = []) =>
    countCycle({ ...cycle, topics }, inCycle, earlier).topicsCompleted[0]

  test('counts a course from another cycle, up to the day four years before the end', () => {
    expect(met([on('2023-04-01')])).toMatchObject({ isMet: true, lastOn: '2023-04-01' })
    expect(met([on('2023-03-31')])).toMatchObject({ isMet: false, lastOn: null })
    expect(met([on('2027-04-01')])).toMatchObject({ isMet: false })
  })

  test('counts a course whose hours do not count in the cycle, and names the latest one', () => {
    const early = course({ id: 'b', completedAt: '2024-01-31', topicTags: ['Infection control'] })
    expect(met([], [early])).toMatchObject({ isMet: true, lastOn: '2024-01-31' })
    expect(met([on('2023-06-01')], [early])).toMatchObject({ lastOn: '2024-01-31' })
  })

  test('names the latest course, in any order of entry', () => {
    const days = ['2023-06-01', '2024-06-01', '2023-09-01']
    expect(met(days.map(on))).toMatchObject({ lastOn: '2024-06-01', countsUntil: '2028-05-31' })
  })

  test('stays met until the oldest of the latest courses that it needs drops out', () => {
    const threeHours = [asked({ topic: 'Infection control', hours: 3, withinYears: 4 })]
    const two = (id: string, completedAt: string) => ({ ...on(completedAt), id, hours: 2 })
    const until = (inCycle: CreditedActivity[], ...earlier: CreditedActivity[]) =>
      countCycle({ ...cycle, topics: threeHours }, inCycle, earlier).topicsCompleted[0]?.countsUntil
    const inCycle = [two('a', '2025-05-01')]
    const [oldest, middle] = [two('b', '2023-06-01'), two('c', '2024-02-01')]
    expect(until(inCycle, oldest, middle)).toBe('2028-01-31')
    expect(until(inCycle, middle, oldest)).toBe('2028-01-31')
    expect(until(inCycle, oldest)).toBe('2027-05-31')
    expect(until(inCycle)).toBeNull()
    expect(until([two('a', '2026-05-01'), two('b', '2025-05-01'), two('c', '2025-09-01')])).toBe('2029-08-31')
  })

  test('adds nothing to the hours of the cycle', () => {
    expect(countCycle({ ...cycle, topics }, [], [on('2023-06-01')]).hoursCounted).toBe(0)
  })
})

describe('a category with a maximum', () => {
  test('counts no more hours than its maximum', () => {
    const topics = [asked({ topic: 'Category B', hours: 10, maxHours: 30 })]
    const activities = [
      course({ id: 'a', hours: 25, topicTags: ['Category B'] }),
      course({ id: 'b', hours: 9, completedAt: '2026-03-01', topicTags: ['Category B'] }),
      course({ id: 'c', hours: 4, completedAt: '2026-03-02' }),
    ]
    const { hoursCounted, topicsCompleted, entries } = countCycle({ ...cycle, topics }, activities)
    expect(hoursCounted).toBe(34)
    expect(topicsCompleted).toMatchObject([{ hours: 30, isMet: true }])
    expect(entries.get('b')?.reasons).toContainEqual({ code: 'over_category', hours: 4 })
  })
})

describe('a life support course of an unknown kind', () => {
  const unknown = course({ kind: 'life_support' })

  test('does not count if one of the kinds is excluded, and gives the reason', () => {
    expect(counted({ ...cycle, rule: excluding('bls') }, unknown)).toEqual([
      0,
      [{ code: 'kind_unclear', hours: 5 }],
    ])
  })

  test('is excluded if both kinds are, and counts if neither is', () => {
    const both = excluding('bls', 'advanced_life_support')
    expect(counted({ ...cycle, rule: both }, unknown)).toEqual([0, [{ code: 'kind_refused', hours: 5 }]])
    expect(countCycle({ ...cycle, rule: excluding('volunteer') }, [unknown]).hoursCounted).toBe(5)
  })

  test('uses up the limits of both kinds', () => {
    const rule = {
      ...noRule,
      limits: [{ ...limit, kinds: ['bls' as const], hours: 4, per: 'cycle' as const }],
    }
    expect(countCycle({ ...cycle, rule }, [unknown]).hoursCounted).toBe(4)
  })
})

describe('units of several hours', () => {
  const rule = { ...noRule, hoursPerUnit: 2 }

  test('are counted by the hours of the activity, in exact hundredths', () => {
    expect(counted({ ...cycle, rule }, course())).toEqual([2.5, [{ code: 'accepted', hours: 2.5 }]])
    expect(countCycle({ ...cycle, rule }, [course({ hours: 0.03 })]).hoursCounted).toBe(0.01)
  })

  test('are also required of a topic', () => {
    const topics = [asked({ topic: 'Ethics', hours: 2.5 })]
    const [ethics] = countCycle({ ...cycle, topics, rule }, [
      course({ topicTags: ['Ethics'] }),
    ]).topicsCompleted
    expect(ethics).toMatchObject({ hours: 2.5, isMet: true })
  })
})

describe('points that do not convert to hours', () => {
  const rule = { ...noRule, hoursPerUnit: null }

  test('count only as many as the owner enters', () => {
    expect(counted({ ...cycle, rule }, course())).toEqual([0, [{ code: 'no_conversion', hours: 5 }]])
    expect(countCycle({ ...cycle, rule }, [course({ acceptedHours: 12 })]).hoursCounted).toBe(12)
  })
})

describe('another unit', () => {
  test('is converted by the cycle’s rule, if it has its own conversion', () => {
    const minutes = course({ hours: 5, amount: 300, unit: 'minute' })
    expect(counted(cycle, minutes)).toEqual([
      5,
      [
        { code: 'accepted', hours: 5 },
        { code: 'converted', hours: 0 },
      ],
    ])
    const fifty = { ...noRule, conversions: { minutesPerHour: 50 } }
    expect(countCycle({ ...cycle, rule: fifty }, [minutes]).hoursCounted).toBe(6)
  })

  test('scales the hours of a topic along with the others', () => {
    const fifty = { ...noRule, conversions: { minutesPerHour: 50 } }
    const topics = [asked({ topic: 'Ethics', hours: 2.4 })]
    const activity = course({
      hours: 5,
      amount: 300,
      unit: 'minute',
      topicHours: [{ topic: 'ethics', hours: 2 }],
    })
    expect(countCycle({ ...cycle, topics, rule: fifty }, [activity]).topicsCompleted).toEqual([
      { topic: 'Ethics', hours: 2.4, isMet: true, lastOn: '2026-02-14', countsUntil: null },
    ])
  })
})

describe('a topic', () => {
  const ethics = asked({
    topic: 'Nursing jurisprudence and ethics',
    hours: 2,
    tags: ['Ethics', 'Jurisprudence'],
  })
  const trafficking = asked({
    topic: 'Human trafficking (state-approved course)',
    tags: ['Human trafficking'],
  })
  const rules = { ...cycle, topics: [ethics, trafficking] }
  const topicsOf = (...activities: CreditedActivity[]) =>
    countCycle(rules, activities).topicsCompleted.map(({ hours, isMet }) => [hours, isMet])

  test('takes part of the hours, which still count toward the total', () => {
    const activity = course({ topicTags: ['Ethics'], topicHours: [{ topic: 'Ethics', hours: 2 }] })
    expect(topicsOf(activity)[0]).toEqual([2, true])
    expect(countCycle(rules, [activity]).hoursCounted).toBe(5)
  })

  test('takes all hours of an activity with no other topic', () => {
    expect(topicsOf(course({ hours: 1.5, topicTags: ['ETHICS '] }))[0]).toEqual([1.5, false])
  })

  test('adds the hours of several of its tags', () => {
    const parts = [
      { topic: 'Ethics', hours: 1 },
      { topic: 'jurisprudence', hours: 1.25 },
    ]
    expect(topicsOf(course({ topicHours: parts }))[0]).toEqual([2.25, true])
  })

  test('without a number is met by any counted course on it', () => {
    const activity = course({ topicTags: ['Human trafficking', 'Safety'] })
    expect(topicsOf(activity)[1]).toEqual([0, true])
    expect(topicsOf(course({ ...activity, completedAt: '2020-01-01' }))[1]).toEqual([0, false])
  })

  test('gets nothing if the hours per topic were not entered, with a note', () => {
    const activity = course({ topicTags: ['Ethics', 'Wound care'] })
    expect(topicsOf(activity)[0]).toEqual([0, false])
    expect(countCycle(rules, [activity]).entries.get('a')?.reasons).toContainEqual({
      code: 'topic_hours_missing',
      hours: 0,
    })
  })

  test.each<[string, Partial<CreditedActivity>]>([
    [
      'its hours are stated',
      { topicHours: [{ topic: 'Ethics', hours: 2 }], topicTags: ['Ethics', 'Safety'] },
    ],
    ['it is the only one', { topicTags: ['Ethics'] }],
    ['there is none', {}],
    ['none of several is required', { topicTags: ['Wound care', 'Safety'] }],
    ['a course on it is required, and no hours', { topicTags: ['Human trafficking', 'Safety'] }],
  ])('needs no note about its hours where %s', (_why, more) => {
    expect(countCycle(rules, [course(more)]).entries.get('a')?.reasons).toEqual([
      { code: 'accepted', hours: 5 },
    ])
  })

  test('never takes more hours than the activity counts for', () => {
    const activity = course({ acceptedHours: 1, topicHours: [{ topic: 'Ethics', hours: 2 }] })
    expect(topicsOf(activity)[0]).toEqual([1, false])
  })

  test('within another topic counts for both', () => {
    const topics = [
      asked({ topic: 'Pharmacology', hours: 5, tags: ['Pharmacology', 'Pain management'] }),
      asked({ topic: 'Pain management', hours: 3, tags: ['Pain management'] }),
    ]
    const parts = [
      { topic: 'Pharmacology', hours: 2 },
      { topic: 'Pain management', hours: 3 },
    ]
    expect(countCycle({ ...cycle, topics }, [course({ topicHours: parts })]).topicsCompleted).toEqual([
      { topic: 'Pharmacology', hours: 5, isMet: true, lastOn: '2026-02-14', countsUntil: null },
      { topic: 'Pain management', hours: 3, isMet: true, lastOn: '2026-02-14', countsUntil: null },
    ])
  })
})

describe('for any entries', () => {
  const hundredth = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((value) => value / 100)
  const day = fc.constantFrom(
    '2025-03-31',
    '2025-04-01',
    '2026-02-14',
    '2026-02-15',
    '2027-03-31',
    '2027-04-01',
  )
  const names = fc.constantFrom('Ethics', 'Pain', 'Safety')
  const activity = fc.record({
    hours: hundredth(500),
    amount: fc.option(hundredth(300)),
    unit: fc.constantFrom(...unit.options),
    kind: fc.constantFrom(...entryKind.options),
    completedAt: day,
    topicTags: fc.uniqueArray(names),
    topicHours: fc.uniqueArray(fc.record({ topic: names, hours: hundredth(3) }), {
      selector: (part) => part.topic,
    }),
    fileId: fc.option(fc.constant('file')),
    acceptedHours: fc.option(fc.integer({ min: 0, max: 50_000 }).map((value) => value / 100)),
  })
  const activities = fc
    .array(activity, { maxLength: 30 })
    .map((list) => list.map((one, n) => ({ ...one, id: `${n}` })))
  const rule = fc.record({
    limits: fc.array(
      fc.record({
        what: fc.constant('Some'),
        kinds: fc.uniqueArray(fc.constantFrom(...entryKind.options), { maxLength: 3 }),
        hours: hundredth(60),
        per: fc.constantFrom('cycle' as const, 'day' as const),
        note: fc.constant(null),
      }),
      { maxLength: 3 },
    ),
    excludes: fc
      .uniqueArray(fc.constantFrom(...entryKind.options), { maxLength: 3 })
      .map((kinds) => [{ what: 'These', kinds, note: null }]),
    conversions: fc.constantFrom({}, { minutesPerHour: 50 }, { cme_credit: 1.2 }),
    hoursPerUnit: fc.constant(1),
    carryOver: fc.constant(noRule.carryOver),
  })
  const topics = [
    asked({ topic: 'Ethics', hours: 2, maxHours: 40, tags: ['Safety'] }),
    asked({ topic: 'Pain', withinYears: 3 }),
  ]

  test('no hour disappears without a reason, and the sum is exact to the hundredth', () => {
    fc.assert(
      fc.property(activities, fc.option(rule), (list, given) => {
        const result = countCycle({ ...cycle, topics, rule: given }, list)
        let total = 0
        for (const one of list) {
          const { countedHours, reasons } = result.entries.get(one.id) ?? { countedHours: -1, reasons: [] }
          expect(countedHours).toBeGreaterThanOrEqual(0)
          const accepted = reasons.find(({ code }) => code === 'accepted')?.hours ?? 0
          expect(accepted).toBe(countedHours)
          if (countedHours === 0 && one.hours > 0.05 && one.amount === null)
            expect(reasons.length).toBeGreaterThan(0)
          total += Math.round(countedHours * 100)
        }
        expect(result.hoursCounted).toBe(total / 100)
        const [inCycle] = result.topicsCompleted
        expect(inCycle?.hours).toBeLessThanOrEqual(Math.min(40, result.hoursCounted))
      }),
    )
  })

  test('offered hours equal counted hours plus those with a reason', () => {
    fc.assert(
      fc.property(activities, rule, (list, given) => {
        const offered = list.map((one) => ({ ...one, amount: null, acceptedHours: null }))
        const { entries } = countCycle({ ...cycle, topics, rule: given }, offered)
        for (const { id, hours } of offered) {
          const named = (entries.get(id)?.reasons ?? []).reduce(
            (sum, one) => sum + Math.round(one.hours * 100),
            0,
          )
          expect(named).toBe(Math.round(hours * 100))
        }
      }),
    )
  })

  test('no limit is exceeded', () => {
    fc.assert(
      fc.property(activities, rule, (list, given) => {
        const { entries } = countCycle({ ...cycle, topics, rule: given }, list)
        for (const cap of given.limits) {
          const sums = new Map<string, number>()
          for (const one of list) {
            if (cap.kinds.length > 0 && matchKind(one.kind, cap.kinds) === 'no') continue
            const key = cap.per === 'day' ? one.completedAt : ''
            sums.set(key, (sums.get(key) ?? 0) + Math.round((entries.get(one.id)?.countedHours ?? 0) * 100))
          }
          for (const sum of sums.values()) expect(sum).toBeLessThanOrEqual(Math.round(cap.hours * 100))
        }
      }),
    )
  })

  test('the order of entry does not matter', () => {
    fc.assert(
      fc.property(activities, rule, (list, given) => {
        const rules = { ...cycle, topics, rule: given }
        const backwards = countCycle(rules, [...list].reverse())
        const forwards = countCycle(rules, list)
        expect(backwards.hoursCounted).toBe(forwards.hoursCounted)
        expect(Object.fromEntries(backwards.entries)).toEqual(Object.fromEntries(forwards.entries))
      }),
    )
  })
})
