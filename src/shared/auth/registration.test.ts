import { describe, expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import {
  accountRemovalInput,
  changePasswordInput,
  email,
  linkToken,
  mailLinkInput,
  password,
  registrationInput,
  resetPasswordInput,
  signInInput,
  verifyEmailInput,
} from './registration.ts'

const long = 'violet tractor moon 41'

describe('an email address', () => {
  test.each([
    ['Ann@Example.com', 'ann@example.com'],
    ['  ann@example.com\n', 'ann@example.com'],
  ])('%j becomes %j', (typed, kept) => expect(email.parse(typed)).toBe(kept))

  test.each([
    [undefined, 'Required'],
    ['', 'Enter an email address, such as name@example.com'],
    ['ann', 'Enter an email address, such as name@example.com'],
    [7, 'Expected string, received number'],
  ])('%j is rejected: %s', (typed, message) => expect(problemsOf(email, typed)).toEqual([`: ${message}`]))

  test('has at most 254 characters', () => {
    const tooLong = `${'a'.repeat(250)}@b.co`
    expect(problemsOf(email, tooLong)).toContain(': Value too long (max 254)')
    expect(problemsOf(email, tooLong.slice(1))).not.toContain(': Value too long (max 254)')
  })
})

describe('a password', () => {
  test('is stored exactly as typed', () => expect(password.parse(`  ${long}\n`)).toBe(`  ${long}\n`))

  test.each([
    [undefined, 'Required'],
    ['', 'Required'],
    [7, 'Expected string, received number'],
    ['a\uD800b', 'This text has characters that cannot be stored'],
    ['x'.repeat(129), 'Value too long (max 128)'],
  ])('%j is rejected: %s', (typed, message) => expect(problemsOf(password, typed)).toEqual([`: ${message}`]))

  test('is counted in code points, not UTF-16 units', () => {
    expect(problemsOf(password, '🩺'.repeat(128))).toEqual([])
    expect(problemsOf(password, '🩺'.repeat(129))).toEqual([': Value too long (max 128)'])
  })
})

describe('a registration', () => {
  const least = { email: 'ann@example.com', password: long, name: "Ann O'Brien" }
  const registration = {
    ...least,
    firstName: 'Ann',
    lastName: "O'Brien",
    locale: 'en-US',
    timeZone: 'America/Chicago',
  }

  test('requires an address, and keeps every field', () => {
    expect(registrationInput.parse(least)).toEqual(least)
    expect(registrationInput.parse(registration)).toEqual(registration)
    expect(problemsOf(registrationInput, {})).toEqual(['email: Required'])
    const nameless = { email: least.email, password: long }
    expect(registrationInput.parse(nameless)).toEqual(nameless)
    expect(registrationInput.parse({ ...nameless, name: ' ' })).toEqual({ ...nameless, name: null })
  })

  test('rejects unknown fields', () =>
    expect(problemsOf(registrationInput, { ...least, role: 'admin' })).toEqual(['role: Unknown field']))

  test.each([
    ['name', 101],
    ['firstName', 50],
    ['lastName', 50],
  ])('%s has at most %i characters', (field, max) => {
    expect(problemsOf(registrationInput, { ...registration, [field]: 'x'.repeat(max) })).toEqual([])
    expect(problemsOf(registrationInput, { ...registration, [field]: 'x'.repeat(max + 1) })).toEqual([
      `${field}: Value too long (max ${max})`,
    ])
  })
})

test('a session is remembered and not shared by default', () => {
  const least = { email: 'ann@example.com', password: long }
  expect(signInInput.parse(least)).toEqual({ ...least, rememberMe: true, isShared: false })
  expect(signInInput.parse({ ...least, rememberMe: false, isShared: true })).toEqual({
    ...least,
    rememberMe: false,
    isShared: true,
  })
})

test.each([
  [mailLinkInput, { email: 'ann@example.com' }, ['email: Required']],
  [resetPasswordInput, { token: 'aZ_-9', newPassword: long }, undefined],
  [verifyEmailInput, { token: 'aZ_-9', replacesSession: true }, undefined],
  [
    changePasswordInput,
    { currentPassword: long, newPassword: `${long}!` },
    ['currentPassword: Required', 'newPassword: Required'],
  ],
  [accountRemovalInput, { password: long }, []],
])('body %# keeps its fields and rejects others', (schema, body, whenEmpty) => {
  expect(schema.parse(body)).toEqual(body)
  expect(problemsOf(schema, { ...body, more: 1 })).toEqual(['more: Unknown field'])
  if (whenEmpty) expect(problemsOf(schema, {})).toEqual(whenEmpty)
})

test.each(['', 'a b', 'abc!', '!abc', 'a/b', 'x'.repeat(501)])(
  'rejects %j as the code of a link',
  (token) => {
    expect(problemsOf(linkToken, token)).not.toEqual([])
  },
)
test('reports a code as incomplete when a mail app cut it off', () => {
  expect(problemsOf(linkToken, 'abc=')).toEqual([': This link is incomplete'])
  expect(linkToken.parse('x'.repeat(500))).toHaveLength(500)
})
