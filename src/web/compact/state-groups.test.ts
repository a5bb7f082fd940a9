import { expect, test } from 'vitest'
import type { PracticeAnswer, PracticeLook, PracticeReason } from '#shared/compact/practice-answer.ts'
import { groupAnswers } from './state-groups.ts'

const license = (state: string, expiresAt: string | null) => ({
  ...{ id: `license-${state}`, title: `${state} RN license`, state, expiresAt },
})

function answer(
  code: string,
  look: PracticeLook,
  reason: PracticeReason,
  on: PracticeAnswer['on'] = null,
): PracticeAnswer {
  return {
    ...{ state: { code, name: code }, date: '2026-11-23', may: null, as: 'RN', on, look, warnings: [] },
    ...{ reason: { code: reason, text: `Why ${code}.` }, assumes: null, asOf: '2026-07-02', others: [] },
    ...{ source: { name: 'The list', url: null }, board: null },
  }
}

const states = (answers: PracticeAnswer[]) =>
  groupAnswers(answers).map(({ title, answers: some }) => [title, ...some.map(({ state }) => state.code)])

test('where the owner is licensed comes first, then what has ended, then questions', () => {
  const florida = license('FL', '2027-04-30')
  expect(
    states([
      answer('CA', 'not', 'state_not_member', florida),
      answer('FL', 'licensed', 'licensed', florida),
      answer('GA', 'by_compact', 'compact', florida),
      answer('MA', 'pending', 'compact_pending', florida),
      answer('OR', 'licensed', 'licensed', license('OR', null)),
      answer('TX', 'not', 'lapsed', license('TX', '2026-01-31')),
      answer('VI', 'unknown', 'state_unknown', florida),
      answer('WA', 'licensed', 'licensed', license('WA', '2026-12-31')),
    ]),
  ).toEqual([
    ['Licensed', 'WA', 'FL', 'OR'],
    ['License expired', 'TX'],
    ['Not clear yet', 'VI'],
    ['By compact', 'GA'],
    ['Pending', 'MA'],
    ['Not licensed', 'CA'],
  ])
})

test('one question about many states is asked once', () => {
  const texas = license('TX', '2027-04-30')
  const groups = groupAnswers(
    ['AL', 'AZ', 'CO'].map((code) => answer(code, 'unknown', 'multistate_unknown', texas)),
  )
  expect(groups).toHaveLength(1)
  expect(groups[0]?.summary).toMatch(/^Is TX RN license multistate\?/)
  expect(groups[0]?.asksAbout).toMatchObject({ id: 'license-TX' })
})

test('a state that a license of another state would cover if it had not ended is not an expired license', () => {
  expect(states([answer('GA', 'not', 'lapsed', license('TX', '2026-01-31'))])).toEqual([
    ['Not licensed', 'GA'],
  ])
})
