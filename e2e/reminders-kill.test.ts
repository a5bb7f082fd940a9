import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openPool, startTestServer } from '#testing/postgres-server.ts'
import { countDeliveries, insertDueNurses } from '#testing/reminder-rows.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

// Each costs a start; KILLS=12 npm test for more of them.
const kills = Number(process.env.KILLS ?? 1)
const nursesARound = 30
/** The mails that one process has on the way at a time; each may be repeated once when it is killed. */
const onTheWay = 5

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(database: Record<string, string>) {
  const folder = temporaryFolder()
  const post = await startMailServer()
  const servers: RunningServer[] = []
  closers.push(
    () => folder.remove(),
    () => post.close(),
    () => Promise.all(servers.map((server) => server.stop())),
  )
  const dataDir = join(folder.path, 'data')
  const settings = {
    ...database,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PUBLIC_URL: `http://localhost:${await freePort()}`,
    SMTP_URL: post.url,
  }
  const start = async () => servers.push(await startServer(dataDir, settings))
  return { dataDir, post, servers, start }
}

/** A killed process holds its turn for a minute; this spares the test that minute. */
const spareTheTurn = (db: pg.Pool) => db.query("delete from job_runs where name = 'reminders'")

/** Likewise, of what it had on the way; its jobs come again later, and find nothing left to do. */
const spareTheLease = (db: pg.Pool) =>
  db.query("update reminder_deliveries set lease_until = null, queued_at = null where state = 'waiting'")

const aWhile = () => pause(Math.random() * 1500)

function expectEachOnce(post: MailServer): void {
  const expected = kills * nursesARound
  const ids = new Map<string, Set<string>>()
  for (const { to, messageId } of post.received) ids.set(to, (ids.get(to) ?? new Set()).add(messageId))
  expect(ids.size).toBe(expected)
  expect([...ids].filter(([, each]) => each.size !== 1)).toEqual([])
  const repeated = post.received.length - expected
  console.log(`${kills} kills, ${expected} reminders, ${repeated} repeated with the same Message-ID`)
  expect(repeated).toBeLessThanOrEqual(kills * onTheWay)
}

const patiently = { timeout: 240_000, interval: 500 }
const allSent = { mails: { sent: kills * nursesARound }, unplanned: 0 }
const arrived = (post: MailServer) => new Set(post.received.map(({ to }) => to)).size

it('two processes that are killed again and again lose no reminder and repeat none but in the act', async () => {
  const postgres = await startTestServer()
  closers.push(() => postgres.stop())
  const { post, servers, start } = await open({ DATABASE_URL: postgres.url })
  const db = openPool(postgres.url, 2)
  closers.push(() => db.end())
  await Promise.all([start(), start()])
  for (let kill = 1; kill <= kills; kill += 1) {
    await insertDueNurses(db, `round-${kill}`, nursesARound)
    await spareTheTurn(db)
    await start()
    await aWhile()
    await servers.shift()?.kill()
  }
  await spareTheTurn(db)
  await expect.poll(() => arrived(post), patiently).toBe(kills * nursesARound)
  await expect.poll(() => countDeliveries(db), patiently).toEqual(allSent)
  expectEachOnce(post)
  for (const server of servers) expect(server.output()).not.toContain('"level":50')
}, 600_000)

it('neither does one process on the embedded database', async () => {
  const { dataDir, post, servers, start } = await open({})
  const between = async <T>(work: (db: pg.Pool) => Promise<T>) => {
    const database = await openDatabase({ url: undefined, dataDir })
    return work(database.pool).finally(() => database.close())
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    await between(async (db) => {
      await insertDueNurses(db, `round-${kill}`, nursesARound)
      await spareTheTurn(db)
    })
    await start()
    await aWhile()
    await servers.shift()?.kill()
  }
  await between(async (db) => {
    await spareTheTurn(db)
    await spareTheLease(db)
  })
  await start()
  await expect.poll(() => arrived(post), patiently).toBe(kills * nursesARound)
  await pause(10_000)
  await servers.shift()?.stop()
  expect(await between(countDeliveries)).toEqual(allSent)
  expectEachOnce(post)
}, 600_000)
