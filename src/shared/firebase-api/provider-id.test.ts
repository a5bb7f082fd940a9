import { expect, test } from 'vitest'
import { configuredProviderId, firebaseProviderId } from './provider-id.ts'

test.each<readonly [id: string, given: string]>([
  ['google', 'google.com'],
  ['apple', 'apple.com'],
  ...['facebook', 'github', 'microsoft', 'twitter', 'yahoo'].map((id) => [id, `${id}.com`] as const),
  ['hospital', 'oidc.hospital'],
  ['my-oidc.hospital', 'oidc.my-oidc.hospital'],
  ['hospital.com.mx', 'oidc.hospital.com.mx'],
])('%s is %s for a Firebase client', (id, given) => {
  expect(firebaseProviderId(id)).toBe(given)
  expect(configuredProviderId(given)).toBe(id)
  expect(configuredProviderId(id)).toBe(id)
})
