import { describe, expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import {
  addPasskeyInput,
  byId,
  changeEmailInput,
  codeInput,
  linkSignInInput,
  passkeyReauthenticationInput,
  passkeySignInInput,
  passwordPolicy,
  providerInput,
  providerList,
  providerSignInInput,
  reauthenticationInput,
  renamePasskeyInput,
  sessionList,
  signInMethods,
  tokenInput,
  twoFactorInput,
} from './sign-in-methods.ts'

const at = '2026-11-21T12:00:00.000Z'
const stays = { rememberMe: true, isShared: false }
const response = {
  id: 'aZ_-9',
  rawId: 'aZ_-9',
  type: 'public-key',
  response: { clientDataJSON: 'aZ_-9', signature: 'kept as well' },
  clientExtensionResults: {},
}

describe('a code', () => {
  test.each(['123456', '123 456', ' 1 2 3 4 5 6 '])('accepts %j as six digits', (typed) =>
    expect(codeInput.parse({ code: typed })).toEqual({ code: '123456' }),
  )

  test.each([
    [undefined, 'Required'],
    [123456, 'Expected string, received number'],
    ['12345', 'Enter the six digits that your app shows'],
    ['1234567', 'Enter the six digits that your app shows'],
    ['12345x', 'Enter the six digits that your app shows'],
    ['x123456', 'Enter the six digits that your app shows'],
    ['123456x', 'Enter the six digits that your app shows'],
  ])('rejects %j: %s', (code, message) =>
    expect(problemsOf(codeInput, { code })).toEqual([`code: ${message}`]),
  )
})

describe('a recovery code', () => {
  const refusal = 'recoveryCode: A recovery code has 26 letters and digits, and older ones have 16'

  test.each([
    'abcd1234EFGH5678',
    'abcd-1234-EFGH-5678',
    'abcd 1234 EFGH 5678',
    'abcd-1234-EFGH-5678-jkmn-90pq-rs',
  ])('accepts %j', (recoveryCode) => expect(twoFactorInput.parse({ recoveryCode })).toEqual({ recoveryCode }))

  test.each(['abcd1234EFGH567', 'abcd1234EFGH56789', 'abcd1234EFGH5678jkmn90pqrst', ''])(
    'rejects %j',
    (recoveryCode) => expect(problemsOf(twoFactorInput, { recoveryCode })).toEqual([refusal]),
  )

  test('has at most 60 characters with its dashes', () => {
    const spaced = (length: number) => 'abcd1234EFGH5678'.padStart(length, '-')
    expect(problemsOf(twoFactorInput, { recoveryCode: spaced(60) })).toEqual([])
    expect(problemsOf(twoFactorInput, { recoveryCode: spaced(61) })).toHaveLength(1)
  })
})

describe('a proof', () => {
  const recoveryCode = 'abcd1234EFGH5678'

  test.each([{ code: '123456' }, { recoveryCode }])('%j is a second factor', (body) =>
    expect(twoFactorInput.parse(body)).toEqual(body),
  )
  test.each([{ code: '123456' }, { recoveryCode }, { password: 'violet tractor' }])('%j is a proof', (body) =>
    expect(reauthenticationInput.parse(body)).toEqual(body),
  )

  test('must be exactly one', () => {
    for (const body of [{}, { code: '123456', recoveryCode }]) {
      expect(problemsOf(twoFactorInput, body)).toEqual(['code: Enter one code'])
      expect(problemsOf(reauthenticationInput, body)).toEqual(['password: Enter your password, or one code'])
    }
  })
})

describe('the return path of a provider', () => {
  test.each(['/', '/vault', '/credentials/0d2a?tab=files&x=%20', '/a-b_c.d~e/'])('accepts %j', (next) =>
    expect(providerInput.parse({ provider: 'google', next })).toEqual({ provider: 'google', next }),
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'x/vault',
    '/a b',
    '/a\\b',
    '/a#b',
    '',
  ])('rejects %j', (next) =>
    expect(problemsOf(providerInput, { provider: 'google', next })).toEqual([
      'next: Only a path within Lanyard',
    ]),
  )

  test('defaults to the home page, and has at most 500 characters', () => {
    expect(providerSignInInput.parse({ provider: 'google' })).toEqual({
      provider: 'google',
      next: '/',
      ...stays,
    })
    expect(problemsOf(providerInput, { provider: 'google', next: `/${'x'.repeat(499)}` })).toEqual([])
    expect(problemsOf(providerInput, { provider: 'google', next: `/${'x'.repeat(500)}` })).toHaveLength(1)
    expect(problemsOf(providerInput, { provider: 'x'.repeat(40) })).toEqual([])
    expect(problemsOf(providerInput, { provider: 'x'.repeat(41) })).toHaveLength(1)
  })
})

describe('a passkey response', () => {
  test('is kept unchanged, including unknown fields', () => {
    expect(passkeyReauthenticationInput.parse({ response })).toEqual({ response })
    expect(passkeySignInInput.parse({ response })).toEqual({ response, ...stays })
    expect(addPasskeyInput.parse({ name: 'Phone', response })).toEqual({ name: 'Phone', response })
  })

  test.each([
    ['response.id', { ...response, id: 'a=' }],
    ['response.id', { ...response, id: '=a' }],
    ['response.rawId', { ...response, rawId: 'a/b' }],
    ['response.response.clientDataJSON', { ...response, response: { clientDataJSON: '' } }],
  ])('rejects an invalid %s', (path, bad) =>
    expect(problemsOf(passkeyReauthenticationInput, { response: bad })).toEqual([
      `${path}: This did not come from a passkey`,
    ]),
  )

  test('has a public key of limited length', () => {
    expect(
      problemsOf(passkeyReauthenticationInput, { response: { ...response, type: 'password' } }),
    ).toHaveLength(1)
    expect(
      problemsOf(passkeyReauthenticationInput, { response: { ...response, id: 'x'.repeat(16_000) } }),
    ).toEqual([])
    expect(
      problemsOf(passkeyReauthenticationInput, { response: { ...response, id: 'x'.repeat(16_001) } }),
    ).toHaveLength(1)
  })
})

test.each([
  [byId, { id: 'aZ_-9' }],
  [codeInput, { code: '123456' }],
  [twoFactorInput, { code: '123456' }],
  [reauthenticationInput, { code: '123456' }],
  [changeEmailInput, { newEmail: 'ann@example.com' }],
  [tokenInput, { token: 'aZ_-9' }],
  [renamePasskeyInput, { name: 'Phone' }],
  [addPasskeyInput, { name: 'Phone', response }],
  [passkeySignInInput, { response, ...stays }],
  [passkeyReauthenticationInput, { response }],
  [linkSignInInput, { token: 'aZ_-9', replacesSession: false, rememberMe: false, isShared: true }],
  [providerInput, { provider: 'google', next: '/vault' }],
  [providerSignInInput, { provider: 'google', next: '/vault', ...stays }],
])('body %# keeps its fields', (schema, body) => {
  expect(schema.parse(body)).toEqual(body)
  if (schema !== byId) expect(problemsOf(schema, { ...body, more: 1 })).toContain('more: Unknown field')
})

test('the name of a passkey has 1 to 60 characters', () => {
  expect(problemsOf(renamePasskeyInput, { name: '' })).toEqual(['name: Required'])
  expect(problemsOf(renamePasskeyInput, { name: 'x'.repeat(60) })).toEqual([])
  expect(problemsOf(renamePasskeyInput, { name: 'x'.repeat(61) })).toEqual(['name: Value too long (max 60)'])
})

test.each(['', 'a b', 'a/b', 'a!', '!a', 'x'.repeat(101)])('rejects %j as an id', (id) => {
  expect(problemsOf(byId, { id })).toEqual(['id: This is not a valid id'])
})

test.each([
  [
    signInMethods,
    {
      hasPassword: true,
      secondFactor: { isOn: true, since: at, recoveryCodesLeft: 10 },
      passkeys: [{ id: 'p1', name: null, createdAt: at, usedAt: null }],
      linkedAccounts: [{ id: 'l1', provider: 'google', providerName: 'Google', createdAt: at }],
    },
  ],
  [
    sessionList,
    {
      items: ['remembered', 'brief', 'shared'].map((kind) => ({
        ...{ id: 's1', isCurrent: true, kind, device: null },
        ...{ createdAt: at, lastUsedAt: at, endsAt: at },
      })),
    },
  ],
  [providerList, { items: [{ id: 'google', name: 'Google' }] }],
  [passwordPolicy, { minLength: 10, maxLength: 128, minScore: 3 }],
])('response %# has each of its fields', (schema, answer) => expect(schema.parse(answer)).toEqual(answer))
