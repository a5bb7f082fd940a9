import { expect, test } from 'vitest'
import { findRuleGaps } from './rule-gaps.ts'
import { embeddedRules } from './rules.ts'

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
