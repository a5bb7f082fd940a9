import { describe, expect, test } from 'vitest'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { sampleEntry } from '#shared/ceu/sample.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import type { Fields, OutboxItem } from './outbox.ts'
import type { VaultCopy } from './vault-copy.ts'
import { withWaiting } from './waiting-records.ts'

const today = '2026-11-23'
const [first, second, cycle, other] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-4000-8000-00000000000${number}`,
)
const at = '2026-01-01T00:00:00.000Z'

const license = (id = '', expiresAt = '2027-03-31') => {
  const record = { ...sampleLicense, id, expiresAt, createdAt: at, updatedAt: at, archivedAt: null }
  return presentCredential(record as never, '2026-01-01', 'ann')
}
const entryBody = { ...sampleEntry, cycleId: cycle }
const entry = (id = '') => ({ ...entryBody, id, hours: 5, counts: ['counted'] }) as unknown as CeuEntry

const vault = (credentials: Credential[] = [], entries: CeuEntry[] = []): VaultCopy => ({
  asOf: at,
  user: { id: 'ann', locale: null, timeZone: null },
  ...{ credentials, entries, cycles: [], renewals: [], compact: {}, answers: {} },
})
const item = (path: string, body: Fields | null, method: OutboxItem['method'] = 'POST'): OutboxItem => ({
  ...{ key: 'a-key', method, path, body, file: null, title: '', seen: null },
  queuedAt: '2026-11-20T00:00:00.000Z',
  state: { kind: 'waiting' },
})

test('without pending changes, only the status follows the date', () => {
  const copy = vault([license(first, '2026-12-23'), license(second, '2026-11-22')])
  const { credentials, ...rest } = withWaiting(copy, [], today)
  expect(credentials).toMatchObject([
    { status: 'expiring_soon', daysLeft: 30 },
    { status: 'expired', daysLeft: -1 },
  ])
  expect({ ...rest, credentials: copy.credentials }).toEqual(copy)
})

describe('a pending credential', () => {
  test('is appended as it will be saved, with the key of its item as its id', () => {
    const body = { kind: 'license', type: 'RN', state: 'OH' }
    const after = withWaiting(vault([license(first)]), [item('/api/credentials', body)], today)
    expect(after.credentials).toHaveLength(2)
    expect(after.credentials[1]).toMatchObject({
      ...{ id: 'a-key', userId: 'ann', title: 'Ohio RN license', dateMissing: true, archivedAt: null },
      ...{ createdAt: '2026-11-20T00:00:00.000Z', updatedAt: '2026-11-20T00:00:00.000Z' },
    })
  })

  test('changes no other credential, and its status is recalculated', () => {
    const change = item(`/api/credentials/${second}`, { expiresAt: '2026-11-24', number: '7' }, 'PATCH')
    const { credentials } = withWaiting(vault([license(first), license(second)]), [change], today)
    expect(credentials).toMatchObject([
      { number: sampleLicense.number, expiresAt: '2027-03-31', status: 'active' },
      { number: '7', expiresAt: '2026-11-24', status: 'expiring_soon', daysLeft: 1, dateMissing: false },
    ])
  })

  test('is rejected if it is invalid', () => {
    for (const path of ['/api/credentials', '/api/ceu-entries'])
      expect(() => withWaiting(vault(), [item(path, { title: 7 })], today)).toThrow(
        expect.objectContaining({ code: 'invalid' }),
      )
  })
})

describe('a pending entry', () => {
  test('comes first, and counts toward nothing until the server has counted it', () => {
    const counts = [{ cycleId: other, acceptedHours: 1 }]
    const after = withWaiting(
      vault([], [entry(first)]),
      [item('/api/ceu-entries', { ...entryBody, counts })],
      today,
    )
    expect(after.entries).toHaveLength(2)
    expect(after.entries[0]).toMatchObject({
      ...{ id: 'a-key', userId: 'ann', importId: null, hours: 5, title: sampleEntry.title },
      ...{ createdAt: '2026-11-20T00:00:00.000Z', updatedAt: '2026-11-20T00:00:00.000Z' },
      counts: [
        { cycleId: cycle, acceptedHours: null, countedHours: 0, reasons: [] },
        { cycleId: other, acceptedHours: 1, countedHours: 0, reasons: [] },
      ],
    })
  })

  test('lists its main cycle once and first, with the hours that the owner set', () => {
    const counts = [
      { cycleId: other, acceptedHours: null },
      { cycleId: cycle, acceptedHours: 3 },
    ]
    const after = withWaiting(vault(), [item('/api/ceu-entries', { ...entryBody, counts })], today)
    expect(after.entries[0]?.counts.map(({ cycleId, acceptedHours }) => [cycleId, acceptedHours])).toEqual([
      [cycle, 3],
      [other, null],
    ])
  })

  test('changes no other entry; its hours follow its amount, and its counted hours stay', () => {
    const body = { amount: 1, unit: 'ceu', counts: [] }
    const change = item(`/api/ceu-entries/${second}`, body, 'PATCH')
    const { entries } = withWaiting(vault([], [entry(first), entry(second)]), [change], today)
    expect(entries).toEqual([entry(first), { ...entry(second), amount: 1, hours: 10 }])
    const renamed = item(`/api/ceu-entries/${first}`, { title: 'Ethics', amount: null, hours: 4 }, 'PATCH')
    expect(withWaiting(vault([], [entry(first)]), [renamed], today).entries).toMatchObject([
      { title: 'Ethics', hours: 4, counts: ['counted'] },
    ])
  })
})

test('applies several changes in order, and ignores other requests', () => {
  const path = `/api/credentials/${first}`
  const items = [item(path, { number: '1' }, 'PATCH'), item(path, { number: '2' }, 'PATCH')]
  expect(withWaiting(vault([license(first)]), items, today).credentials).toMatchObject([{ number: '2' }])
  const copy = vault([license(first, '2027-03-31')], [entry(first)])
  const upload = item('/api/upload', null)
  expect(withWaiting(copy, [upload], today)).toEqual(withWaiting(copy, [], today))
  expect(withWaiting(copy, [item(path, null, 'PATCH')], today)).toEqual(withWaiting(copy, [], today))
})
