import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/core/database.ts'
import { createLogger } from '#server/core/log.ts'
import type { Storage } from '#server/core/storage.ts'
import { chanceOf } from '#testing/chance.ts'
import {
  expectMails,
  expectNoOrphanRows,
  expectVaultKept,
  type FaultSpan,
  sweepOrphanBytes,
} from '#testing/fault-audit.ts'
import { type FaultDoor, openFaultDoor } from '#testing/fault-door.ts'
import { type FaultNurse, openFaultNurse } from '#testing/fault-nurse.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

// `npm run faults` for many of each; the same SEED chooses the same faults and the same deeds, though not the moment.
const ROUNDS = Number(process.env.ROUNDS || 1)
const SEED = Number(process.env.SEED || Math.floor(Math.random() * 1e9))
const NURSES = 3
/** One vault is for so many rounds: it stays small, and is held against its ledger after each. */
const ROUNDS_A_VAULT = 5
/** So soon after a fault every process has to take and keep something again, without anybody's help. */
const BOUND_MS = 20_000

/** By a name that is only known at run time: its types are those of Node's `fetch`, and a browser test has the browser's. */
async function openStorageOf(config: Config): Promise<Storage> {
  const path: string = '#server/core/storage-place.ts'
  const { openStorage } = (await import(path)) as { openStorage(config: Config): Promise<Storage> }
  return openStorage(config)
}

type Fault = { name: string; begin(): Promise<void> | void; end(): Promise<void> | void }

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + BOUND_MS; !isSo(); await wait(20))
    if (Date.now() > end) throw new Error('It did not come to that')
}

/** One installation with all that it leans on, each of which can be broken and mended. */
function openWorld(kind: 'embedded' | 'postgres') {
  const chance = chanceOf(SEED + (kind === 'embedded' ? 0 : 1))
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const settings: Record<string, string> = {}
  const ports: string[] = []
  const servers: RunningServer[] = []
  const nurses: FaultNurse[] = []
  const tally = new Map<string, number>()
  const spans: FaultSpan[] = []
  const back: number[] = []
  let post: MailServer
  let postDoor: FaultDoor
  let postgres: TestServer | undefined
  let rounds = 0

  const sum = (of: (nurse: FaultNurse) => number) => nurses.reduce((all, nurse) => all + of(nurse), 0)
  const acknowledged = () => sum(({ ledger }) => ledger.told.acknowledged)
  const start = async (at: number) => {
    servers[at] = await startServer(dataDir, { ...settings, PORT: ports[at] ?? '' })
  }
  const way = { base: () => chance.pick(servers).url, tally }

  /** What a nurse would notice: something is taken, and it is there. */
  async function servesAgain(nurse: FaultNurse): Promise<number> {
    const began = Date.now()
    for (const { url } of servers) {
      const isBack = async () => {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
        if (answer?.status !== 200) return false
        return (await nurse.ask('GET', '/api/users/me').catch(() => null))?.status === 200
      }
      while (!(await isBack())) {
        expect(Date.now() - began, `it serves again at ${url}: ${servers[0]?.output()}`).toBeLessThan(
          BOUND_MS,
        )
        await wait(100)
      }
    }
    return Date.now() - began
  }

  /** What a killed process had taken on is another's after minutes; this spares the test those minutes. */
  async function spareTheWait(): Promise<void> {
    const database = await openDatabase({ url: settings.DATABASE_URL, dataDir })
    await database.pool.query('delete from job_runs')
    await database.pool.query(
      "update mail_outbox set next_attempt_at = now() - interval '1 second' where state in ('queued', 'sending')",
    )
    await database.pool.query(
      "update reminder_deliveries set lease_until = null, queued_at = null, send_after = now() - interval '1 second' where state = 'waiting'",
    )
    await database.close()
  }

  const kill: Fault = {
    name: 'a process killed',
    async begin() {
      const at = chance.between(0, servers.length - 1)
      await servers[at]?.kill()
      await wait(chance.next() * 500)
      await start(at)
    },
    end() {},
  }

  const faults: Fault[] = [kill]

  return {
    faults,
    async open() {
      post = await startMailServer()
      postDoor = await openFaultDoor(Number(new URL(post.url).port))
      settings.PUBLIC_URL = `http://localhost:${await freePort()}`
      if (kind === 'postgres') {
        postgres = await startTestServer({ isDurable: true })
        settings.DATABASE_URL = postgres.url
      }
      for (let at = 0; at < (kind === 'postgres' ? 2 : 1); at += 1) ports.push(String(await freePort()))
      // Without a mail server an account opens at once; with one it would be opened by a mail.
      await start(0)
      const vaults = Math.ceil((ROUNDS * faults.length) / ROUNDS_A_VAULT)
      for (let n = 0; n < vaults * NURSES; n += 1) {
        const own = chanceOf(chance.between(0, 2 ** 31))
        nurses.push(await openFaultNurse(`${kind}-${n}`, way, own))
      }
      await servers[0]?.stop()
      settings.SMTP_URL = `smtp://127.0.0.1:${postDoor.port}`
      await Promise.all(ports.map((_, at) => start(at)))
    },
    /** Nurses at work, something breaks and is mended; then all is held against what they were told. */
    async round(fault: Fault): Promise<void> {
      rounds += 1
      const at = Math.floor((rounds - 1) / ROUNDS_A_VAULT) * NURSES
      const fresh = nurses.slice(at, at + NURSES)
      expect(fresh).toHaveLength(NURSES)
      const working = Promise.all(fresh.map((nurse) => nurse.work()))
      working.catch(() => {})
      const before = acknowledged()
      const enough = before + chance.between(10, 60)
      await Promise.race([working, until(() => acknowledged() >= enough)])
      const from = post.received.length
      await fault.begin()
      await wait(chance.between(200, 1500))
      await fault.end()
      back.push(await servesAgain(chance.pick(fresh)))
      await wait(chance.between(100, 500))
      spans.push({ from, to: post.received.length + 1 })
      for (const nurse of fresh) nurse.rest()
      await working
      for (const nurse of fresh) await expectVaultKept(nurse)
    },
    /** When nothing is broken any more and all that waited has gone out. */
    async expectSettled(): Promise<string> {
      const from = post.received.length
      await Promise.all(servers.map((server) => server.stop()))
      spans.push({ from, to: post.received.length + 1 })
      await spareTheWait()
      await Promise.all(servers.map((_, at) => start(at)))
      for (const nurse of nurses) await expectVaultKept(nurse)
      const subjects = new Map<string, boolean>()
      for (const { due, links, hasSettledIn } of nurses) {
        subjects.set(`${due} `, hasSettledIn())
        for (const { mark, opened } of links) subjects.set(`${mark} was opened`, opened > 0)
      }
      const missing = () =>
        [...subjects]
          .filter(
            ([mark, isWanted]) => isWanted && !post.received.some(({ subject }) => subject.includes(mark)),
          )
          .map(([mark]) => mark)
      await expect.poll(missing, { timeout: 60_000, interval: 300 }).toEqual([])
      await Promise.all(servers.map((server) => server.stop()))
      const repeated = expectMails(post.received, subjects, spans)
      const config = readConfig({ ...settings, LANYARD_DATA: dataDir })
      const database = await openDatabase({ url: settings.DATABASE_URL, dataDir })
      const house = {
        database,
        db: database.db,
        storage: await openStorageOf(config),
        log: createLogger('silent'),
      }
      await expectNoOrphanRows(database.pool)
      const swept = await sweepOrphanBytes(house)
      await database.close()
      expect(acknowledged()).toBeGreaterThan(rounds * NURSES)
      return [
        `${kind}, seed ${SEED}: ${rounds} faults, ${nurses.length} nurses, ${acknowledged()} acknowledged changes kept`,
        `${sum(({ ledger }) => ledger.told.unanswered)} unanswered, ${sum(({ ledger }) => ledger.count())} things there`,
        `${post.received.length} mails of which ${repeated} again, ${swept} objects swept`,
        `back within ${Math.max(...back)} ms; answers ${[...tally].map(([what, n]) => `${what}: ${n}`).join(', ')}`,
      ].join('; ')
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await postgres?.stop()
      await postDoor?.close()
      await post?.close()
      folder.remove()
    },
  }
}

describe.each(['embedded', 'postgres'] as const)('whatever breaks beneath a nurse (%s)', (kind) => {
  const world = openWorld(kind)
  beforeAll(world.open)
  afterAll(world.close)

  it('what she was told is kept, once and whole, and it serves again by itself', async () => {
    for (let turn = 0; turn < ROUNDS; turn += 1) for (const fault of world.faults) await world.round(fault)
    console.log(await world.expectSettled())
  }, 3_600_000)
})
