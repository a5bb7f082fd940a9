import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, isCalendarDate } from '#shared/kernel/dates.ts'
import { findRuleGaps, reviewDueOn } from './rule-review.ts'
import { embeddedRules } from './rules.ts'

test.each([
  ['CA', '2026-11-21', '2027-02-21'],
  ['WI', '2026-11-30', '2027-02-28'],
  ['TX', '2027-11-30', '2028-02-29'],
  ['CO', '2026-11-21', '2027-05-21'],
  ['VT', '2026-08-31', '2027-02-28'],
  ['DC', '2026-01-31', '2026-07-31'],
  [null, '2026-11-21', '2027-05-21'],
])('the sources of a rule of %s, read on %s, are due on %s', (jurisdiction, readOn, due) => {
  expect(reviewDueOn({ jurisdiction, readOn })).toBe(due)
})

test('a review is due on an existing day, a quarter or half a year later', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days))
  fc.assert(
    fc.property(day, fc.constantFrom('NY', 'WY', null), (readOn, jurisdiction) => {
      const due = reviewDueOn({ jurisdiction, readOn })
      expect(isCalendarDate(due)).toBe(true)
      const days = daysBetween(readOn, due)
      expect(days).toBeGreaterThanOrEqual(jurisdiction === 'NY' ? 89 : 181)
      expect(days).toBeLessThanOrEqual(jurisdiction === 'NY' ? 92 : 184)
    }),
  )
})

const texas = embeddedRules.find('TX-RN', '2027-03-31')
if (!texas) throw new Error('TX-RN is missing')
const read = { ...texas, doubts: [], uncited: [], pending: [], readOn: '2026-11-01' }

test('a rule that was read lately and has a source for everything has no gaps', () => {
  expect(findRuleGaps(read, '2026-11-27')).toEqual([])
})

test('each gap says what to look up and where', () => {
  const doubted = { part: 'topic:implicit-bias', isRequired: true, why: 'The page is gone.' }
  const url = 'https://example.org/page'
  const gaps = findRuleGaps(
    {
      ...read,
      boardUrl: 'https://example.org/board',
      evidence: [{ url, kind: 'board', speaksOf: null, supports: ['topic:implicit-bias'] }],
      doubts: [doubted, { ...doubted, part: 'hours' }],
      uncited: ['Who approves a course'],
      pending: [
        { what: 'A new law', expected: '2026', source: null },
        { what: 'An old law', expected: '2026-10', source: url },
      ],
    },
    '2026-11-27',
  )
  expect(gaps).toEqual([
    { kind: 'doubt', what: 'topic:implicit-bias: The page is gone.', url },
    { kind: 'doubt', what: 'hours: The page is gone.', url: 'https://example.org/board' },
    { kind: 'no source', what: 'Who approves a course', url: 'https://example.org/board' },
    { kind: 'pending law', what: 'An old law (expected 2026-10)', url },
  ])
})

test('sources are due for review after a while, and those due soon can be included', () => {
  const due = [expect.objectContaining({ kind: 'review', what: expect.stringContaining('2027-02-01') })]
  expect(findRuleGaps(read, '2027-01-31')).toEqual([])
  expect(findRuleGaps(read, '2027-01-31', '2027-02-28')).toEqual(due)
  expect(findRuleGaps(read, '2027-02-01')).toEqual(due)
})
