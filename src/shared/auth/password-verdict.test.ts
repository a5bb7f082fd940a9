import { beforeAll, expect, test } from 'vitest'
import { loadPasswordStrength, type PasswordStrength, personalWords } from './password.ts'

let check: PasswordStrength
beforeAll(async () => {
  check = await loadPasswordStrength()
})

const longer = 'Add another unrelated word or two.'
const leansOnKnown = 'Names, addresses and words from your work are easy to guess.'

test.each([
  [['Ann Becker'], ['ann', 'becker']],
  [['ann.becker@nurses.example'], ['ann', 'becker', 'nurses', 'example']],
  [['Ann', 'ANN', 'ann'], ['ann']],
  [['Al Bo Lee'], ['lee']],
  [
    ['Åsa—Müller', null, undefined, ''],
    ['åsa', 'müller'],
  ],
])('the personal words in %j are %j', (texts, words) => expect(personalWords(...texts)).toEqual(words))

test('suggests a specific remedy for a password that is too long', () => {
  expect(check('x'.repeat(129), [])).toEqual({
    isStrong: false,
    score: 0,
    problem: 'This is longer than 128 characters.',
    remedies: ['Choose a shorter password.'],
  })
})

test('suggests using words for a password that is too short, and never rates it as strong', () => {
  expect(check('xK9#mQ2$v', [])).toEqual({
    isStrong: false,
    score: 2,
    problem: 'This is too short: it needs 1 more character.',
    remedies: ['Three or four unrelated words are easy to remember.'],
  })
})

test.each(['lanyard', 'nurse', 'nurses', 'nursing', 'password'])('ignores %s, in any case', (word) => {
  for (const typed of [word, word.toUpperCase()]) {
    const { isStrong, problem } = check(`${typed}${typed}qz`, [])
    expect({ isStrong, problem }).toEqual({ isStrong: false, problem: leansOnKnown })
  }
})

test('ignores the parts of a name of four letters or more, the longest first', () => {
  expect(check('beckermannqz', ['becker', 'beckermann'])).toMatchObject({ problem: leansOnKnown })
  expect(check('Wxyz7wxyz7qz', ['Wxyz'])).toMatchObject({ isStrong: false, problem: leansOnKnown })
})

test('does not mention a name for a weak password without one', () => {
  const { isStrong, problem, remedies } = check('aaaaaaaaaaaa', ['becker'])
  expect(isStrong).toBe(false)
  expect(problem).not.toBe(leansOnKnown)
  expect(remedies[0]).toBe(longer)
})

test('accepts a strong password with a name in it', () => {
  expect(check('becker violet tractor moon', ['becker'])).toMatchObject({ isStrong: true, problem: null })
})

test('passes the estimator’s advice on, except about capitals and symbols', () => {
  const advice = (typed: string) => check(typed, []).remedies.slice(1).join(' ')
  expect(advice('aaaaaaaaaaaa')).not.toBe('')
  for (const typed of ['Sunshine2024', 'P@ssw0rd2024', 'iloveyou1234'])
    expect(advice(typed)).not.toMatch(/capital|substitution|less common/i)
})
