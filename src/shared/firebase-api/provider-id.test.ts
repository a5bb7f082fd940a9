import { expect, test } from 'vitest'
import { configuredProviderId, firebaseProviderId } from './provider-id.ts'

test.each<[string, string]>([
  ['google', 'google.com'],
  ['apple', 'apple.com'],
  ...['facebook', 'github', 'microsoft', 'twitter', 'yahoo'].map((id): [string, string] => [id, `${id}.com`]),
  ['hospital', 'oidc.hospital'],
  ['my-oidc.hospital', 'oidc.my-oidc.hospital'],
  ['hospital.com.mx', 'oidc.hospital.com.mx'],
])('%s is %s for a Firebase client', (id, given) => {
  expect(firebaseProviderId(id)).toBe(given)
  expect(configuredProviderId(given)).toBe(id)
  expect(configuredProviderId(id)).toBe(id)
})
