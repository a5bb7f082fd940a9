import { describe, expect, test } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CycleNeed } from '#shared/ceu/needs.ts'
import { groupCycles, mostBehind } from '#shared/ceu/progress.ts'
import { severalWaysRule, texasCycle, texasRule } from '#testing/web/ceu-samples.ts'
import {
  carriedOverText,
  cycleHeadline,
  cycleName,
  cyclesHeadline,
  keepSharedText,
  neededText,
  onlyIfLine,
  paceText,
  removalText,
  uncountedText,
} from './cycle-text.ts'

const context = { today: '2026-11-21', locale: 'en-US' }

const topic = { key: null, maxHours: null, withinYears: null, dueOn: null, tags: [] }
/** A cycle whose rule has every detail. */
const texas: CeuCycle = {
  ...texasCycle,
  topics: [
    { ...topic, topic: 'Ethics', hours: 2 },
    { ...topic, topic: 'Human trafficking', hours: null },
  ],
  topicsCompleted: [
    { topic: 'Ethics', hours: 0, isMet: false, lastOn: null, countsUntil: null },
    { topic: 'Human trafficking', hours: 0, isMet: false, lastOn: null, countsUntil: null },
  ],
}
const met = texas.topicsCompleted.map((one) => ({ ...one, isMet: true }))
const ended = { cycleStart: '2023-04-01', cycleEnd: '2025-03-31' }
const full = { hoursCounted: 20, topicsCompleted: met }
const practice: CycleNeed = {
  ...{ id: 'ce-practice:1', kind: 'practice_hours', amount: 400, years: 2, lastYearAmount: null, what: null },
  ...{ note: null, options: [], recorded: 0, isProrated: false, isMet: false, isDone: false },
  ...{ credentialId: null, candidates: [] },
}
const topicless = { topics: [], topicsCompleted: [] }

describe('what is still missing', () => {
  test.each<[string, Partial<CeuCycle>, string]>([
    ['hours and topics', {}, '8 hours and 2 topics left by Mar 31, 2027.'],
    ['one hour', { hoursCounted: 19, topicsCompleted: met }, '1 hour left by Mar 31, 2027.'],
    ['only topics', { hoursCounted: 20 }, '2 topics left by Mar 31, 2027.'],
    ['nothing', { hoursCounted: 21, topicsCompleted: met }, 'All 20 hours and both topics are complete.'],
    ['nothing, without topics', { hoursCounted: 20, ...topicless }, 'All 20 hours are complete.'],
    ['nothing, by topics alone', { requiredHours: null, topicsCompleted: met }, 'Both topics are complete.'],
    ['nothing, of nothing', { requiredHours: null, ...topicless }, 'This cycle has no requirements.'],
    [
      'another need',
      { needs: [practice] },
      '8 hours, 2 topics and 1 other requirement left by Mar 31, 2027.',
    ],
    ['only another need', { ...full, needs: [practice] }, '1 requirement left by Mar 31, 2027.'],
    [
      'nothing, of several needs',
      { ...full, needs: [{ ...practice, isMet: true }] },
      'Everything that the Texas Board of Nursing requires is complete.',
    ],
    ['nothing that is known', { ...full, rule: severalWaysRule }, 'Everything we know of is complete.'],
    ['nothing of their own', { ...full, rule: null }, 'Everything you entered is complete.'],
    ['points', { rule: { ...texasRule, unit: 'points' }, ...topicless }, '8 points left by Mar 31, 2027.'],
    ['three hours at the end', { ...ended, hoursCounted: 17, ...topicless }, 'Ended with 3 hours missing.'],
    [
      'all, before it begins',
      { cycleStart: '2027-04-01', cycleEnd: '2029-03-31', hoursCounted: 0 },
      '20 hours and 2 topics required from Apr 1, 2027.',
    ],
  ])('a nurse who misses %s reads it', (_what, more, words) => {
    expect(cycleHeadline({ ...texas, ...more }, context)).toBe(words)
  })
})

describe('the pace', () => {
  test.each<[string, Partial<CeuCycle>, string]>([
    [
      'well behind',
      {},
      // 8 hours in 131 days, 4.37 months: 1.84 a month, shown as 1.9. Needed by now: 16.44 of 20.
      'About 1.9 hours a month gets you there. You are 4.4 hours behind an even pace.',
    ],
    [
      'a little behind',
      { hoursCounted: 16 },
      'About 1 hour a month gets you there. You are a little behind an even pace.',
    ],
    ['on pace', { hoursCounted: 17 }, 'Less than an hour a month gets you there. You are on pace.'],
    [
      'far behind, in a long cycle',
      { requiredHours: 100, hoursCounted: 5 },
      'About 21.8 hours a month gets you there. You are 77 hours behind an even pace.',
    ],
    [
      'without hours to take',
      { requiredHours: null, topics: texas.topics.slice(1), topicsCompleted: texas.topicsCompleted.slice(1) },
      'One course on the missing topic is enough.',
    ],
    [
      'done with the hours and not with the topics',
      { hoursCounted: 42.75 },
      'Your hours are complete. Less than an hour a month covers the missing topics.',
    ],
    ['short of time', { cycleEnd: '2026-12-01' }, 'You still need 8 hours in 10 days.'],
    ['at the last day', { cycleEnd: '2026-11-21' }, 'This cycle ends today. You still need 8 hours.'],
    ['done', full, 'You are done. This cycle ends on Mar 31, 2027.'],
    [
      'done with what is known',
      { ...full, rule: severalWaysRule },
      'We found no source to rely on about the first renewal: ask the board. This cycle ends on Mar 31, 2027.',
    ],
    [
      'done but for another need',
      { ...full, needs: [practice] },
      'The other requirements of your way to renew are listed below.',
    ],
    [
      'too late',
      { ...ended },
      'This cycle ended on Mar 31, 2025. Courses you took before then still count when you log them.',
    ],
  ])('a nurse who is %s reads it', (_how, more, words) => {
    const cycle = { ...texas, ...more }
    expect([neededText(cycle, context), paceText(cycle, context) ?? []].flat().join(' ')).toBe(words)
  })
})

describe('the heading of the CE tab', () => {
  const florida = { ...texas, state: 'FL', credentialTitle: 'Florida RN license', cycleEnd: '2027-04-30' }
  const complete = { ...texas, ...full }
  test.each<[CeuCycle[], string]>([
    [[], 'No CE cycles yet.'],
    [[{ ...texas, ...ended }], 'No current CE cycle.'],
    [[texas], 'Texas RN license: 8 hours and 2 topics left by Mar 31, 2027.'],
    [[complete], 'Texas RN license: all 20 hours and both topics are complete.'],
    [[complete, complete], 'Both cycles are complete.'],
    [[complete, { ...complete, rule: severalWaysRule }], 'Everything we know of is complete in both cycles.'],
    [[complete, florida], '1 of 2 CE cycles needs hours: Florida.'],
    [[florida, texas], '2 CE cycles need hours. Texas is first.'],
    [[florida, texas, complete], '2 of 3 CE cycles need hours. Texas is first.'],
  ])('says which cycles need hours (%#)', (cycles, words) => {
    expect(cyclesHeadline(cycles, context)).toBe(words)
  })

  test('stays short when a license has a title of 200 letters', () => {
    const long = { ...texas, credentialTitle: 'Long '.repeat(40) }
    expect(cyclesHeadline([long], context).length).toBeLessThan(120)
  })
})

test('a cycle that ends today is current; past ones are newest first', () => {
  const one = (cycleEnd: string) => ({ ...texas, cycleStart: '2020-01-01', cycleEnd })
  const { current, past } = groupCycles(
    ['2022-01-31', '2028-01-31', '2026-11-21', '2026-11-20'].map(one),
    context.today,
  )
  expect(current.map(({ cycleEnd }) => cycleEnd)).toEqual(['2026-11-21', '2028-01-31'])
  expect(past.map(({ cycleEnd }) => cycleEnd)).toEqual(['2026-11-20', '2022-01-31'])
})

test('the cycle that is furthest behind comes first, and a completed one last', () => {
  const named = (credentialTitle: string, more: Partial<CeuCycle>) => ({ ...texas, credentialTitle, ...more })
  const order = mostBehind(
    [
      named('done', full),
      named('ahead', { hoursCounted: 19 }),
      named('over', ended),
      named('behind', { hoursCounted: 1 }),
    ],
    context.today,
  )
  expect(order.map(cycleName)).toEqual(['behind', 'ahead', 'done'])
})

test.each([
  [{ entries: 0, shared: 0 }, true, 'It has no entries.'],
  [{ entries: 1, shared: 0 }, true, '1 entry will be deleted with it.'],
  [{ entries: 5, shared: 2 }, true, '3 entries will be deleted with it.'],
  [{ entries: 5, shared: 2 }, false, '5 entries will be deleted with it.'],
  [{ entries: 1, shared: 1 }, true, 'No entry will be deleted.'],
])('before deleting a cycle with %o, shared ones kept: %s, it says: %s', (removal, keepShared, words) => {
  expect(removalText(removal, keepShared)).toBe(words)
})

test('the choice to keep shared entries shows how many there are', () => {
  expect([keepSharedText(1), keepSharedText(2)]).toEqual([
    'Keep the 1 entry that also counts in another cycle',
    'Keep the 2 entries that also count in other cycles',
  ])
})

test('hours that do not count are shown separately from those entered', () => {
  expect(uncountedText({ ...texas, hoursCompleted: 12 })).toBe(null)
  expect(uncountedText({ ...texas, hoursCompleted: 14.5 })).toBe(
    '14.5 hours entered, 12 counted. Each entry says why.',
  )
})

test.each([
  ['Nurses who give direct patient care', 'nurses who give direct patient care.'],
  ['APRNs who prescribe', 'APRNs who prescribe.'],
])('%s', (onlyIf, words) => expect(onlyIfLine(onlyIf)).toEqual({ label: 'Only for', words }))

describe('hours from the previous cycle', () => {
  const carries = (allowed: boolean | null, hours: number | null) => ({
    ...texas,
    carriedOverHours: 3,
    rule: { ...texasRule, carryOver: { allowed, hours, note: null } },
  })
  test.each<[CeuCycle, string]>([
    [carries(true, null), '3 hours carried over from the cycle before, counted.'],
    [carries(true, 2), '3 hours carried over; 2 counted, the most that the rule allows.'],
    [carries(false, null), '3 hours carried over, not counted: the rule does not allow it.'],
    [carries(null, null), '3 hours carried over, not counted: we do not know whether the rule allows it.'],
  ])('count, or it is said why not (%#)', (cycle, words) => {
    expect(carriedOverText(cycle)).toBe(words)
  })

  test('are not among the entered hours that do not count', () => {
    const cycle = { ...carries(true, null), hoursCompleted: 12, hoursCounted: 15 }
    expect(uncountedText(cycle)).toBeNull()
    expect(carriedOverText({ ...cycle, carriedOverHours: null })).toBeNull()
  })
})
