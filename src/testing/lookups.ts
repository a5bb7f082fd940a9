import { expect } from 'vitest'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { sampleLookup } from '#shared/lookups/sample.ts'
import type { Browser } from './browser.ts'

/** Records that a credential was looked up. */
export async function addLookup(
  nurse: Browser,
  credentialId: string,
  more: object = {},
): Promise<LookupRecord> {
  const answer = await nurse.json('POST', '/api/lookups', { ...sampleLookup, credentialId, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as LookupRecord
}
