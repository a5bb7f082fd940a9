import { expect, test } from 'vitest'
import type { PasswordVerdict } from '#shared/auth/password.ts'
import { strengthByPolicy } from './use-password-strength.ts'

const strong: PasswordVerdict = { isStrong: true, score: 3, problem: null, remedies: [] }
const ours = { minLength: 10, maxLength: 128, minScore: 3 }

test('a nurse whose page is as old as its server hears of no other rules', () => {
  expect(strengthByPolicy(strong, 'violet tractor', undefined)).toBe(strong)
  expect(strengthByPolicy(strong, 'violet tractor', ours)).toBe(strong)
})

test.each([
  [{ ...ours, minLength: 16 }, 'This is too short: it needs 16 characters.'],
  [{ ...ours, minScore: 4 }, 'This could be guessed.'],
])('a nurse whose server has stricter rules by now (%o) is told as she types', (policy, problem) => {
  expect(strengthByPolicy(strong, 'violet tractor', policy)).toMatchObject({ isStrong: false, problem })
})

test('what the page refuses by itself keeps its own words', () => {
  const weak = { ...strong, isStrong: false, problem: 'This is too short: it needs 4 more characters.' }
  expect(strengthByPolicy(weak, 'Nurse7', { ...ours, minLength: 16 })).toBe(weak)
})
