import { expect, test } from 'vitest'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { credentialGroups } from './credential-groups.ts'

const today = '2026-11-23'

function license(expiresAt: string | null, neverExpires = false): Credential {
  const stored = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
  const record = { ...sampleLicense, ...stored, id: crypto.randomUUID(), archivedAt: null, expiresAt }
  return presentCredential({ ...record, neverExpires }, today, 'ann')
}

const headingsOf = (credentials: Credential[], isComplete = true) =>
  credentialGroups(credentials, today, isComplete).map(
    ({ heading }) => heading && `${heading.text} ${heading.count}`,
  )

const expired = license('2026-11-22')
const soon = license('2026-12-23')
const due = license('2027-01-22')
const active = license('2027-01-23')
const undated = license(null)
const endless = license(null, true)

test('the vault is grouped by what has expired, is due, is active, and has no date', () => {
  expect(headingsOf([expired, soon, due, active, undated, endless])).toEqual([
    ...['Expired 1', 'Due within 60 days 2', 'Active 1', 'Does not expire 1', 'Date missing 1'],
  ])
})

test('one group has no heading', () => {
  expect(headingsOf([soon, due])).toEqual([null])
  expect(headingsOf([])).toEqual([null])
})

test('a group that may have more has no count', () => {
  expect(headingsOf([expired, active], false)).toEqual(['Expired 1', 'Active null'])
})
