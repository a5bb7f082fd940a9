import { and, count, eq, getTableColumns, like, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { users } from '#server/users/table.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { Db } from './database.ts'
import { prepared, preparedEach, preparedSql } from './prepared-query.ts'

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

test('a prepared query sees its own transaction’s writes, in savepoints too, and nothing after a rollback', async () => {
  const { db } = database
  await expect(
    db.transaction(async (tx) => {
      await keep(tx, 'ann')
      expect(await found(tx, 'ann')).toBe(1)
      await tx.transaction(async (inner) => {
        await keep(inner, 'bea')
        expect(await found(inner, 'bea')).toBe(1)
      })
      throw new Error('not today')
    }),
  ).rejects.toThrow('not today')
  expect(await found(db, 'ann')).toBe(0)
  expect(await found(db, 'bea')).toBe(0)
})

test('concurrent transactions each read their own rows, as do successive ones on one connection', async () => {
  const { db } = database
  const alone = async (name: string) =>
    db
      .transaction(async (tx) => {
        await keep(tx, name)
        for (const each of ['cara', 'dee', 'eve']) expect(await found(tx, each)).toBe(each === name ? 1 : 0)
        tx.rollback()
      })
      .catch((error: Error) => expect(error.message).toBe('Rollback'))
  for (let round = 0; round < 4; round += 1) await Promise.all(['cara', 'dee', 'eve'].map(alone))
})

test('reads each value as Drizzle does, on the first run and later', async () => {
  const { db } = database
  await keep(db, 'ann')
  const byHand = { upper: sql<string>`upper(name)`, one: sql`1`.mapWith(String).as('one') }
  const selected = { ...getTableColumns(users), ...byHand }
  const quick = prepared((home) => home.select(selected).from(users).prepare('test_all_columns'))
  const rows = await quick(db).execute()
  expect(rows).toEqual(await db.select(selected).from(users))
  expect(await quick(db).execute()).toEqual(rows)
  expect(rows).toMatchObject([
    { ...aNurse('ann'), emailVerified: false, image: null, upper: 'ANN', one: '1' },
  ])
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(selected))
})

test('reads two tables of a join as Drizzle does, also where a row has only one', async () => {
  const { db } = database
  await keep(db, 'ann')
  await keep(db, 'bea')
  const other = alias(users, 'other')
  const selected = {
    one: { id: users.id, name: users.name },
    other,
    upper: sql<string>`upper(${users.name})`,
  }
  const bothOf = prepared((home) =>
    home.select(selected).from(users).innerJoin(other, eq(other.id, users.id)).prepare('test_both'),
  )
  expect(await bothOf(db).execute()).toEqual(
    await db.select(selected).from(users).innerJoin(other, eq(other.id, users.id)),
  )
  const isBea = and(eq(other.id, users.id), eq(other.id, 'bea'))
  const oneOf = prepared((home) =>
    home.select(selected).from(users).leftJoin(other, isBea).prepare('test_one'),
  )
  expect(await oneOf(db).execute()).toEqual(await db.select(selected).from(users).leftJoin(other, isBea))
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

const added = preparedSql<{ id: string }>(
  'test_add_nurse',
  () => sql`
    insert into users (id, email, name, created_at, updated_at)
      select ${sql.placeholder('id')}::text, ${sql.placeholder('id')}::text, '', now(), now() returning id`,
)

test('a statement by itself is not done if its commit fails', async () => {
  const { db } = database
  await db.execute(sql`
    create function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'refused at last'; end $$`)
  await db.execute(sql`
    create constraint trigger test_refused after insert on users deferrable initially deferred
      for each row when (new.id = 'ann') execute function test_refuse()`)
  try {
    await expect(added(db, { id: 'ann' })).rejects.toMatchObject({ cause: { message: 'refused at last' } })
    expect(await added(db, { id: 'bea' })).toEqual([{ id: 'bea' }])
    expect([await found(db, 'ann'), await found(db, 'bea')]).toEqual([0, 1])
  } finally {
    await db.execute(sql`drop function test_refuse cascade`)
  }
})
