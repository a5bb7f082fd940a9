import { beforeAll, describe, expect, test } from 'vitest'
import { loadPasswordStrength, type PasswordStrength, personalWords } from './password.ts'

let check: PasswordStrength
beforeAll(async () => {
  check = await loadPasswordStrength()
})

const ann = personalWords('ann.becker@nurses.example', 'Ann Becker')

describe('choosing a password', () => {
  test.each([
    'violet tractor moon',
    'correct horse battery staple',
    'pässwort-grün-8',
    'xK9#mQ2$vLpw',
    'drei alte Fische am Hafen',
  ])('accepts %s', (password) => {
    expect(check(password, ann)).toMatchObject({ isStrong: true, problem: null, remedies: [] })
  })

  test.each([
    'password123',
    'Password123!',
    'qwertyuiop12',
    'aaaaaaaaaaaaaaaa',
    '12345678901234567890',
    'iloveyou1234',
    '1qaz2wsx3edc',
    'January2024!',
    'passwordpasswordpassword',
    'P@ssw0rd2024',
  ])('rejects %s, whatever characters it has', (password) => {
    const verdict = check(password, ann)
    expect(verdict.isStrong).toBe(false)
    expect(verdict.problem).toMatch(/\.$/)
    expect(verdict.remedies.length).toBeGreaterThan(0)
  })

  test.each(['lanyardnurse2024', 'Nurse2024!!', 'ann.becker1987', 'AnnBecker!!', 'nursing-nurses-1'])(
    'rejects %s, which uses the owner’s name or work',
    (password) => {
      expect(check(password, ann).isStrong).toBe(false)
    },
  )

  test('rates another person’s name by its strength alone', () => {
    expect(check('zbigniew tractor moon', ann).isStrong).toBe(true)
  })

  test('reports how many characters are missing, one in the singular', () => {
    expect(check('xK9#mQ2$v', ann).problem).toBe('This is too short: it needs 1 more character.')
    expect(check('xK9#', ann).problem).toBe('This is too short: it needs 6 more characters.')
    expect(check('', ann)).toMatchObject({ isStrong: false, score: 0 })
  })

  test('requires ten to 128 characters, counted as code points', () => {
    expect(check('xK9#mQ2$vL', ann).isStrong).toBe(true)
    expect(check('🦉🐙🌵🚲🎻🧊🪁🥝🧭🪐', ann).isStrong).toBe(true)
    expect(check('violet tractor moon '.repeat(7).slice(0, 128), ann).problem ?? '').not.toMatch(/longer/)
    expect(check('v'.repeat(129), ann).problem).toBe('This is longer than 128 characters.')
  })

  test('never asks for capitals, digits or symbols', () => {
    for (const password of ['password', 'alllowercase', 'ALLUPPERCASE', 'p4ssw0rd', 'monkey1234']) {
      const { problem, remedies } = check(password, ann)
      expect([problem, ...remedies].join(' ')).not.toMatch(/capital|uppercase|symbol|digit|number/i)
    }
  })

  // Backtracking in the matching would take longer than the test's timeout.
  test('rates the longest and most repetitive input', () => {
    expect(check('ab1!'.repeat(32), ann).score).toBeLessThan(4)
  })
})
