import { expect, test } from 'vitest'
import { providerSignInInput } from '#shared/auth/sign-in-methods.ts'
import { encodeRedirectPath, safeRedirectPath } from './use-redirect-target.ts'

test.each([
  ['/credentials?tab=license', '/credentials?tab=license'],
  ['/credentials/0a#files', '/credentials/0a#files'],
  ['/', '/'],
])('a nurse who signs in goes on to %s', (next, path) => {
  expect(safeRedirectPath(next)).toBe(path)
})

test.each([
  undefined,
  '',
  'credentials',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  '/login?next=/login',
])('a link that names %j as what comes next leads to the start', (next) => {
  expect(safeRedirectPath(next)).toBe('/')
})

test.each([
  ['/credentials?tab=license', '/credentials?tab=license'],
  ['/credentials/0a#files', '/credentials/0a'],
  ["/credentials?q=o'brien", '/credentials?q=o%27brien'],
  ['/credentials?q=two+words,three', '/credentials?q=two%20words%2cthree'],
  [`/credentials?q=${'a'.repeat(500)}`, '/'],
])('a nurse who comes back from a provider to %s comes back to %s', (path, sent) => {
  expect(encodeRedirectPath(path)).toBe(sent)
  expect(providerSignInInput.safeParse({ provider: 'hospital', next: sent }).success).toBe(true)
})
