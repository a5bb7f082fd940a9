import { describe, expect, test } from 'vitest'
import type { MovePlan } from '#shared/compact/practice-answer.ts'
import {
  compactConditionText,
  isWholeDate,
  moveTexts,
  overviewText,
  residenceText,
} from './practice-page-text.ts'

const none = { licensed: 0, by_compact: 0, pending: 0, not: 53, unknown: 0 }
const format = (date: string) => `<${date}>`

test.each([
  [none, 'No state, based on what you entered'],
  [{ ...none, licensed: 1 }, 'Licensed in 1 state'],
  [{ ...none, licensed: 2, by_compact: 40 }, 'Licensed in 2 states, 40 more by compact'],
  [{ ...none, by_compact: 40, unknown: 1 }, '40 states by compact; 1 not clear yet'],
])('%o is “%s”', (counts, text) => {
  expect(overviewText(counts, [])).toBe(text)
})

test('mentions the assumption behind “by compact” while no residence is recorded', () => {
  const counts = { ...none, licensed: 1, by_compact: 40, unknown: 1 }
  expect(overviewText(counts, ['Texas'])).toBe(
    'Licensed in 1 state, 40 more by compact if you live in Texas; 1 not clear yet',
  )
  expect(overviewText(counts, ['Texas', 'Iowa'])).toBe(
    'Licensed in 1 state, 40 more by compact, depending on where you live; 1 not clear yet',
  )
  expect(overviewText({ ...none, licensed: 1 }, [])).toBe('Licensed in 1 state')
})

test.each([
  [[], null],
  [['Texas'], 'Only if you live in Texas. Record below where you live to be sure.'],
  [['Texas', 'Iowa'], 'It depends on where you live. Record it below to be sure.'],
])('of the states by compact, where it assumes %o', (assumes, text) => {
  expect(compactConditionText(assumes)).toBe(text)
})

describe('a move', () => {
  const plan: MovePlan = {
    ...{ state: { code: 'CO', name: 'Colorado' }, from: '2026-12-01', isMember: true, apply: [], ends: [] },
    ...{ stays: ['Texas RN license'], applyBy: null, asOf: '2026-07-02', board: null },
    source: { name: 'Rule 402(2)', url: null },
  }

  test('shows what to apply for, by when, and what ends', () => {
    const apply: MovePlan['apply'] = [
      { as: 'RN', kind: 'multistate', applyBy: '2027-01-30' },
      { as: 'APRN', kind: 'single_state', applyBy: null },
    ]
    expect(moveTexts({ ...plan, apply }, format)).toEqual([
      'Apply for a multistate license of Colorado, as RN by <2027-01-30>: that is within 60 days of the move.',
      'To work there, apply for a license of Colorado, as APRN.',
    ])
    const [end] = moveTexts({ ...plan, isMember: false, ends: ['Florida', 'Ohio'] }, format)
    expect(end).toMatch(/^Colorado is not in the compact\. From <2026-12-01> .* in 2 states/)
  })

  test('that changes nothing is described as such only with a current license', () => {
    expect(moveTexts(plan, format)).toEqual(['You have a current license there for each type you hold.'])
    expect(moveTexts({ ...plan, stays: [] }, format)).toEqual([
      'None of your licenses is current on that day.',
    ])
  })
})

test('a residence ends the day before the next one starts', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const stay = (from: string) => ({
    ...{ id: from, state: 'TX', from, appliedOn: null, createdAt: at, updatedAt: at },
  })
  const text = (from: string, next?: string) =>
    residenceText(stay(from), next === undefined ? undefined : stay(next), '2026-11-23', format)
  expect(text('2020-01-01', '2026-11-01')).toBe('<2020-01-01> to <2026-10-31>')
  expect(text('2020-01-01')).toBe('Since <2020-01-01>')
  expect(text('2027-01-01')).toBe('From <2027-01-01>')
})

test('a partly typed year is not a date yet', () => {
  expect(['0002-01-01', '0202-01-01', '2026-01-01'].map(isWholeDate)).toEqual([false, false, true])
})
