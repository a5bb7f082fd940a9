import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { users } from '#server/users/table.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { Db } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.clear())
afterAll(() => database.close())

const now = new Date('2027-03-01T12:00:00Z')
const aNurse = (name: string) => ({
  ...{ id: name, email: `${name}@nurses.example`, name },
  ...{ createdAt: now, updatedAt: now },
})
const keep = async (db: Db, name: string) => {
  await db.insert(users).values(aNurse(name))
}
const namesIn = async (db: Db) =>
  (await db.select({ name: users.name }).from(users).orderBy(users.name)).map(({ name }) => name)

test('statements that are sent together are done one after the other, each with its own rows', async () => {
  const { db } = database
  const [, before, , after] = await db.transaction((tx) =>
    Promise.all([keep(tx, 'ann'), namesIn(tx), keep(tx, 'bea'), namesIn(tx)]),
  )
  expect([before, after]).toEqual([['ann'], ['ann', 'bea']])
  expect(await namesIn(db)).toEqual(['ann', 'bea'])
})

test('nothing is stored when one of them fails, and the connection serves the next transaction', async () => {
  const { db } = database
  for (let round = 0; round < 12; round += 1) {
    const failing = db.transaction((tx) => Promise.all([keep(tx, 'ann'), keep(tx, 'ann'), keep(tx, 'bea')]))
    await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await namesIn(db)).toEqual([])
  }
  await db.transaction((tx) => keep(tx, 'cara'))
  expect(await namesIn(db)).toEqual(['cara'])
})

test('a failed statement fails the transaction even if the work ignores the error', async () => {
  const { db } = database
  const ignoring = db.transaction(async (tx) => {
    await keep(tx, 'ann')
    await keep(tx, 'ann').catch(() => {})
  })
  await expect(ignoring).rejects.toThrow('rolled the transaction back')
  expect(await namesIn(db)).toEqual([])
})

test('work that throws before its statements are answered stores nothing', async () => {
  const { db } = database
  const thrown = db.transaction(async (tx) => {
    keep(tx, 'ann').catch(() => {})
    throw new Error('not today')
  })
  await expect(thrown).rejects.toThrow('not today')
  await db.transaction((tx) => keep(tx, 'bea'))
  expect(await namesIn(db)).toEqual(['bea'])
})

test('a transaction inside another is a part of it', async () => {
  const { db } = database
  const undone = db.transaction(async (tx) => {
    await tx.transaction((inner) => keep(inner, 'ann'))
    throw new Error('not today')
  })
  await expect(undone).rejects.toThrow('not today')
  expect(await namesIn(db)).toEqual([])
})

test('a failed commit rejects', async () => {
  const { db } = database
  await db.execute(sql`
    create function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'refused at last'; end $$`)
  await db.execute(sql`
    create constraint trigger test_refused after insert on users deferrable initially deferred
      for each row when (new.id = 'ann') execute function test_refuse()`)
  try {
    await expect(db.transaction((tx) => keep(tx, 'ann'))).rejects.toThrow('refused at last')
    await expect(keep(db, 'ann')).rejects.toMatchObject({ cause: { message: 'refused at last' } })
    await db.transaction((tx) => keep(tx, 'bea'))
    expect(await namesIn(db)).toEqual(['bea'])
  } finally {
    await db.execute(sql`drop function test_refuse cascade`)
  }
})

test('a snapshot shows one state, and refuses to write', async () => {
  const { db } = database
  await expect(db.transaction((tx) => keep(tx, 'ann'), 'snapshot')).rejects.toMatchObject({
    cause: { code: '25006' },
  })
  if (!database.url) return
  const seen = await db.transaction(async (tx) => {
    const before = await namesIn(tx)
    await keep(db, 'ann')
    return [before, await namesIn(tx)]
  }, 'snapshot')
  expect(seen).toEqual([[], []])
})

test.for([undefined, 'lock first'] as const)(
  'a transaction that could not begin stores nothing (%s)',
  async (start, { skip }) => {
    skip(!database.url, 'the embedded database has one connection')
    const { db } = database
    const query = vi.spyOn(pg.Client.prototype, 'query')
    query.mockImplementationOnce(function (this: pg.Client) {
      return this.query('begin canceled')
    })
    const refused = db.transaction(async (tx) => {
      expect(await namesIn(tx)).toEqual([])
      await keep(tx, 'ann')
    }, start)
    await expect(refused).rejects.toThrow()
    query.mockRestore()
    expect(await namesIn(db)).toEqual([])
  },
)
