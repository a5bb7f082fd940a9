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
import { type DoorState, type FaultDoor, openFaultDoor } from '#testing/fault-door.ts'
import { type FaultNurse, openFaultNurse } from '#testing/fault-nurse.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '#testing/small-disk.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

// Without ROUNDS one of each sort that the seed picks; `npm run faults` for many of each. The same SEED chooses the same faults and the same deeds, though not the moment.
const ROUNDS = Number(process.env.ROUNDS || 0)
const SEED = Number(process.env.SEED || Math.floor(Math.random() * 1e9))
const NURSES = 3
/** One vault is for so many rounds: it stays small, and is held against its ledger after each. */
const ROUNDS_A_VAULT = 6
/** So soon after a fault every process has to take and keep something again, without anybody's help. */
const BOUND_MS = 20_000

/** By a name that is only known at run time: its types are those of Node's `fetch`, and a browser test has the browser's. */
async function openStorageOf(config: Config): Promise<Storage> {
  const path: string = '#server/core/storage-place.ts'
  const { openStorage } = (await import(path)) as { openStorage(config: Config): Promise<Storage> }
  return openStorage(config)
}

type Fault = {
  name: string
  begin(): Promise<void> | void
  /** What grows once somebody ran into it. */
  felt?(): number
  /** There need not be a mail just then. */
  mayPassUnfelt?: true
  end(): Promise<void> | void
}

async function until(isSo: () => boolean, what: string, ms = BOUND_MS): Promise<void> {
  for (const end = Date.now() + ms; !isSo(); await wait(20))
    if (Date.now() > end) throw new Error(`It did not come to that: ${what}`)
}

/** One installation with all that it leans on, each of which can be broken and mended. */
function openWorld(kind: 'embedded' | 'postgres') {
  const chance = chanceOf(SEED + (kind === 'embedded' ? 0 : 1))
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const disks: SmallDisk[] = []
  const settings: Record<string, string> = {}
  const ports: string[] = []
  const servers: RunningServer[] = []
  const nurses: FaultNurse[] = []
  const tally = new Map<string, number>()
  const spans: FaultSpan[] = []
  const back: number[] = []
  const unfelt: string[] = []
  let post: MailServer
  let postDoor: FaultDoor
  let postgres: TestServer | undefined
  let store: S3Server | undefined
  let storeDoor: FaultDoor | undefined
  let fresh: FaultNurse[] = []
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

  const broken = () =>
    ['no answer', '500', '503', '507'].reduce((all, what) => all + (tally.get(what) ?? 0), 0)
  const behindDoor = (what: string, door: () => FaultDoor | undefined, state: DoorState): Fault => ({
    name: `the ${what} ${state}`,
    begin: () => door()?.set(state),
    felt: () => door()?.struck() ?? 0,
    end: () => door()?.set('open'),
  })
  const mailFaults: Fault[] = [
    ...(['away', 'hang'] as const).map((state) => ({
      ...behindDoor('mail server', () => postDoor, state),
      mayPassUnfelt: true as const,
    })),
    {
      name: 'the mail server answers 451',
      begin: () => post.answer(451),
      felt: () => post.tries(),
      mayPassUnfelt: true,
      end: () => post.answer('accept'),
    },
  ]
  const diskFaults: Fault[] = [
    {
      name: 'the disk full',
      begin: () => disks[0]?.fill(),
      felt: broken,
      end: () => disks[0]?.free(),
    },
    {
      name: 'the temporary folder full',
      async begin() {
        disks[1]?.fill()
        expect(await fresh[0]?.readPacket()).toBe(507)
      },
      async end() {
        disks[1]?.free()
        expect(await fresh[0]?.readPacket()).toBe(200)
      },
    },
  ]
  const databaseFaults = (['SIGINT', 'SIGKILL'] as const).map(
    (signal): Fault => ({
      name: `PostgreSQL ended by ${signal}`,
      begin: () => postgres?.down(signal),
      felt: broken,
      end: () => postgres?.up(),
    }),
  )
  const storeFaults = (['away', 'hang', 'cut'] as const).map((state) =>
    behindDoor('store', () => storeDoor, state),
  )
  // A killed process may hold the turn to send mail for a minute, so mail comes first.
  const groups =
    kind === 'postgres'
      ? [databaseFaults, storeFaults, [kill]]
      : [mailFaults, ...(canMountDisks ? diskFaults.map((fault) => [fault]) : []), [kill]]
  const faults =
    ROUNDS === 0
      ? groups.map((group) => chance.pick(group))
      : Array.from({ length: ROUNDS }, () => groups.flat()).flat()

  return {
    faults,
    async open() {
      post = await startMailServer()
      postDoor = await openFaultDoor(Number(new URL(post.url).port))
      settings.PUBLIC_URL = `http://localhost:${await freePort()}`
      if (kind === 'postgres') {
        postgres = await startTestServer({ isDurable: true })
        settings.DATABASE_URL = postgres.url
        store = await startS3Server()
        storeDoor = await openFaultDoor(Number(new URL(store.settings.S3_ENDPOINT ?? '').port))
        Object.assign(settings, store.settings, { S3_ENDPOINT: `http://127.0.0.1:${storeDoor.port}` })
      } else if (canMountDisks) {
        const temporary = join(folder.path, 'tmp')
        disks.push(mountSmallDisk(dataDir, 512), mountSmallDisk(temporary, 32))
        settings.TMPDIR = temporary
      }
      for (let at = 0; at < (kind === 'postgres' ? 2 : 1); at += 1) ports.push(String(await freePort()))
      // Without a mail server an account opens at once; with one it would be opened by a mail.
      await start(0)
      const vaults = Math.ceil(faults.length / ROUNDS_A_VAULT)
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
      fresh = nurses.slice(at, at + NURSES)
      expect(fresh).toHaveLength(NURSES)
      const working = Promise.all(fresh.map((nurse) => nurse.work()))
      working.catch(() => {})
      const before = acknowledged()
      const enough = before + chance.between(10, 60)
      await Promise.race([working, until(() => acknowledged() >= enough, 'so many changes')])
      const from = post.received.length
      const feltBefore = fault.felt?.() ?? 0
      await fault.begin()
      const isFelt = () => (fault.felt?.() ?? feltBefore + 1) > feltBefore
      if (fault.mayPassUnfelt) await until(isFelt, fault.name, 8000).catch(() => {})
      else await until(isFelt, fault.name)
      if (!isFelt()) unfelt.push(fault.name)
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
        `${kind}, seed ${SEED}: ${rounds} faults (${unfelt.length} of mail unfelt), ${nurses.length} nurses, ${acknowledged()} acknowledged changes kept`,
        `${sum(({ ledger }) => ledger.told.unanswered)} unanswered, ${sum(({ ledger }) => ledger.count())} things there`,
        `${post.received.length} mails of which ${repeated} again, ${swept} objects swept`,
        `back within ${Math.max(...back)} ms; answers ${[...tally].map(([what, n]) => `${what}: ${n}`).join(', ')}`,
      ].join('; ')
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await postgres?.stop()
      await storeDoor?.close()
      await store?.stop()
      for (const disk of disks) disk.remove()
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
    for (const fault of world.faults)
      await world.round(fault).catch((error) => {
        throw new Error(`${fault.name}, seed ${SEED}: ${error.message}`, { cause: error })
      })
    console.log(await world.expectSettled())
  }, 3_600_000)
})
