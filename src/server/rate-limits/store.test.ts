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
  await database.clear()
})

/** How many of `count` successive attempts are allowed. */
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

describe('rate limits', () => {
  test('allow ten attempts, and the eleventh error says how long to wait', async () => {
    expect(await tries(10)).toBe(10)
    const refusal = await limits.consume('signInAccount', 'ann@nurses.example').catch((error) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({ code: 'too_many_requests', status: 429 })
    expect(refusal.retryAfter).toBeGreaterThanOrEqual(1)
    expect(refusal.retryAfter).toBeLessThanOrEqual(60)
  })

  test('then allow one per minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect(await tries(30)).toBe(10)
    for (let minute = 0; minute < 3; minute += 1) {
      vi.setSystemTime(Date.now() + 61_000)
      expect(await tries(5)).toBe(1)
    }
  })

  test('count each key separately', async () => {
    expect(await tries(20)).toBe(10)
    expect(await tries(1, limits, 'bea@nurses.example')).toBe(1)
  })

  test('keep a lease for as long as it is held, and free it when it is released', async () => {
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

  test('let the lease of a killed process expire', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
    await limits.lease('importAtOnce', 'ann')
    vi.clearAllTimers()
    vi.setSystemTime(Date.now() + 61_000)
    await expect(twin.consume('importAtOnce', 'ann')).resolves.toBeDefined()
  })

  test('share one count between two processes', async () => {
    expect((await tries(6)) + (await tries(6, twin))).toBe(10)
  })

  test('survive a restart', async () => {
    await tries(10)
    expect(await tries(3, createLimits({ database }))).toBe(0)
  })

  test('allow ten of forty concurrent attempts at two processes', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? limits : twin).consume('signInAccount', 'ann')),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('start over for an account after a correct password', async () => {
    await tries(10)
    await twin.reset('signInAccount', 'ann@nurses.example')
    expect(await tries(12)).toBe(10)
  })

  test('give one attempt back', async () => {
    await tries(9)
    const refund = await limits.consume('signInAccount', 'ann@nurses.example')
    await refund()
    expect(await tries(5)).toBe(1)
  })

  test('store no address and no network in plain text', async () => {
    await limits.consume('signInAccount', 'ann@nurses.example')
    await limits.consume('signInNetwork', '192.0.2.7')
    const { rows } = await database.pool.query('select key from limit_counters')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/ann|nurses|192/)
  })

  test('allow three mails an hour to one address', async () => {
    for (let i = 0; i < 3; i += 1) await limits.consume('mailAddress', 'ann')
    const refusal = await limits.consume('mailAddress', 'ann').catch((error) => error)
    expect(refusal.retryAfter).toBeGreaterThan(3500)
  })
})
