import { expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { hasDomain, parseSignUpPolicy, signUpNotice } from './sign-up-policy.ts'

test.each([
  ['open', { kind: 'open' }],
  ['closed', { kind: 'closed' }],
  ['invite', { kind: 'invite' }],
  ['domain:example.org', { kind: 'domain', domains: ['example.org'] }],
  ['domain:Example.org, wards.other.org', { kind: 'domain', domains: ['example.org', 'wards.other.org'] }],
  ['', null],
  ['yes', null],
  ['Open', null],
  ['domain:', null],
  ['domain:example', null],
  ['domain:example.org,', null],
  ['domain:nurse@example.org', null],
  ['domain:*.example.org', null],
  ['domain:-example.org', null],
  ['domain:example.org/x', null],
  ['closed:example.org', null],
])('SIGNUPS=%s means %o', (setting, policy) => expect(parseSignUpPolicy(setting)).toEqual(policy))

test.each([
  ['ann@example.org', true],
  ['ann@EXAMPLE.org', true],
  ['ann@other.org', true],
  ['ann@wards.example.org', false],
  ['ann@notexample.org', false],
  ['ann@example.org.evil.example', false],
  ['"a@example.org"@evil.example', false],
])('%s is an address of example.org or other.org: %s', (email, is) => {
  expect(hasDomain(email, ['example.org', 'other.org'])).toBe(is)
})

test('the notice says who can create an account, unless everyone can', () => {
  expect(signUpNotice({ kind: 'open' }, english)).toBeNull()
  expect(signUpNotice({ kind: 'closed' }, english)).toEqual({
    title: 'New accounts are closed',
    body: 'This installation does not accept new accounts. If you have one, sign in.',
  })
  expect(signUpNotice({ kind: 'invite' }, english)).toMatchObject({
    title: 'You need an invitation',
    body: expect.stringContaining('Open the link in your invitation'),
  })
  expect(signUpNotice({ kind: 'domain', domains: ['example.org', 'other.org'] }, english)).toEqual({
    title: 'For certain addresses only',
    body: 'New accounts here are for email addresses that end with @example.org or @other.org.',
  })
})
