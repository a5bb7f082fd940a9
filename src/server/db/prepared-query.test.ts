import { count, eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { users } from '#server/users/table.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { Db } from './database.ts'
import { prepared, preparedEach } from './prepared-query.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.clear())
afterAll(() => database.close())

const now = new Date('2027-03-01T12:00:00Z')
const aNurse = (name: string) => ({
  id: name,
  email: `${name}@nurses.example`,
  name,
  createdAt: now,
  updatedAt: now,
})
const keep = (db: Db, name: string) => db.insert(users).values(aNurse(name))

const nurseById = prepared((db) =>
  db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('test_nurse_by_id'),
)
const found = async (db: Db, id: string) => (await nurseById(db).execute({ id })).length

test('a prepared query sees its own transaction’s writes, and nothing after a rollback', async () => {
  const { db } = database
  await expect(
    db.transaction(async (tx) => {
      await keep(tx, 'ann')
      expect(await found(tx, 'ann')).toBe(1)
      throw new Error('not today')
    }),
  ).rejects.toThrow('not today')
  expect(await found(db, 'ann')).toBe(0)
})

test('concurrent transactions each read their own rows, as do successive ones on one connection', async () => {
  const { db } = database
  const alone = async (name: string) =>
    db
      .transaction(async (tx) => {
        await keep(tx, name)
        for (const each of ['cara', 'dee', 'eve']) expect(await found(tx, each)).toBe(each === name ? 1 : 0)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
  for (let round = 0; round < 4; round += 1) await Promise.all(['cara', 'dee', 'eve'].map(alone))
})

test('builds each variant once, as a query of its own', async () => {
  const { db } = database
  let written = 0
  const countOf = preparedEach((home, variant: 'all' | 'some') => {
    written += 1
    return home
      .select({ nurses: count() })
      .from(users)
      .where(variant === 'some' ? like(users.name, sql.placeholder('name')) : undefined)
      .prepare(`test_count_${variant}`)
  })
  await keep(db, 'ann')
  await keep(db, 'bea')
  for (let round = 0; round < 3; round += 1) {
    expect(await countOf(db, 'all').execute()).toEqual([{ nurses: 2 }])
    expect(await countOf(db, 'some').execute({ name: 'a%' })).toEqual([{ nurses: 1 }])
  }
  expect(written).toBe(2)
})
