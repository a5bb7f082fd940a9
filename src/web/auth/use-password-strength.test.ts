import { expect, test } from 'vitest'
import type { PasswordVerdict } from '#shared/auth/password.ts'
import { strengthByPolicy } from './use-password-strength.ts'

const strong: PasswordVerdict = { isStrong: true, score: 3, problem: null, remedies: [] }
const ours = { minLength: 10, maxLength: 128, minScore: 3 }

test('adds no rules when the page is as new as its server', () => {
  expect(strengthByPolicy(strong, 'violet tractor', undefined)).toBe(strong)
  expect(strengthByPolicy(strong, 'violet tractor', ours)).toBe(strong)
})

test.each([
  [{ ...ours, minLength: 16 }, 'This is too short: it needs 16 characters.'],
  [{ ...ours, minScore: 4 }, 'This is too easy to guess.'],
])('applies the stricter rules of a newer server (%o)', (policy, problem) => {
  expect(strengthByPolicy(strong, 'violet tractor', policy)).toMatchObject({ isStrong: false, problem })
})

test('keeps the verdict of the page’s own rules', () => {
  const weak = { ...strong, isStrong: false, problem: 'This is too short: it needs 4 more characters.' }
  expect(strengthByPolicy(weak, 'Nurse7', { ...ours, minLength: 16 })).toBe(weak)
})
