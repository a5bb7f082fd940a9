import { expect, test } from 'vitest'
import { accountsOf, hashParametersOf, isAccountExport } from './accounts.ts'

test('an account keeps its fields, and missing flags are false', () => {
  const given = {
    ...{ localId: 'a', email: 'ann@example.com', emailVerified: true, displayName: 'Ann', passwordHash: 'h' },
    ...{ salt: 's', disabled: true, createdAt: '1', phoneNumber: '2', photoUrl: '3', customAttributes: '{}' },
    ...{
      mfaInfo: [{}],
      providerUserInfo: [{ providerId: 'google.com', rawId: '7' }, { providerId: 'password' }],
    },
  }
  expect(accountsOf({ users: [{ ...given, lastLoginAt: '9' }] }).accounts).toEqual([given])
  expect(accountsOf({ users: [{ localId: 'b' }] }).accounts).toEqual([
    { localId: 'b', emailVerified: false, disabled: false, mfaInfo: [], providerUserInfo: [] },
  ])
})

test.each([
  { localId: '' },
  { localId: 'x'.repeat(129) },
  { localId: 'a', email: 'x'.repeat(321) },
  { localId: 'a', providerUserInfo: [{ rawId: '7' }] },
  { email: 'ann@example.com' },
])('%j is no account, and is named by its place', (given) => {
  const longest = { localId: 'x'.repeat(128), email: 'x'.repeat(320) }
  expect(accountsOf({ users: [longest, given] })).toMatchObject({
    accounts: [longest],
    unread: [{ place: 'account 2', reason: 'It is not an account of auth:export' }],
  })
})

test.each([
  [{ users: [] }, true],
  [{ users: [{ localId: 'a' }, { localId: 'b' }] }, true],
  [{ users: [{ localId: 'a' }, { id: 'b' }] }, false],
  [{ users: [null] }, false],
  [{ users: ['localId'] }, false],
  [{ users: { localId: 'a' } }, false],
  [{ accounts: [] }, false],
  [[], false],
  [null, false],
  ['users', false],
  [undefined, false],
])('%j is an export of accounts: %s', (json, isOne) => {
  expect(isAccountExport(json)).toBe(isOne)
})

test('requires each of the hash parameters', () => {
  const parameters = ['base64_signer_key: k', 'base64_salt_separator: s', 'rounds: 8', 'mem_cost: 14']
  expect(hashParametersOf(parameters.join('\n'))).toEqual({
    ...{ signerKey: 'k', saltSeparator: 's', rounds: 8, memCost: 14 },
  })
  expect(hashParametersOf(parameters.join('\n').replaceAll(': ', ' = '))?.rounds).toBe(8)
  for (const left of parameters)
    expect(hashParametersOf(parameters.filter((each) => each !== left).join('\n')), left).toBeNull()
  expect(hashParametersOf(parameters.join('\n').replace('8', '0'))).toBeNull()
})
