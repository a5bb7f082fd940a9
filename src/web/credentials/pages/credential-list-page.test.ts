import { expect, test } from 'vitest'
import type { Status } from '#shared/credentials/status.ts'
import { headline } from './credential-list-page.tsx'

function summaryOf(counts: Partial<Record<Status, number>>) {
  const byStatus = { active: 0, renewal_due: 0, expiring_soon: 0, expired: 0, ...counts }
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  return {
    total,
    byStatus,
    dateMissing: 0,
    archived: 0,
    byKind: { license: total, certification: 0 },
    tags: [],
  }
}

test('the headline mentions missing dates and an archive, and never calls them current or empty', () => {
  const all = summaryOf({ active: 7 })
  expect(headline({ ...all, dateMissing: 1 })).toBe('1 credential has no expiration date.')
  expect(headline({ ...all, dateMissing: 7 })).toBe('7 credentials have no expiration date.')
  expect(headline({ ...summaryOf({}), archived: 2 })).toBe('Everything here is archived.')
})

test.each([
  [{}, 'Your vault is empty.'],
  [{ active: 1 }, 'Your credential is current.'],
  [{ active: 7 }, 'All 7 credentials are current.'],
  [{ active: 6, renewal_due: 1 }, 'All current. 1 to renew within 60 days.'],
  [{ active: 6, renewal_due: 1, expiring_soon: 1 }, '1 credential is about to expire.'],
  [{ expiring_soon: 2 }, '2 credentials are about to expire.'],
  [{ active: 3, expired: 1 }, '1 credential has expired.'],
  [{ expired: 2, expiring_soon: 4 }, '2 credentials have expired, and 4 will soon.'],
])('with %o the headline is: %s', (counts, words) => {
  expect(headline(summaryOf(counts))).toBe(words)
})

test('while the counts load, the headline is neutral', () => {
  expect(headline(undefined)).toBe('Your credentials')
})
