import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditValues } from '#server/audit/store.ts'
import { auditRecords } from '#server/audit/table.ts'
import { claimValues } from '#server/http/idempotency-store.ts'
import { idempotencyKeys } from '#server/http/idempotency-table.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import { credentialInput, MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createAtOnce } from './create-store.ts'
import { newCredential } from './store.ts'
import { credentials } from './table.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const ann = asOwnerId('ann')
const actor = { owner: ann, sessionId: 'a-session', userAgent: null }

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.clear()
  const dates = { createdAt: now, updatedAt: now }
  await database.db.insert(users).values({ id: ann, email: 'ann@nurses.example', name: 'Ann', ...dates })
})

const license = credentialInput.parse({ kind: 'license', type: 'RN', state: 'TX' })

function create(key?: string): Promise<boolean> {
  const { row } = newCredential(ann, license, now)
  const request = { key, operation: 'POST /api/credentials', body: license }
  return createAtOnce(database.db, row, {
    ...claimValues(ann, request, { id: row.id }, now),
    ...auditValues(actor, now, 'credential_created', { resource: 'license', resourceId: row.id }),
  })
}

async function stored() {
  const counts = [credentials, auditRecords, idempotencyKeys].map((table) => database.db.$count(table))
  return Promise.all(counts)
}

it('stores the credential with its audit record, and the answer with its key', async () => {
  expect(await create()).toBe(true)
  expect(await create('a-key')).toBe(true)
  expect(await stored()).toEqual([2, 2, 1])
})

it('stores nothing under a key that was used before', async () => {
  await create('a-key')
  expect(await create('a-key')).toBe(false)
  expect(await stored()).toEqual([1, 1, 1])
})

it('of two requests with one key at the same time one stores it', async () => {
  const done = await Promise.all(Array.from({ length: 6 }, () => create('a-key')))
  expect(done.filter(Boolean)).toHaveLength(1)
  expect(await stored()).toEqual([1, 1, 1])
})

it('leaves it to the transaction that counts where an owner has many', async () => {
  const { row } = newCredential(ann, license, now)
  const many = Array.from({ length: MAX_CREDENTIALS / 2 }, () => ({ ...row, id: crypto.randomUUID() }))
  await database.db.insert(credentials).values(many)
  expect(await create('a-key')).toBe(false)
  await database.db.delete(credentials).where(eq(credentials.id, many[0]?.id ?? ''))
  expect(await create()).toBe(true)
  expect((await stored())[0]).toBe(many.length)
})

it('leaves it to the transaction while another one has the vault', async ({ skip }) => {
  skip(!database.url, 'the embedded database has one connection')
  await database.db.transaction(async (tx) => {
    await lockOwnerRow(tx, ann)
    expect(await create()).toBe(false)
  })
  expect(await create()).toBe(true)
})

it('is refused once the account is deleted', async () => {
  await database.db.delete(users)
  expect(await create()).toBe(false)
  expect(await stored()).toEqual([0, 0, 0])
})
