import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { createAuth } from '#server/auth/auth.ts'
import type { PasswordCost } from '#server/auth/password-hash.ts'
import type { ResponseTimePadding } from '#server/auth/response-time.ts'
import { createRules } from '#server/ceu/rules-service.ts'
import { createOutboundHttp, type OutboundHttp } from '#server/http/safe-fetch.ts'
import { type Config, readConfig } from '#server/kernel/config.ts'
import type { Mailer, Message } from '#server/mail/mailer.ts'
import type { Outcome } from '#server/mail/smtp.ts'
import { createLimits, emulatorRateLimits, type RateLimits } from '#server/rate-limits/store.ts'
import { createDeliveries, sweepReminders } from '#server/reminders/job.ts'
import type { Services } from '#server/services.ts'
import { createDiskStorage } from '#server/storage/disk.ts'
import { createFieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { keyRows } from '#server/storage/encryption/key-store.ts'
import { encryptedStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Browser, jsonRequest, openBrowser } from './browser.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { memoryFolder } from './memory-folder.ts'

/**
 * A password that the estimator rates as strong; every nurse in the tests uses it. The strength of words and numbers would
 * take ten times as long to estimate.
 */
export const testPassword = 'wkqz vbxj fyhc'

/** Nurses register thousands of times. At the production cost, hashing would take a fifth of the time of all tests. */
const cheapPasswords: PasswordCost = { memoryKib: 8, passes: 1 }
const noPadding: ResponseTimePadding = { signIn: 0, mail: 0, signUp: 0 }

const startsAt = '2026-03-10T15:00:00.000Z'

/** A session expires after this long without use. Then the nurse signs in again. */
const AWAY_MS = 13 * 86_400_000

export type TestClock = { now(): Date; set(iso: string): void; advance(ms: number): void }

/** Captures messages instead of sending them. */
export type Outbox = Mailer & {
  messages: (Message & { key?: string; headers?: Record<string, string> })[]
  /** The result of `send` from now on. */
  outcome: Outcome
}

export type Nurse = Browser & { id: string; email: string; password: string; signIn(): Promise<Response> }

export type TestServices = Omit<Services, 'clock' | 'database' | 'mailer'> & {
  mailer: Outbox
  clock: TestClock
  database: TestDatabase
  app: Hono
  dataDir: string
  /** Every message so far, oldest first. */
  outbox(): Message[]
  /** Registers and signs in through the API. `ann` becomes Ann, ann@nurses.example. */
  nurse(name: string): Promise<Nurse>
  /** A browser that is not signed in. */
  stranger(): Browser
  /** Runs the server's frequent work (at least once a minute): plans reminders and sends due ones. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export type TestServicesOptions = {
  /** Settings as in the environment, such as `{ SMTP_URL: 'smtp://localhost' }`. */
  env?: Record<string, string>
  rateLimits?: RateLimits
  /** The minimum duration of responses that must not reveal whether an address is registered; by default none. */
  responseTimePadding?: ResponseTimePadding
  /** The cost of hashing a password; by default almost nothing. */
  passwordCost?: PasswordCost
  /** For example a client that may reach servers on loopback. */
  outboundHttp?: OutboundHttp
  /** For example a database with another role; `close` closes it. By default a separate database. */
  database?: TestDatabase
  /** For example a bucket; by default a separate folder. */
  storage?: Storage
}

/**
 * The services on the database of the project under test. Mail is captured, and the test sets the clock. Everything
 * else is real.
 */
export async function openTestServices({
  env,
  rateLimits = emulatorRateLimits,
  responseTimePadding = noPadding,
  passwordCost = cheapPasswords,
  outboundHttp = createOutboundHttp(),
  database: opened,
  storage: given,
}: TestServicesOptions = {}): Promise<TestServices> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'lanyard-services-'))
  const config = readConfig({ LANYARD_DATA: dataDir, LOG_LEVEL: 'silent', ...env })
  const database = opened ?? (await openTestDatabase())
  const clock = createTestClock()
  const log = pino({ level: config.LOG_LEVEL })
  const place = given ?? createDiskStorage(join(dataDir, 'files'))
  const storage = encryptedStorage(place, config, keyRows(database.db, clock))
  const mailer = createOutbox(config)
  const limits = createLimits({ database, rateLimits })
  const auth = createAuth({ config, database, clock, log, mailer, limits, responseTimePadding, passwordCost })
  const services = {
    config,
    clock,
    log,
    database,
    db: database.db,
    storage,
    fieldCipher: createFieldCipher(config),
    mailer,
    outboundHttp,
    limits,
    auth,
    rules: createRules({ config, db: database.db, log }),
  }
  const app = createApp(services) as unknown as Hono

  return {
    ...services,
    app,
    dataDir,
    outbox: () => mailer.messages,
    stranger: () => openBrowser(app, config.publicUrl),
    async sweep() {
      await sweepReminders(services)
      await createDeliveries(services).sendDue()
    },
    nurse: (name) => createNurse(app, config, clock, name),
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function createTestClock(): TestClock {
  let now = new Date(startsAt)
  return {
    now: () => now,
    set(iso) {
      now = new Date(iso)
    },
    advance(ms) {
      now = new Date(now.getTime() + ms)
    },
  }
}

function createOutbox(config: Config): Outbox {
  const messages: Outbox['messages'] = []
  const outbox: Outbox = {
    messages,
    outcome: { result: 'accepted' },
    mode: config.SMTP_URL ? 'smtp' : 'outbox',
    async send(message) {
      if (outbox.outcome.result === 'accepted') messages.push(message)
      return outbox.mode === 'smtp' ? outbox.outcome : { result: 'refused', code: 'ENOSERVER' }
    },
    enqueue: async (message) => void messages.push(message),
    deliverDue: async () => {},
    check: async () => {},
  }
  return outbox
}

async function createNurse(app: Hono, config: Config, clock: TestClock, name: string): Promise<Nurse> {
  const browser = openBrowser(app, config.publicUrl)
  const email = `${name.toLowerCase()}@nurses.example`
  const firstName = name.charAt(0).toUpperCase() + name.slice(1)
  const registration = { email, password: testPassword, name: firstName, firstName }
  const answer = await browser.json('POST', '/api/auth/sign-up/email', registration)
  if (answer.status !== 200) throw new Error(`${name} could not register: ${await answer.text()}`)
  const { user } = (await answer.json()) as { user: { id: string } | null }
  if (!user) throw new Error(`${name} has to confirm their address first: this installation sends mail`)

  const signIn = () => browser.json('POST', '/api/auth/sign-in/email', { email, password: testPassword })
  let seen = clock.now()
  const nurse: Nurse = {
    ...browser,
    id: user.id,
    email,
    password: testPassword,
    signIn,
    async fetch(path, init) {
      const isAway = clock.now().getTime() - seen.getTime() > AWAY_MS
      seen = clock.now()
      if (isAway) await signIn()
      return browser.fetch(path, init)
    },
    json: (method, path, body, headers) => nurse.fetch(path, jsonRequest(method, body, headers)),
  }
  return nurse
}
