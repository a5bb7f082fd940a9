import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/http/errors.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createLimits, type Limits } from './store.ts'

let database: TestDatabase
let limits: Limits
/** Another process on the same database. */
let twin: Limits

beforeAll(async () => {
  database = await openTestDatabase()
  limits = createLimits({ database })
  twin = createLimits({ database })
})
afterAll(() => database.close())
afterEach(async () => {
  vi.useRealTimers()
  await database.truncate()
})

/** How many of `count` tries are let through, one after the other. */
async function tries(count: number, on: Limits = limits, key = 'ann@nurses.example'): Promise<number> {
  let let_through = 0
  for (let i = 0; i < count; i += 1) {
    await on.consume('signInAccount', key).then(
      () => {
        let_through += 1
      },
      () => {},
    )
  }
  return let_through
}

describe('tries are counted', () => {
  test('ten go through, the eleventh is told how long to wait', async () => {
    expect(await tries(10)).toBe(10)
    const refusal = await limits.consume('signInAccount', 'ann@nurses.example').catch((error) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({ code: 'too_many_requests', status: 429 })
    expect(refusal.retryAfter).toBeGreaterThanOrEqual(1)
    expect(refusal.retryAfter).toBeLessThanOrEqual(60)
  })

  test('after that one goes through each minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect(await tries(30)).toBe(10)
    for (let minute = 0; minute < 3; minute += 1) {
      vi.setSystemTime(Date.now() + 61_000)
      expect(await tries(5)).toBe(1)
    }
  })

  test('each key on its own', async () => {
    expect(await tries(20)).toBe(10)
    expect(await tries(1, limits, 'bea@nurses.example')).toBe(1)
  })

  test('what is held is held however long it goes on, and taken again once it is given back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
    const isRefused = () =>
      twin.consume('importAtOnce', 'ann').then(
        () => false,
        () => true,
      )
    const expiresIn = async () => {
      const { rows } = await database.pool.query('select expire from limit_counters')
      return Number(rows[0]?.expire) - Date.now()
    }
    const release = await limits.lease('importAtOnce', 'ann')
    for (let minute = 0; minute < 5; minute += 1) {
      vi.advanceTimersByTime(59_000)
      await expect.poll(expiresIn).toBeGreaterThan(50_000)
      expect(await isRefused(), `minute ${minute}`).toBe(true)
    }
    await release()
    const again = await twin.lease('importAtOnce', 'ann')
    vi.advanceTimersByTime(3_600_000)
    await again()
    expect(await isRefused()).toBe(false)
  })

  test('what a killed process held runs out', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
    await limits.lease('importAtOnce', 'ann')
    vi.clearAllTimers()
    vi.setSystemTime(Date.now() + 61_000)
    await expect(twin.consume('importAtOnce', 'ann')).resolves.toBeDefined()
  })

  test('two processes share one count', async () => {
    expect((await tries(6)) + (await tries(6, twin))).toBe(10)
  })

  test('a restart forgets nothing', async () => {
    await tries(10)
    expect(await tries(3, createLimits({ database }))).toBe(0)
  })

  test('of forty at the same moment, by two processes, ten go through', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? limits : twin).consume('signInAccount', 'ann')),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('a right password resets the count of that account', async () => {
    await tries(10)
    await twin.reset('signInAccount', 'ann@nurses.example')
    expect(await tries(12)).toBe(10)
  })

  test('one try can be given back', async () => {
    await tries(9)
    const refund = await limits.consume('signInAccount', 'ann@nurses.example')
    await refund()
    expect(await tries(5)).toBe(1)
  })

  test('no address and no network lies in the table', async () => {
    await limits.consume('signInAccount', 'ann@nurses.example')
    await limits.consume('signInNetwork', '192.0.2.7')
    const { rows } = await database.pool.query('select key from limit_counters')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/ann|nurses|192/)
  })

  test('a mail to one address goes out three times an hour', async () => {
    for (let i = 0; i < 3; i += 1) await limits.consume('mailAddress', 'ann')
    const refusal = await limits.consume('mailAddress', 'ann').catch((error) => error)
    expect(refusal.retryAfter).toBeGreaterThan(3500)
  })
})
