import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import { ceRuleOf } from '#testing/ce-rule.ts'
import { cycleTopic } from './cycle.ts'
import type { CycleNeed } from './needs.ts'
import { hoursNeededBy, hoursOverTime, progressOf } from './progress.ts'

const texas = {
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  hoursCounted: 12,
  topics: [
    cycleTopic.parse({ topic: 'Ethics', hours: 2 }),
    cycleTopic.parse({ topic: 'Human trafficking', dueOn: '2027-01-31' }),
  ],
  topicsCompleted: [
    { topic: 'Ethics', hours: 0.5, isMet: false, lastOn: '2026-01-31', countsUntil: null },
    { topic: 'Human trafficking', hours: 0, isMet: false, lastOn: null, countsUntil: null },
  ],
  needs: [],
  rule: ceRuleOf(),
}
const met = texas.topicsCompleted.map((topic) => ({ ...topic, isMet: true }))

test('shows the hours and topics left, the time left and the pace', () => {
  // 20 − 12 = 8 hours; Ethics 2 − 0.5 = 1.5. From 2026-11-21 to 2027-03-31 are 130 days, with today 131; 131 / 30 =
  // 4.37 months. 8 / 4.37 = 1.83, so 1.9 hours a month. The even pace requires 20 × 600 / 730 = 16.44 by today.
  expect(progressOf(texas, '2026-11-21')).toEqual({
    state: 'behind',
    hoursLeft: 8,
    fraction: 0.6,
    topicsInDoubt: [],
    topicsLeft: [
      { ...{ key: null, topic: 'Ethics', tags: [] }, hours: 1.5, dueOn: null },
      { ...{ key: null, topic: 'Human trafficking', tags: [] }, hours: null, dueOn: '2027-01-31' },
    ],
    needsLeft: [],
    isAllKnown: true,
    hoursToTake: 8,
    daysLeft: 130,
    hoursPerMonth: 1.9,
    hoursNeededByToday: 16.44,
  })
})

test('topics can require more than the hours that are left', () => {
  expect(progressOf({ ...texas, hoursCounted: 19.5 }, '2026-11-21')).toMatchObject({
    hoursLeft: 0.5,
    hoursToTake: 1.5,
  })
})

describe('a cycle', () => {
  test.each([
    ['2027-03-31', { hoursCounted: 20, topicsCompleted: met }, 'done'],
    ['2030-01-01', { hoursCounted: 24, topicsCompleted: met }, 'done'],
    ['2026-11-21', { hoursCounted: 20 }, 'on_pace'],
    ['2026-11-21', { hoursCounted: 16.43 }, 'behind'],
    ['2026-11-21', { hoursCounted: 16.44 }, 'on_pace'],
    ['2027-03-31', { hoursCounted: 19.99, topicsCompleted: met }, 'behind'],
    ['2027-04-01', { hoursCounted: 19.99, topicsCompleted: met }, 'ended'],
    ['2025-03-31', { hoursCounted: 0 }, 'not_started'],
    ['2026-11-21', { requiredHours: null, topicsCompleted: met }, 'done'],
    ['2026-11-21', { requiredHours: null }, 'on_pace'],
  ])('on %s with %o is %s', (today, change, state) => {
    expect(progressOf({ ...texas, ...change }, today).state).toBe(state)
  })

  test('is not done while a need is left, and names it', () => {
    const need = (id: string, isMet: boolean) => ({ id, isMet }) as CycleNeed
    const all = { ...texas, hoursCounted: 20, topicsCompleted: met }
    const needs = [need('ce:1', true), need('ce:2', false)]
    expect(progressOf({ ...all, needs }, '2026-11-21')).toMatchObject({
      ...{ state: 'on_pace', needsLeft: [needs[1]], hoursToTake: 0, hoursPerMonth: null },
    })
    expect(progressOf({ ...all, needs: needs.slice(0, 1) }, '2026-11-21')).toMatchObject({
      ...{ state: 'done', needsLeft: [] },
    })
  })

  test('without a number of hours needs none, on any day', () => {
    for (const today of ['2025-03-31', '2026-11-21', '2027-04-01'])
      expect(hoursNeededBy({ ...texas, requiredHours: null }, today)).toBe(0)
    expect(progressOf({ ...texas, requiredHours: null }, '2026-11-21').fraction).toBe(1)
    expect(progressOf({ ...texas, requiredHours: null, hoursCounted: 0 }, '2026-11-21').fraction).toBe(1)
  })

  test('before it starts and after it ends needs nothing, or all', () => {
    expect(
      ['2020-01-01', '2025-04-01', '2027-03-30', '2030-01-01'].map((day) => hoursNeededBy(texas, day)),
    ).toEqual([...[0, 0.03, 19.97, 20]])
  })

  test('that has not started has its pace from its first day on', () => {
    // 730 days are 24.33 months: 20 / 24.33 = 0.82.
    for (const today of ['2020-01-01', '2025-03-31', '2025-04-01'])
      expect(progressOf({ ...texas, hoursCounted: 0 }, today).hoursPerMonth).toBe(0.9)
  })

  test('is fully known only with a rule that is', () => {
    expect(progressOf({ ...texas, rule: null }, '2026-11-21').isAllKnown).toBe(false)
    const unknown = ceRuleOf({ checked: { ...ceRuleOf().checked, hours: 'none_found' } })
    expect(progressOf({ ...texas, rule: unknown }, '2026-11-21').isAllKnown).toBe(false)
  })

  test('that is over or finished has no pace', () => {
    expect(progressOf(texas, '2027-04-01').hoursPerMonth).toBeNull()
    expect(
      progressOf({ ...texas, hoursCounted: 20, topicsCompleted: met }, '2026-11-21').hoursPerMonth,
    ).toBeNull()
  })

  test('requires all remaining hours on its last day', () => {
    expect(progressOf(texas, '2027-03-31').hoursPerMonth).toBe(8)
  })
})

test('the needed hours start at zero, end at the total and never decrease', () => {
  expect(hoursNeededBy(texas, '2025-03-31')).toBe(0)
  expect(hoursNeededBy(texas, '2027-03-31')).toBe(20)
  const length = daysBetween(texas.cycleStart, texas.cycleEnd)
  fc.assert(
    fc.property(fc.integer({ min: -5, max: length + 5 }), (day) => {
      const date = addDays(texas.cycleStart, day)
      expect(hoursNeededBy(texas, addDays(date, 1))).toBeGreaterThanOrEqual(hoursNeededBy(texas, date))
    }),
  )
})

test('the pace finishes the cycle in time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2000 }).map((value) => value / 100),
      fc.integer({ min: 0, max: 700 }),
      (hoursCounted, day) => {
        const today = addDays(texas.cycleStart, day)
        const { hoursPerMonth, hoursToTake, daysLeft } = progressOf({ ...texas, hoursCounted }, today)
        if (hoursPerMonth !== null)
          expect(hoursPerMonth * ((daysLeft + 1) / 30)).toBeGreaterThanOrEqual(hoursToTake - 1e-9)
      },
    ),
  )
})

test('hours over time add up by day, without those that do not count in this cycle', () => {
  const entry = (completedAt: string, countedHours: number, cycleId = 'tx') => ({
    completedAt,
    counts: [{ cycleId, acceptedHours: null, countedHours, reasons: [] }],
  })
  const entries = [
    entry('2026-02-14', 5),
    entry('2025-06-01', 0.1),
    entry('2025-06-01', 0.2),
    entry('2026-01-01', 0),
    entry('2026-01-02', 3, 'fl'),
  ]
  const cycle = { id: 'tx', cycleStart: '2025-04-01', rule: null, carriedOverHours: null }
  expect(hoursOverTime(cycle, entries)).toEqual([
    { date: '2025-03-31', hours: 0 },
    { date: '2025-06-01', hours: 0.3 },
    { date: '2026-02-14', hours: 5.3 },
  ])
  expect(hoursOverTime({ ...cycle, carriedOverHours: 2 }, [])).toEqual([{ date: '2025-03-31', hours: 2 }])
})

test('a topic that may not be required does not keep a cycle from being done, and one in doubt by its hours does', () => {
  const topics = [cycleTopic.parse({ key: 'dementia', topic: 'Dementia', hours: 2 })]
  const topicsCompleted = [{ topic: 'Dementia', hours: 0, isMet: false, lastOn: null, countsUntil: null }]
  const inDoubt = (isRequired: boolean) => {
    const doubts = [{ part: 'topic:dementia', isRequired, why: 'Only bill summaries name it' }]
    const cycle = { ...texas, hoursCounted: 20, topics, topicsCompleted, rule: ceRuleOf({ doubts }) }
    return progressOf(cycle, '2026-11-21')
  }
  expect(inDoubt(false)).toMatchObject({
    state: 'done',
    topicsLeft: [],
    topicsInDoubt: [{ topic: 'Dementia' }],
  })
  expect(inDoubt(true)).toMatchObject({
    state: 'on_pace',
    topicsLeft: [{ topic: 'Dementia' }],
    topicsInDoubt: [],
  })
})
