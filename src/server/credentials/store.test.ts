import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import {
  type CredentialInput,
  type CredentialQuery,
  credentialInput,
  credentialQuery,
} from '#shared/credentials/credential.ts'
import { statusOf } from '#shared/credentials/status.ts'
import { Problem } from '#shared/http/errors.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { foldText } from '#shared/kernel/fold-text.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { listCredentials, listExpiring, listRenewal } from './list-store.ts'
import { type CredentialRecord, createCredential, requireCredential, updateCredential } from './store.ts'
import { summarizeCredentials } from './summary-store.ts'
import { credentials } from './table.ts'
import { removeCredential, restoreCredential } from './trash-store.ts'

const today = '2026-03-10'
const now = new Date('2026-03-10T12:00:00.000Z')
const ann = asOwnerId('ann')
const bob = asOwnerId('bob')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.clear()
  for (const id of [ann, bob]) {
    await database.db
      .insert(users)
      .values({ id, email: `${id}@nurses.example`, name: id, createdAt: now, updatedAt: now })
  }
})

function license(more: object = {}): CredentialInput {
  return credentialInput.parse({ kind: 'license', type: 'RN', state: 'TX', ...more })
}

function certification(more: object = {}): CredentialInput {
  return credentialInput.parse({ kind: 'certification', name: 'BLS', issuer: 'AHA', ...more })
}

function keep(
  input: CredentialInput,
  { owner = ann, at = now, limit }: { owner?: Owner; at?: Date; limit?: number } = {},
) {
  return database.db.transaction((tx) => createCredential(tx, owner, input, at, limit))
}

function query(more: Record<string, string> = {}): CredentialQuery {
  return credentialQuery.parse(more)
}

/** All ids, page by page. */
async function walk(
  more: Record<string, string>,
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const pageQuery = query(cursor ? { ...more, cursor } : more)
    const page = await listCredentials(database.db, ann, pageQuery, today)
    expect(page.items.length).toBeLessThanOrEqual(pageQuery.limit)
    ids.push(...page.items.map(({ id }) => id))
    if (ids.length > 100) throw new Error('The pages do not end')
    cursor = page.nextCursor ?? undefined
    await between()
  } while (cursor)
  return ids
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Problem ? error.code : `${error}`
}

describe('paging through the list', () => {
  const row = fc.record({
    expires: fc.option(fc.integer({ min: -2, max: 2 })),
    created: fc.integer({ min: 0, max: 2 }),
    title: fc.constantFrom('a', 'B', 'É', 'é', 'zz', '%', 'A'),
  })

  it('visits each credential once, in order, in every order and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 14 }),
        fc.constantFrom('expiresAt', 'createdAt', 'title'),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 6 }),
        async (rows, sort, order, limit) => {
          await database.db.delete(credentials)
          const kept: CredentialRecord[] = []
          for (const { expires, created, title } of rows) {
            const expiresAt = expires === null ? null : addDays(today, expires)
            const at = new Date(now.getTime() + created)
            kept.push(await keep(certification({ name: title, expiresAt }), { at }))
          }
          const seen = await walk({ sort, order, limit: String(limit) })
          expect(seen).toHaveLength(kept.length)
          expect(new Set(seen)).toEqual(new Set(kept.map(({ id }) => id)))

          const never = order === 'asc' ? '9' : '0'
          const keyOf = (id: string) => {
            const record = kept.find((each) => each.id === id)
            if (sort === 'expiresAt') return record?.expiresAt ?? never
            return sort === 'createdAt' ? (record?.createdAt ?? '') : foldText(record?.name ?? '')
          }
          const keys = seen.map(keyOf)
          const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          expect(keys).toEqual(order === 'asc' ? sorted : sorted.reverse())
        },
      ),
      { numRuns: 40 },
    )
  })

  it('skips and repeats nothing while credentials are added and removed', async () => {
    const kept: CredentialRecord[] = []
    for (let i = 0; i < 9; i++) kept.push(await keep(certification({ expiresAt: addDays(today, i % 3) })))
    let page = 0
    const seen = await walk({ limit: '2' }, async () => {
      page += 1
      await keep(certification({ name: 'newcomer', expiresAt: addDays(today, page % 3) }))
      if (page === 1) await database.db.transaction((tx) => removeCredential(tx, ann, seenFirst(), now))
    })
    function seenFirst() {
      return (
        kept.toSorted((a, b) => `${a.expiresAt}${a.id}`.localeCompare(`${b.expiresAt}${b.id}`))[0]?.id ?? ''
      )
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(kept.map(({ id }) => id)))
  })

  it('accepts only its own cursors', async () => {
    for (let i = 0; i < 3; i++) {
      await keep(certification({ expiresAt: addDays(today, i) }))
      await keep(certification(), { owner: bob })
    }
    const { nextCursor } = await listCredentials(database.db, ann, query({ limit: '1' }), today)
    const cursor = nextCursor ?? ''
    const ask = (owner: Owner, more: Record<string, string>) =>
      refusal(listCredentials(database.db, owner, query({ limit: '1', ...more }), today))
    expect(await ask(ann, { cursor })).toBe('null')
    expect(await ask(ann, { cursor, order: 'desc' })).toBe('invalid')
    expect(await ask(ann, { cursor, sort: 'title' })).toBe('invalid')
    expect(await ask(bob, { cursor })).toBe('invalid')
    const forged = Buffer.from(JSON.stringify(["x'; drop table", crypto.randomUUID(), 'x'])).toString(
      'base64url',
    )
    for (const bad of [
      '',
      'x',
      'null',
      forged,
      cursor.slice(1),
      `${cursor}A`.repeat(2),
      cursor.toUpperCase(),
    ])
      expect(await ask(ann, { cursor: bad }), bad).toBe('invalid')
  })
})

describe('the list', () => {
  it('searches by word, state name, number, tag and note, and takes % and _ literally', async () => {
    const texas = await keep(license({ number: '100%_a\\b', tags: ['Travel, "Fall" {x}'], notes: 'Renée' }))
    const bls = await keep(certification({ name: '100 hours', code: 'BLS' }))
    const find = async (q: string) => {
      const { items } = await listCredentials(database.db, ann, query({ q }), today)
      return items.map(({ id }) => id).toSorted()
    }
    const both = [texas.id, bls.id].toSorted()
    expect(await find('')).toEqual(both)
    expect(await find('100')).toEqual(both)
    for (const q of ['texas', 'TX rn', '100%', '%_A', '\\', 'fall', 'RENEE', 'board texas'])
      expect(await find(q), q).toEqual([texas.id])
    expect(await find('bls hours')).toEqual([bls.id])
    for (const q of ['100_', '%b', 'texas bls', 'null', '1_0']) expect(await find(q), q).toEqual([])
  })

  it('filters by kind, status and tag', async () => {
    const kept: CredentialRecord[] = []
    for (const days of [-1, 0, 30, 31, 60, 61]) {
      kept.push(await keep(license({ expiresAt: addDays(today, days), tags: ['a\\b', `d${days}`] })))
    }
    kept.push(await keep(certification({ tags: ['A\\b'] })))
    for (const status of ['expired', 'expiring_soon', 'renewal_due', 'active'] as const) {
      const { items } = await listCredentials(database.db, ann, query({ status }), today)
      const expected = kept.filter(({ expiresAt }) => statusOf(expiresAt, today) === status)
      expect(items.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    }
    const listed = async (more: Record<string, string>) =>
      (await listCredentials(database.db, ann, query(more), today)).items.length
    expect(await listed({ kind: 'certification' })).toBe(1)
    expect(await listed({ tag: 'a\\b' })).toBe(6)
    expect(await listed({ tag: 'd30' })).toBe(1)
    expect(await listed({ tag: 'd' })).toBe(0)
    expect(await listed({ kind: 'license', status: 'active', tag: 'a\\b' })).toBe(1)
  })

  it('of expiring credentials starts today, the list of renewals includes lapsed ones, soonest first', async () => {
    for (const days of [61, 30, -1, 0, 31, null, -400])
      await keep(license({ expiresAt: days === null ? null : addDays(today, days) }))
    await keep(license({ expiresAt: today }), { owner: bob })
    const daysOf = (records: CredentialRecord[]) => records.map(({ expiresAt }) => expiresAt)
    const dates = (...days: number[]) => days.map((each) => addDays(today, each))
    expect(daysOf(await listExpiring(database.db, ann, 30, today))).toEqual(dates(0, 30))
    expect(daysOf(await listExpiring(database.db, ann, 0, today))).toEqual(dates(0))
    expect(daysOf(await listRenewal(database.db, ann, 31, today))).toEqual(dates(-400, -1, 0, 30, 31))
    expect(daysOf(await listExpiring(database.db, ann, 3650, today))).toEqual(dates(0, 30, 31, 61))
  })

  it('is summarized by status, kind and tag', async () => {
    for (const days of [-1, 0, 30, 31, 61, null])
      await keep(
        license({ expiresAt: days === null ? null : addDays(today, days), tags: ['ICU', `d${days}`] }),
      )
    await keep(certification({ tags: ['ICU'] }))
    const gone = await keep(certification({ tags: ['gone'] }))
    await database.db.transaction((tx) => removeCredential(tx, ann, gone.id, now))
    const summary = await summarizeCredentials(database.db, ann, today)
    expect(summary).toMatchObject({
      total: 7,
      byStatus: { expired: 1, expiring_soon: 2, renewal_due: 1, active: 3 },
      byKind: { license: 6, certification: 1 },
    })
    expect(summary.tags[0]).toEqual({ tag: 'ICU', count: 7 })
    expect(summary.tags.slice(1).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1])
    expect(await summarizeCredentials(database.db, bob, today)).toMatchObject({ total: 0, tags: [] })
  })
})

describe('concurrency', () => {
  it('creates no more credentials than a vault can hold', async () => {
    const tries = Array.from({ length: 20 }, () => refusal(keep(license(), { limit: 7 })))
    const results = await Promise.all(tries)
    expect(results.filter((result) => result === 'null')).toHaveLength(7)
    expect(results.filter((result) => result === 'too_many_credentials')).toHaveLength(13)
    expect(await database.db.$count(credentials)).toBe(7)
    expect(await refusal(keep(license(), { owner: bob, limit: 7 }))).toBe('null')
  })

  it('counts a restored credential too', async () => {
    const first = await keep(license(), { limit: 1 })
    await database.db.transaction((tx) => removeCredential(tx, ann, first.id, now))
    const second = await keep(license(), { limit: 1 })
    const restore = () => database.db.transaction((tx) => restoreCredential(tx, ann, first.id, now, 1))
    expect(await refusal(restore())).toBe('too_many_credentials')
    await database.db.transaction((tx) => removeCredential(tx, ann, second.id, now))
    expect(await refusal(restore())).toBe('null')
  })

  it('two edits leave one or the other or both, never half of one', async () => {
    const { id } = await keep(license({ issuedAt: '2025-01-01', expiresAt: '2026-01-01' }))
    const edit = (patch: object) =>
      refusal(database.db.transaction((tx) => updateCredential(tx, ann, id, patch, now)))
    for (let round = 0; round < 20; round++) {
      await edit({ issuedAt: '2025-01-01', expiresAt: '2026-01-01' })
      const results = await Promise.all([
        edit({ issuedAt: '2026-12-01', expiresAt: '2026-12-31' }),
        edit({ expiresAt: '2025-06-01' }),
      ])
      // Depending on the order, the second edit is rejected after the first, or overwritten by it.
      expect(results).toEqual(['null', expect.stringMatching(/^(null|invalid)$/)])
      const { issuedAt, expiresAt } = await requireCredential(database.db, ann, id)
      expect([issuedAt, expiresAt]).toEqual(['2026-12-01', '2026-12-31'])
    }
    await Promise.all([
      edit({ number: 'A-1', notes: 'a' }),
      edit({ number: 'B-2', notes: 'b' }),
      edit({ tags: ['c'] }),
    ])
    const record = await requireCredential(database.db, ann, id)
    expect(['A-1a', 'B-2b']).toContain(`${record.number}${record.notes}`)
    expect(record.tags).toEqual(['c'])
    const found = await listCredentials(database.db, ann, query({ q: `${record.number} c` }), today)
    expect(found.items).toHaveLength(1)
  })
})

describe('the database itself rejects', () => {
  it.each([
    ['an unknown kind', { kind: 'diploma' as 'license' }],
    ['a license without a state', { kind: 'license' as const, title: 'x', type: 'RN' }],
    ['a certification without a name', { kind: 'certification' as const }],
    [
      'an expiration before the issue',
      { kind: 'certification' as const, name: 'x', issuedAt: '2026-01-02', expiresAt: '2026-01-01' },
    ],
  ])('%s', async (_name, values) => {
    const row = {
      ownerId: ann,
      issuer: 'x',
      tags: [],
      sortTitle: '',
      searchText: '',
      createdAt: now,
      updatedAt: now,
    }
    await expect(database.db.insert(credentials).values({ ...row, ...values })).rejects.toThrow()
  })
})
