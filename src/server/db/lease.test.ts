import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { jobRuns } from '#server/jobs/table.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { claimRows, finishLease, type LeasedTable, prolongLease, RELEASED, retryAt } from './lease.ts'

const LEASE_MS = 60_000
const start = new Date('2026-11-22T12:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

const leased: LeasedTable<typeof jobRuns> = {
  table: jobRuns,
  id: jobRuns.name,
  lease: jobRuns.leaseUntil,
  idOf: ({ name }) => name,
  setLease: (leaseUntil) => ({ leaseUntil }),
}

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.clear())

async function insertRows(count: number): Promise<void> {
  const row = { everySeconds: 60, holder: '', startedAt: start, leaseUntil: RELEASED }
  await database.db
    .insert(jobRuns)
    .values(Array.from({ length: count }, (_none, at) => ({ ...row, name: `job ${at}` })))
}

const claim = (now: Date, limit = 1) =>
  claimRows(database.db, leased, {
    ...{ now, leaseMs: LEASE_MS, limit, where: undefined, orderBy: [jobRuns.name] },
    set: { holder: 'test' },
  })

async function claimOne(now: Date) {
  const [claimed] = await claim(now)
  if (!claimed) throw new Error('Nothing was free')
  return claimed.lease
}

it('gives each row to one of nine concurrent claimers', async () => {
  await insertRows(500)
  const names: string[] = []
  const work = async () => {
    for (let batch = await claim(start, 7); batch.length > 0; batch = await claim(start, 7))
      names.push(...batch.map(({ row }) => row.name))
  }
  await Promise.all(Array.from({ length: 9 }, work))
  expect(names).toHaveLength(500)
  expect(new Set(names).size).toBe(500)
})

it('gives a row to another process as soon as its lease has ended, and not a millisecond before', async () => {
  await insertRows(1)
  await claim(start)
  expect(await claim(after(LEASE_MS - 1))).toEqual([])
  expect(await claim(after(LEASE_MS))).toMatchObject([{ row: { name: 'job 0', holder: 'test' } }])
})

it('neither finishes nor extends a lease after another process has claimed the row', async () => {
  await insertRows(1)
  const old = await claimOne(start)
  const current = await claimOne(after(LEASE_MS))
  expect(await prolongLease(database.db, leased, old, after(2 * LEASE_MS))).toBeNull()
  expect(await finishLease(database.db, leased, old, { lastError: 'old' })).toBe(false)
  const prolonged = await prolongLease(database.db, leased, current, after(3 * LEASE_MS))
  expect(prolonged).toEqual({ id: 'job 0', until: after(3 * LEASE_MS) })
  expect(await finishLease(database.db, leased, current, { lastError: 'stale' })).toBe(false)
  if (prolonged) expect(await finishLease(database.db, leased, prolonged, { lastError: null })).toBe(true)
  const [row] = await database.db.select().from(jobRuns).where(eq(jobRuns.name, 'job 0'))
  expect(row).toMatchObject({ lastError: null, leaseUntil: RELEASED })
})

it('frees a row after the clock was set back a day', async () => {
  await insertRows(1)
  await claim(after(86_400_000))
  expect(await claim(start)).toHaveLength(1)
})

it('retries after 1, 5, 30, 120 and 720 minutes, and then gives up', () => {
  const minutes = [1, 2, 3, 4, 5].map(
    (attempts) => (retryAt(attempts, start)?.getTime() ?? 0) - start.getTime(),
  )
  expect(minutes.map((ms) => ms / 60_000)).toEqual([1, 5, 30, 120, 720])
  expect(retryAt(6, start)).toBeNull()
})
