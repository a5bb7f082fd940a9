import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { messagesDuring } from '#testing/sent-statements.ts'
import type { Db } from './database.ts'
import { prepared } from './prepared-query.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const at = sql.placeholder
const shareOf = prepared((db) =>
  db
    .select({
      share: sql<number>`100 / ${at('parts')}::int`.mapWith(Number),
      names: sql<string[]>`${at('names')}::text[]`,
      none: sql<null>`null::date`,
      bounded: sql<string[]>`'[0:1]={a,b}'::text[]`,
    })
    .from(sql`(values (1)) as v`)
    .prepare('test_share_of'),
)
const allNames = prepared((db) =>
  db
    .select({ name: sql<string>`name` })
    .from(sql`unnest(${at('names')}::text[]) as name`)
    .prepare('test_all_names'),
)

const names = ['Ann', 'Zoë', '{a}', 'a,b', '', 'null', 'say "hi"']
const share = (db: Db, parts: unknown) => shareOf(db).execute({ parts, names })

test('statements that wait together each get their own rows', async () => {
  const { db } = database
  const parts = Array.from({ length: 60 }, (_, index) => index + 1)
  let found: unknown[] = []
  const messages = await messagesDuring(async () => {
    found = await Promise.all(
      parts.flatMap((part) => [share(db, part), allNames(db).execute({ names: names.slice(0, part % 4) })]),
    )
  })
  for (const [index, part] of parts.entries()) {
    expect(found[index * 2]).toEqual([
      { share: Math.trunc(100 / part), names, none: null, bounded: ['a', 'b'] },
    ])
    expect(found[index * 2 + 1]).toEqual(names.slice(0, part % 4).map((name) => ({ name })))
  }
  expect(messages.flat()).toHaveLength(120)
  expect(messages.length).toBeLessThan(80)
})

test('a few go in one message, also where every connection is free', async () => {
  const { db } = database
  const messages = await messagesDuring(() => {
    const first = Promise.resolve().then(() => share(db, 2))
    return Promise.all([first, share(db, 4), share(db, 5), allNames(db).execute({ names })])
  })
  expect(messages).toHaveLength(1)
})

test('one that fails is alone in that', async () => {
  const { db } = database
  const parts = [1, 0, 2, 'four', 4, 0, 5, 10, 20, 25, 50]
  const found = await Promise.allSettled(parts.map((part) => share(db, part)))
  expect(found.map((each) => (each.status === 'fulfilled' ? each.value[0]?.share : 'failed'))).toEqual(
    parts.map((part) => (typeof part === 'number' && part > 0 ? Math.trunc(100 / part) : 'failed')),
  )
  expect(await share(db, 3)).toMatchObject([{ share: 33 }])
})

test('a value that cannot be sent fails before anything is sent', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const [failed, other] = await Promise.allSettled([share(database.db, circle), share(database.db, 7)])
  expect(failed.status).toBe('rejected')
  expect(other).toMatchObject({ status: 'fulfilled', value: [{ share: 14 }] })
})

test('without a connection all that wait for one fail, and later ones do not', async () => {
  const { db, pool } = database
  const { max, connectionTimeoutMillis } = pool.options
  const held = await Promise.all(Array.from({ length: max }, () => pool.connect()))
  Object.assign(pool.options, { connectionTimeoutMillis: 20 })
  const found = await Promise.allSettled(Array.from({ length: 30 }, () => share(db, 4)))
  Object.assign(pool.options, { connectionTimeoutMillis })
  expect(found.every(({ status }) => status === 'rejected')).toBe(true)
  const waiting = [share(db, 4), share(db, 5), share(db, 10)]
  for (const client of held) client.release()
  expect(await Promise.all(waiting)).toMatchObject([[{ share: 25 }], [{ share: 20 }], [{ share: 10 }]])
})

test('in a transaction it runs on the transaction’s connection, also after a failure', async () => {
  const { db } = database
  await db.transaction(async (tx) => {
    expect(await share(tx, 5)).toMatchObject([{ share: 20 }])
    await expect(tx.transaction((inner) => share(inner, 0))).rejects.toThrow()
    expect(await share(tx, 4)).toMatchObject([{ share: 25 }])
  })
})
