import { expect, test } from 'vitest'
import { pathWithin } from './use-next.ts'

test.each([
  ['/credentials?tab=license', '/credentials?tab=license'],
  ['/credentials/0a#files', '/credentials/0a#files'],
  ['/', '/'],
])('a nurse who signs in goes on to %s', (next, path) => {
  expect(pathWithin(next)).toBe(path)
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
  expect(pathWithin(next)).toBe('/')
})
