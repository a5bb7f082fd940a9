import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig, StartError } from '#server/kernel/config.ts'
import { checkDatabase, openAsItIs } from '#server/ops/doctor-services.ts'
import { createLimits, emulatorRateLimits } from '#server/rate-limits/store.ts'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { createEmptyDatabase } from '#testing/database.ts'
import { hasPooler, type Pooler, startPooler } from '#testing/pooler.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { type Database, openDatabase } from './database.ts'

// Two processes behind PgBouncer in transaction mode. PgBouncer has fewer connections than each process.

const source = inject('database')
const limits = { size: 10, seconds: 30, isPooled: true }
const license = { kind: 'license', type: 'RN', state: 'TX', expiresAt: '2027-03-31' }

describe.runIf(source.kind === 'postgres' && hasPooler)('behind a pooler in transaction mode', () => {
  const { url } = source as { url: string }
  let pooler: Pooler
  let vault: Awaited<ReturnType<typeof createEmptyDatabase>>
  let services: TestServices
  let otherDatabase: Database
  let ann: Nurse
  /** Ann's browser at the other process. */
  let elsewhere: Browser
  let starts: Database[]

  beforeAll(async () => {
    pooler = await startPooler(url, 3)
    vault = await createEmptyDatabase(url)
    await limitStatements(vault.url)
    starts = await Promise.all([1, 2, 3, 4].map(() => open(vault.url)))
    const [database, second, ...others] = starts
    if (!database || !second) throw new Error('No database was opened')
    await Promise.all(others.map(({ close }) => close()))
    otherDatabase = second
    services = await openTestServices({ database: { ...database, clear: async () => {} } })
    const other = { ...services, database: second, db: second.db }
    const app = createApp({
      ...other,
      limits: createLimits({ database: second, rateLimits: emulatorRateLimits }),
    })
    ann = await services.nurse('ann')
    elsewhere = openBrowser(app as unknown as Hono, services.config.publicUrl)
    for (const [name, value] of ann.cookies) elsewhere.cookies.set(name, value)
  })

  afterAll(async () => {
    await services?.close()
    await otherDatabase?.close()
    await vault?.drop()
    await pooler?.stop()
  })

  const open = (direct: string) => openDatabase({ url: pooler.urlOf(direct), dataDir: '', limits })
  const both = (index: number) => (index % 2 ? ann : elsewhere)
  const times = <T>(count: number, one: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => one(index)))

  test('processes that start together migrate once', async () => {
    const { rows } = await services.database.pool.query(
      'select count(*)::int as count, count(distinct hash)::int as hashes from drizzle.__drizzle_migrations',
    )
    expect(rows[0].count).toBeGreaterThan(15)
    expect(rows[0].hashes).toBe(rows[0].count)
  })

  test('a start without limits for the role is refused with an explanation', async () => {
    const unlimited = await createEmptyDatabase(url)
    const starting = open(unlimited.url)
    await expect(starting).rejects.toBeInstanceOf(StartError)
    await expect(starting).rejects.toThrow(/alter role postgres set statement_timeout = '30s'/)
    await unlimited.drop()
  })

  test('a start that does not know of the pooler is told so', async () => {
    const starting = openDatabase({ url: pooler.urlOf(vault.url), dataDir: '' })
    await expect(starting).rejects.toThrow(/is behind a pooler: set DATABASE_POOLER=transaction/)
  })

  test('the operator’s commands and the doctor work behind it', async () => {
    const config = readConfig({ DATABASE_URL: pooler.urlOf(vault.url), DATABASE_POOLER: 'transaction' })
    const opened = await openAsItIs(config)
    expect((await checkDatabase({ ...services, config, db: opened.db }))[0]).toMatchObject({ state: 'ok' })
    await opened.close()
  })

  test('concurrent reads and writes by prepared statements in both processes lose nothing', async () => {
    const answers = await times(60, (index) =>
      both(index).json('POST', '/api/credentials', { ...license, number: `RN ${index}` }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(201))
    const lists = await times(20, async (index) => (await both(index).fetch('/api/credentials')).json())
    for (const { items } of lists as { items: unknown[] }[]) expect(items).toHaveLength(50)
  })

  test('one request that is sent to both processes runs once', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const answers = await times(6, (index) =>
      both(index).json('POST', '/api/credentials', { ...license, number: 'RN once' }, headers),
    )
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id))
    expect(new Set(ids.filter(Boolean)).size).toBe(1)
  })

  test('the owner’s lock works: every hour is counted', async () => {
    const ceu = ceuClient(ann)
    const { id } = await ceu.addCycle({ ...texas, topics: [] })
    const course = {
      cycleId: id,
      title: 'Sepsis',
      provider: 'Gulf Coast',
      hours: 1,
      completedAt: '2026-02-01',
    }
    const answers = await times(12, (index) => both(index).json('POST', '/api/ceu-entries', course))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(await ceu.cycle(id)).toMatchObject({ hoursCompleted: 12, hoursCounted: 12 })
  })

  test('background work and reminders run', async () => {
    await services.sweep()
  })
})

async function limitStatements(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`alter database "${new URL(url).pathname.slice(1)}" set ${limit} = '30s'`)
  await client.end()
}
