import { describe, expect, test } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import {
  asOfText,
  cycleHeadline,
  cycleName,
  cyclesHeadline,
  keepSharedText,
  onlyIfText,
  paceText,
  removalText,
  uncountedText,
} from './cycle-text.ts'
import { groupCycles, mostBehind } from './cycles/cycle-groups.ts'
import { ruleChanges } from './cycles/rule-changes.ts'

const context = { today: '2026-11-21', locale: 'en-US' }

const texas: CeuCycle = {
  id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  hoursCompleted: 12,
  hoursCounted: 12,
  notes: null,
  licenseId: null,
  certificationId: null,
  credentialTitle: 'Texas RN license',
  topics: [
    { topic: 'Ethics', hours: 2, tags: [] },
    { topic: 'Human trafficking', hours: null, tags: [] },
  ],
  topicsCompleted: [
    { topic: 'Ethics', hours: 0, isMet: false },
    { topic: 'Human trafficking', hours: 0, isMet: false },
  ],
  entryCount: 0,
  ruleId: null,
  rule: null,
  newerRule: null,
  answers: { firstRenewal: null, topics: [] },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const met = texas.topicsCompleted.map((topic) => ({ ...topic, isMet: true }))
const ended = { cycleStart: '2023-04-01', cycleEnd: '2025-03-31' }
const topicless = { topics: [], topicsCompleted: [] }

describe('what am I still missing', () => {
  test.each<[string, Partial<CeuCycle>, string]>([
    ['hours and topics', {}, '8 hours and 2 topics left by Mar 31, 2027.'],
    ['one hour', { hoursCounted: 19, topicsCompleted: met }, '1 hour left by Mar 31, 2027.'],
    ['only topics', { hoursCounted: 20 }, '2 topics left by Mar 31, 2027.'],
    ['nothing', { hoursCounted: 21, topicsCompleted: met }, 'All 20 hours and both topics are complete.'],
    ['nothing, without topics', { hoursCounted: 20, ...topicless }, 'All 20 hours are complete.'],
    ['nothing, by topics alone', { requiredHours: null, topicsCompleted: met }, 'Both topics are complete.'],
    ['nothing, of nothing', { requiredHours: null, ...topicless }, 'This cycle has no requirements.'],
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
      // 8 hours in 131 days, 4.37 months: 1.84 a month, named as 1.9. Needed by now: 16.44 of 20.
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
    ['done', { hoursCounted: 20, topicsCompleted: met }, 'You are done. This cycle ends on Mar 31, 2027.'],
    [
      'too late',
      { ...ended },
      'This cycle ended on Mar 31, 2025. Courses you took before then still count when you log them.',
    ],
  ])('a nurse who is %s reads it', (_how, more, words) => {
    expect(paceText({ ...texas, ...more }, context)).toBe(words)
  })
})

describe('the heading of the CE tab', () => {
  const florida = { ...texas, state: 'FL', credentialTitle: 'Florida RN license', cycleEnd: '2027-04-30' }
  const full = { ...texas, hoursCounted: 20, topicsCompleted: met }
  test.each<[CeuCycle[], string]>([
    [[], 'No CE cycles yet.'],
    [[{ ...texas, ...ended }], 'No current CE cycle.'],
    [[texas], 'Texas RN license: 8 hours and 2 topics left by Mar 31, 2027.'],
    [[full], 'Texas RN license: all 20 hours and both topics are complete.'],
    [[full, full], 'Both cycles are complete.'],
    [[full, florida], '1 of 2 CE cycles needs hours: 8 hours and 2 topics left by Apr 30, 2027.'],
    [[florida, texas], '2 CE cycles need hours. Texas is first: 8 hours and 2 topics left by Mar 31, 2027.'],
    [
      [florida, texas, full],
      '2 of 3 CE cycles need hours. Texas is first: 8 hours and 2 topics left by Mar 31, 2027.',
    ],
  ])('says which cycles need hours, and by when (%#)', (cycles, words) => {
    expect(cyclesHeadline(cycles, context)).toBe(words)
  })

  test('keeps to the point when a license has a title of 200 letters', () => {
    const long = { ...texas, credentialTitle: 'Long '.repeat(40) }
    expect(cyclesHeadline([long], context).length).toBeLessThan(120)
  })
})

test('a cycle that ends today still runs; past ones are newest first', () => {
  const one = (cycleEnd: string) => ({ ...texas, cycleStart: '2020-01-01', cycleEnd })
  const { current, past } = groupCycles(
    ['2022-01-31', '2028-01-31', '2026-11-21', '2026-11-20'].map(one),
    context.today,
  )
  expect(current.map(({ cycleEnd }) => cycleEnd)).toEqual(['2026-11-21', '2028-01-31'])
  expect(past.map(({ cycleEnd }) => cycleEnd)).toEqual(['2026-11-20', '2022-01-31'])
})

test('the cycle that is furthest behind comes first, a completed one last', () => {
  const named = (credentialTitle: string, more: Partial<CeuCycle>) => ({ ...texas, credentialTitle, ...more })
  const order = mostBehind(
    [
      named('done', { hoursCounted: 20, topicsCompleted: met }),
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

test('the choice to keep shared entries says how many there are', () => {
  expect([keepSharedText(1), keepSharedText(2)]).toEqual([
    'Keep the 1 entry that also counts in another cycle',
    'Keep the 2 entries that also count in other cycles',
  ])
})

test('hours that do not count are told apart from those entered', () => {
  expect(uncountedText({ ...texas, hoursCompleted: 12 })).toBe(null)
  expect(uncountedText({ ...texas, hoursCompleted: 14.5 })).toBe(
    '14.5 hours entered, 12 counted. Each entry says why.',
  )
})

test.each([
  ['2024', 'in 2024'],
  ['2026-03', 'in Mar 2026'],
  ['2026-03-09', 'on Mar 9, 2026'],
])('a source of %s is dated as exactly as it is known', (asOf, words) => {
  expect(asOfText(asOf, 'en-US')).toBe(words)
})

test.each([
  ['Nurses who give direct patient care', 'Only for nurses who give direct patient care.'],
  ['APRNs who prescribe', 'Only for APRNs who prescribe.'],
])('%s', (onlyIf, words) => expect(onlyIfText(onlyIf)).toBe(words))

test('a corrected rule says what it changes', () => {
  const topic = { every: 'cycle', tags: ['x'], onTop: false, onlyIf: null, note: null }
  const older = {
    hours: 20,
    firstRenewalHours: null,
    topics: [
      { ...topic, topic: 'Ethics', hours: 2 },
      { ...topic, topic: 'Opioids', hours: null },
    ],
  } as unknown as CeRule
  const newer = {
    hours: 24,
    firstRenewalHours: null,
    topics: [
      { ...topic, topic: 'Ethics', hours: 3 },
      { ...topic, topic: 'Bias', hours: 1 },
    ],
  } as unknown as CeRule
  expect(ruleChanges(older, newer, texas.answers)).toEqual([
    'Total: 20 hours → 24 hours.',
    'Ethics: 2 hours → 3 hours.',
    'New: Bias, 1 hour.',
    'No longer required: Opioids.',
  ])
  expect(ruleChanges(older, older, texas.answers)).toEqual([])
})
