import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openPool, startTestServer } from '#testing/postgres-server.ts'
import { countDeliveries, insertDueNurses } from '#testing/reminder-rows.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

// Each kill takes a start. Run `KILLS=12 npm test` for more.
const kills = Number(process.env.KILLS ?? 1)
const nursesARound = 30
/** The number of mails that one process sends at a time. A kill may repeat each of them once. */
const concurrentMails = 5

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(database: Record<string, string>) {
  const folder = temporaryFolder()
  const mailServer = await startMailServer()
  const servers: RunningServer[] = []
  closers.push(
    () => folder.remove(),
    () => mailServer.close(),
    () => Promise.all(servers.map((server) => server.stop())),
  )
  const dataDir = join(folder.path, 'data')
  const settings = {
    ...database,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PUBLIC_URL: `http://localhost:${await freePort()}`,
    SMTP_URL: mailServer.url,
  }
  const start = async () => servers.push(await startServer(dataDir, settings))
  return { dataDir, mailServer, servers, start }
}

/** A killed process holds the leases of its jobs for a minute. This function saves the test that minute. */
const releaseJobLeases = (db: pg.Pool) =>
  db.query("delete from job_runs where name in ('reminders', 'deliveries')")

/** The same for the deliveries that it had claimed. */
const releaseDeliveryLeases = (db: pg.Pool) =>
  db.query("update reminder_deliveries set lease_until = null where state = 'waiting'")

const randomPause = () => pause(Math.random() * 1500)

function expectEachOnce(mailServer: MailServer): void {
  const expected = kills * nursesARound
  const ids = new Map<string, Set<string>>()
  for (const { to, messageId } of mailServer.received) ids.set(to, (ids.get(to) ?? new Set()).add(messageId))
  expect(ids.size).toBe(expected)
  expect([...ids].filter(([, each]) => each.size !== 1)).toEqual([])
  const repeated = mailServer.received.length - expected
  console.log(`${kills} kills, ${expected} reminders, ${repeated} repeated with the same Message-ID`)
  expect(repeated).toBeLessThanOrEqual(kills * concurrentMails)
}

const eventually = { timeout: 240_000, interval: 500 }
const allSent = { mails: { sent: kills * nursesARound }, unplanned: 0 }
const arrived = (mailServer: MailServer) => new Set(mailServer.received.map(({ to }) => to)).size

it('two processes that are killed repeatedly lose no reminder, and repeat only those in flight', async () => {
  const postgres = await startTestServer()
  closers.push(() => postgres.stop())
  const { mailServer, servers, start } = await open({ DATABASE_URL: postgres.url })
  const db = openPool(postgres.url, 2)
  closers.push(() => db.end())
  await Promise.all([start(), start()])
  for (let kill = 1; kill <= kills; kill += 1) {
    await insertDueNurses(db, `round-${kill}`, nursesARound)
    await releaseJobLeases(db)
    await start()
    await randomPause()
    await servers.shift()?.kill()
  }
  await releaseJobLeases(db)
  await expect.poll(() => arrived(mailServer), eventually).toBe(kills * nursesARound)
  await expect.poll(() => countDeliveries(db), eventually).toEqual(allSent)
  expectEachOnce(mailServer)
  for (const server of servers) expect(server.output()).not.toContain('"level":50')
}, 600_000)

it('one killed process on the embedded database loses no reminder either', async () => {
  const { dataDir, mailServer, servers, start } = await open({})
  const between = async <T>(work: (db: pg.Pool) => Promise<T>) => {
    const database = await openDatabase({ url: undefined, dataDir })
    return work(database.pool).finally(() => database.close())
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    await between(async (db) => {
      await insertDueNurses(db, `round-${kill}`, nursesARound)
      await releaseJobLeases(db)
    })
    await start()
    await randomPause()
    await servers.shift()?.kill()
  }
  await between(async (db) => {
    await releaseJobLeases(db)
    await releaseDeliveryLeases(db)
  })
  await start()
  await expect.poll(() => arrived(mailServer), eventually).toBe(kills * nursesARound)
  await pause(10_000)
  await servers.shift()?.stop()
  expect(await between(countDeliveries)).toEqual(allSent)
  expectEachOnce(mailServer)
}, 600_000)
