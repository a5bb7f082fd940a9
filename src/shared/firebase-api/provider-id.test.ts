import { expect, test } from 'vitest'
import { configuredProviderId, firebaseProviderId } from './provider-id.ts'

test.each([
  ['google', 'google.com'],
  ['apple', 'apple.com'],
  ['hospital', 'oidc.hospital'],
])('%s is %s for a Firebase client', (id, given) => {
  expect(firebaseProviderId(id)).toBe(given)
  expect(configuredProviderId(given)).toBe(id)
  expect(configuredProviderId(id)).toBe(id)
})
