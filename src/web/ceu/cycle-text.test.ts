import { describe, expect, test } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import {
  asOfText,
  cycleHeadline,
  cycleName,
  cyclesHeadline,
  groupCycles,
  mostBehind,
  onlyIfText,
  paceText,
  removalText,
  ruleChanges,
} from './cycle-text.ts'

const seen = { today: '2026-11-21', locale: 'en-US' }

const texas: CeuCycle = {
  id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  hoursCompleted: 12,
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
    ['one hour', { hoursCompleted: 19, topicsCompleted: met }, '1 hour left by Mar 31, 2027.'],
    ['only topics', { hoursCompleted: 20 }, '2 topics left by Mar 31, 2027.'],
    ['nothing', { hoursCompleted: 21, topicsCompleted: met }, 'All 20 hours and both topics are in.'],
    ['nothing, without topics', { hoursCompleted: 20, ...topicless }, 'All 20 hours are in.'],
    ['nothing, by topics alone', { requiredHours: null, topicsCompleted: met }, 'Both topics are in.'],
    ['nothing, of nothing', { requiredHours: null, ...topicless }, 'Nothing is asked for in this cycle.'],
    ['three hours at the end', { ...ended, hoursCompleted: 17, ...topicless }, 'Ended 3 hours short.'],
    [
      'all, before it begins',
      { cycleStart: '2027-04-01', cycleEnd: '2029-03-31', hoursCompleted: 0 },
      '20 hours and 2 topics to do from Apr 1, 2027.',
    ],
  ])('a nurse who misses %s reads it', (_what, more, words) => {
    expect(cycleHeadline({ ...texas, ...more }, seen)).toBe(words)
  })
})

describe('how she gets there', () => {
  test.each<[string, Partial<CeuCycle>, string]>([
    [
      'well behind',
      {},
      // 8 hours in 131 days, 4.37 months: 1.84 a month, named as 1.9. Needed by now: 16.44 of 20.
      'About 1.9 hours a month gets you there. You are 4.4 hours behind an even pace.',
    ],
    [
      'a little behind',
      { hoursCompleted: 16 },
      'About 1 hour a month gets you there. You are a little behind an even pace.',
    ],
    ['on pace', { hoursCompleted: 17 }, 'Less than an hour a month gets you there. You are on pace.'],
    [
      'far behind, in a long cycle',
      { requiredHours: 100, hoursCompleted: 5 },
      'About 21.8 hours a month gets you there. You are 77 hours behind an even pace.',
    ],
    [
      'without hours to take',
      { requiredHours: null, topics: texas.topics.slice(1), topicsCompleted: texas.topicsCompleted.slice(1) },
      'One course on the missing topic is enough.',
    ],
    [
      'done with the hours and not with the topics',
      { hoursCompleted: 42.75 },
      'Your hours are in. Less than an hour a month covers the topics that are missing.',
    ],
    ['short of time', { cycleEnd: '2026-12-01' }, '8 hours to take in the 10 days that are left.'],
    ['at the last day', { cycleEnd: '2026-11-21' }, 'It ends today, with 8 hours to take.'],
    [
      'done',
      { hoursCompleted: 20, topicsCompleted: met },
      'Nothing is left to do until it ends on Mar 31, 2027.',
    ],
    [
      'too late',
      { ...ended },
      'It ended on Mar 31, 2025. A course that you took in that time still counts when you log it.',
    ],
  ])('a nurse who is %s reads it', (_how, more, words) => {
    expect(paceText({ ...texas, ...more }, seen)).toBe(words)
  })
})

describe('the sentence over her CE', () => {
  const florida = { ...texas, state: 'FL', credentialTitle: 'Florida RN license', cycleEnd: '2027-04-30' }
  const full = { ...texas, hoursCompleted: 20, topicsCompleted: met }
  test.each<[CeuCycle[], string]>([
    [[], 'No CE cycle yet.'],
    [[{ ...texas, ...ended }], 'No CE cycle is running.'],
    [[texas], 'Texas RN license: 8 hours and 2 topics left by Mar 31, 2027.'],
    [[full], 'Texas RN license: all 20 hours and both topics are in.'],
    [[full, full], 'Both cycles have what they ask for.'],
    [[full, florida], '1 of 2 cycles is short: 8 hours and 2 topics left by Apr 30, 2027.'],
    [
      [florida, texas],
      'Both cycles are short, Texas RN license first: 8 hours and 2 topics left by Mar 31, 2027.',
    ],
    [
      [florida, texas, full],
      '2 of 3 cycles are short, Texas RN license first: 8 hours and 2 topics left by Mar 31, 2027.',
    ],
  ])('says what is short, and until when (%#)', (cycles, words) => {
    expect(cyclesHeadline(cycles, seen)).toBe(words)
  })

  test('keeps to the point when a license has a title of 200 letters', () => {
    const long = { ...texas, credentialTitle: 'Long '.repeat(40) }
    expect(cyclesHeadline([long], seen).length).toBeLessThan(120)
  })
})

test('a cycle that ends today still runs; past ones stand newest first', () => {
  const one = (cycleEnd: string) => ({ ...texas, cycleStart: '2020-01-01', cycleEnd })
  const { current, past } = groupCycles(
    ['2022-01-31', '2028-01-31', '2026-11-21', '2026-11-20'].map(one),
    seen.today,
  )
  expect(current.map(({ cycleEnd }) => cycleEnd)).toEqual(['2026-11-21', '2028-01-31'])
  expect(past.map(({ cycleEnd }) => cycleEnd)).toEqual(['2026-11-20', '2022-01-31'])
})

test('a nurse sees first what she is most behind in, and last what is done', () => {
  const named = (credentialTitle: string, more: Partial<CeuCycle>) => ({ ...texas, credentialTitle, ...more })
  const order = mostBehind(
    [
      named('done', { hoursCompleted: 20, topicsCompleted: met }),
      named('ahead', { hoursCompleted: 19 }),
      named('over', ended),
      named('behind', { hoursCompleted: 1 }),
    ],
    seen.today,
  )
  expect(order.map(cycleName)).toEqual(['behind', 'ahead', 'done'])
})

test.each([
  [{ deleted: 0, moved: 0 }, 'No entry is in it.'],
  [{ deleted: 1, moved: 0 }, '1 entry will be deleted with it.'],
  [{ deleted: 3, moved: 2 }, '3 entries will be deleted with it; 2 also count elsewhere and stay there.'],
  [{ deleted: 0, moved: 1 }, '1 entry also counts elsewhere and stays there.'],
])('before deleting a cycle with %o she reads: %s', (removal, words) => {
  expect(removalText(removal)).toBe(words)
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

test('a corrected rule says what it changes for her', () => {
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
    'In all: 20 hours becomes 24 hours.',
    'Ethics: 2 hours becomes 3 hours.',
    'New: Bias, 1 hour.',
    'No longer asked for: Opioids.',
  ])
  expect(ruleChanges(older, older, texas.answers)).toEqual([])
})
