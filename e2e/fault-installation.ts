import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  expectMails,
  expectNoOrphanRows,
  expectVaultKept,
  type FaultSpan,
  sweepOrphanBytes,
} from '#testing/fault-audit.ts'
import { NoResponse } from '#testing/fault-ledger.ts'
import { type MailServer, plainText, startMailServer } from '#testing/mail-server.ts'
import { startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'
import { mountSmallDisk, type SmallDisk } from '#testing/small-disk.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { type Config, readConfig } from '../src/server/kernel/config.ts'
import { createLogger } from '../src/server/kernel/log.ts'
import type { Storage } from '../src/server/storage/storage.ts'
import { type FaultClient, openFaultClient } from '../src/testing/fault-client.ts'
import { type FaultProxy, openFaultProxy } from '../src/testing/fault-proxy.ts'
import { type SeededRandom, seededRandom } from '../src/testing/seeded-random.ts'
import { advanceServerClock, waitUntil, withMovableClock } from './clock.ts'
import { copyEmptyDatabase } from './data.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

export const CLIENTS = 3
/** After a fault, every process must serve again within this time, without intervention. */
export const BOUND_MS = 20_000
/** How often the server sends its outbox. */
const POST_ROUND_MS = 5000
/** A message without a response from the mail server is given up after a minute, and others wait for it. */
const A_MAIL_MS = 75_000
/** How often the server sends due reminders and finds lost ones. */
const SWEEP_MS = 60_000
/** After this time the claims of a dead process are free. */
const LEASE_MS = 130_000
const LINK = 'Your link to sign in to Lanyard'

/**
 * Imported by a name known only at run time, because its types use Node's `fetch` while browser tests have the
 * browser's.
 */
export async function openStorageOf(config: Config): Promise<Storage> {
  const path: string = '#server/storage/open.ts'
  const { openStorage } = (await import(path)) as { openStorage(config: Config): Promise<Storage> }
  return openStorage(config)
}

/** The dependencies of an installation. Each can be broken and repaired. */
export type Dependencies = {
  mailServer: MailServer
  mailProxy: FaultProxy
  disk?: SmallDisk | undefined
  temporary?: SmallDisk
  postgres?: TestServer
  store?: S3Server
  storageProxy?: FaultProxy
}

/**
 * One installation with all its dependencies, and clients that use it. On PostgreSQL it has two processes, and its
 * documents are in a bucket.
 */
export function createInstallation(kind: 'embedded' | 'postgres', random: SeededRandom, hasDisks: boolean) {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const settings: Record<string, string> = {}
  const ports: string[] = []
  const servers: RunningServer[] = []
  const clients: FaultClient[] = []
  const tally = new Map<string, number>()
  const spans: FaultSpan[] = []
  /** The number of links that each address requested. */
  const links = new Map<string, number>()
  const dependencies = {} as Dependencies
  let ahead = 0
  let only: number | undefined

  const sum = (of: (client: FaultClient) => number) => clients.reduce((all, client) => all + of(client), 0)
  const acknowledged = () => sum(({ ledger }) => ledger.outcomes.acknowledged)

  async function start(at: number): Promise<void> {
    servers[at] = await startServer(dataDir, {
      ...settings,
      ...withMovableClock(ahead),
      PORT: ports[at] ?? '',
    })
  }

  async function advance(ms: number): Promise<void> {
    ahead += ms
    await Promise.all(servers.map((server) => advanceServerClock(server, ms)))
  }

  /** Frees everything that was claimed when a dependency broke. */
  const passLeases = () => advance(LEASE_MS)

  async function untilMailed(isSo: () => boolean, what: string): Promise<void> {
    for (const end = Date.now() + A_MAIL_MS; !isSo() && Date.now() < end; ) {
      await advance(POST_ROUND_MS)
      await waitUntil(isSo, what, 1000).catch(() => {})
    }
    expect(isSo(), what).toBe(true)
  }

  async function codeFor(email: string): Promise<string> {
    const codes = () =>
      dependencies.mailServer.received
        .filter(({ to }) => to === email)
        .flatMap((mail) => /mode=verifyEmail&oobCode=([\w-]+)/.exec(plainText(mail))?.[1] ?? [])
    await untilMailed(() => codes().length > 0, `${email} is mailed its code`)
    return codes()[0] ?? ''
  }

  const way = {
    base: () => (only === undefined ? random.pick(servers) : servers[only])?.url ?? '',
    tally,
    codeFor,
  }

  /** The distinct sign-in link messages to an address by Message-ID. A repeated message counts once. */
  const linkMails = (email: string) =>
    new Set(
      dependencies.mailServer.received
        .filter(({ to, subject }) => to === email && subject === LINK)
        .map(({ messageId }) => messageId),
    ).size

  return {
    ...{ kind, dependencies, servers, spans, acknowledged, passLeases, untilMailed, start },
    /** The number of requests that failed so far. */
    broken: () => ['no answer', '503', '507'].reduce((all, what) => all + (tally.get(what) ?? 0), 0),
    /** From now on clients reach only this process. Without an argument, they reach any process again. */
    leadTo(at?: number) {
      only = at
    },
    async open(vaults: number): Promise<void> {
      dependencies.mailServer = await startMailServer()
      dependencies.mailProxy = await openFaultProxy(Number(new URL(dependencies.mailServer.url).port))
      settings.SMTP_URL = `smtp://127.0.0.1:${dependencies.mailProxy.port}`
      settings.PUBLIC_URL = `http://localhost:${await freePort()}`
      if (kind === 'postgres') {
        dependencies.postgres = await startTestServer({ isDurable: true, mebibytes: hasDisks ? 256 : 0 })
        dependencies.disk = dependencies.postgres.disk
        settings.DATABASE_URL = dependencies.postgres.url
        dependencies.store = await startS3Server()
        dependencies.storageProxy = await openFaultProxy(
          Number(new URL(dependencies.store.settings.S3_ENDPOINT ?? '').port),
        )
        Object.assign(settings, dependencies.store.settings, {
          S3_ENDPOINT: `http://127.0.0.1:${dependencies.storageProxy.port}`,
        })
      } else {
        if (hasDisks) {
          dependencies.disk = mountSmallDisk(dataDir, 512)
          settings.TMPDIR = join(folder.path, 'tmp')
          dependencies.temporary = mountSmallDisk(settings.TMPDIR, 32)
        }
        await copyEmptyDatabase(dataDir)
      }
      for (let at = 0; at < (kind === 'postgres' ? 2 : 1); at += 1) ports.push(String(await freePort()))
      await Promise.all(ports.map((_, at) => start(at)))
      for (let n = 0; n < vaults * CLIENTS; n += 1) {
        const own = seededRandom(random.between(0, 2 ** 31))
        clients.push(await openFaultClient(`${kind}-${n}`, way, own))
      }
    },
    vault: (at: number) => clients.slice(at * CLIENTS, at * CLIENTS + CLIENTS),
    /** Milliseconds until every process responds, also to its own client. */
    async servesAgain(client: FaultClient): Promise<number> {
      const began = Date.now()
      for (const { url, output } of servers) {
        const isBack = async () => {
          const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
          if (answer?.status !== 200) return false
          const own = await client.ask('GET', '/api/users/me').catch((error) => {
            if (!(error instanceof NoResponse)) throw error
          })
          return own?.status === 200
        }
        while (!(await isBack())) {
          expect(Date.now() - began, `it serves again at ${url}: ${output()}`).toBeLessThan(BOUND_MS)
          await wait(100)
        }
      }
      return Date.now() - began
    },
    /** A client requests a sign-in link, and this process or all processes send their outbox. */
    async askForLink(client: FaultClient, at?: number): Promise<void> {
      links.set(client.email, (links.get(client.email) ?? 0) + 1)
      await client.askForLink()
      if (at === undefined) return advance(POST_ROUND_MS)
      await advanceServerClock(servers[at] as RunningServer, POST_ROUND_MS)
    },
    /** Checks that every requested link has arrived, including links requested from a process that died. */
    async expectLinks(): Promise<void> {
      await passLeases()
      for (const [email, asked] of links)
        await untilMailed(() => linkMails(email) >= asked, `${email} is mailed ${asked} links`)
    },
    /** Call this once nothing is broken any more. It waits for everything pending, and returns the counts. */
    async expectSettled(): Promise<string> {
      const { received } = dependencies.mailServer
      for (const client of clients) await expectVaultKept(client)
      const subjects = new Map<string, boolean>()
      for (const { due, links, hasSettledIn } of clients) {
        subjects.set(`${due} `, hasSettledIn())
        for (const { mark, opened } of links) subjects.set(`${mark} was opened`, opened > 0)
      }
      const missing = () =>
        [...subjects]
          .filter(([mark, isWanted]) => isWanted && !received.some(({ subject }) => subject.includes(mark)))
          .map(([mark]) => mark)
      for (const end = Date.now() + 60_000; missing().length > 0 && Date.now() < end; await wait(500))
        await advance(SWEEP_MS)
      expect(missing()).toEqual([])
      await Promise.all(servers.map((server) => server.stop()))
      const repeated = expectMails(received, subjects, spans)
      for (const [email, asked] of links) expect(linkMails(email), `links for ${email}`).toBe(asked)
      const config = readConfig({ ...settings, LANYARD_DATA: dataDir })
      const database = await openDatabase({ url: settings.DATABASE_URL, dataDir })
      const storage = await openStorageOf(config)
      const services = { database, db: database.db, storage, log: createLogger('silent') }
      await expectNoOrphanRows(database.pool)
      const swept = await sweepOrphanBytes(services)
      await database.close()
      return [
        `${clients.length} clients, ${acknowledged()} acknowledged changes kept`,
        `${sum(({ ledger }) => ledger.outcomes.unanswered)} unanswered, ${sum(({ ledger }) => ledger.count())} things there`,
        `${received.length} mails of which ${repeated} again, ${swept} objects swept`,
        `answers ${[...tally].map(([what, n]) => `${what}: ${n}`).join(', ')}`,
      ].join('; ')
    },
    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server.kill()))
      await dependencies.postgres?.stop()
      await dependencies.storageProxy?.close()
      await dependencies.store?.stop()
      if (kind === 'embedded') dependencies.disk?.remove()
      dependencies.temporary?.remove()
      await dependencies.mailProxy?.close()
      await dependencies.mailServer?.close()
      folder.remove()
    },
  }
}

export type Installation = ReturnType<typeof createInstallation>
