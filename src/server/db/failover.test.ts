import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { openPool, startTestServer } from '#testing/postgres-server.ts'
import { openTestServices } from '#testing/test-services.ts'
import { openDatabase } from './database.ts'

// A primary with a synchronous standby. The primary is killed under load, and the standby is promoted. `npm run faults`
// repeats this, each time at another moment.
const rounds = Number(process.env.ROUNDS || 1)
const BACK_MS = 10_000

describe.runIf(inject('database').kind === 'postgres')('when the primary is lost', () => {
  const counts = { acknowledged: 0, back: 0 }

  test.each(Array.from({ length: rounds }, (_, round) => [round + 1]))(
    'no acknowledged write is lost, and the service is back within ten seconds of the promotion (%i)',
    async (round) => {
      await using pair = await openPair()
      const { acknowledged, back } = await loseThePrimary(pair, 20 + round * 7)
      counts.acknowledged += acknowledged
      counts.back = Math.max(counts.back, back)
    },
    120_000,
  )

  afterAll(() => {
    if (process.env.ROUNDS)
      process.stdout.write(
        `failover, rounds: ${rounds}; ${counts.acknowledged} acknowledged writes, none lost; back within ${Math.round(counts.back)} ms\n`,
      )
  })
})

type Pair = Awaited<ReturnType<typeof openPair>>

/** A primary, its standby, and Lanyard with the addresses of both. */
async function openPair() {
  const primary = await startTestServer({ isDurable: true })
  const standby = await startTestServer({ isDurable: true, primary })
  const pool = openPool(primary.url)
  await pool.query("alter system set synchronous_standby_names = '*'")
  await pool.query('select pg_reload_conf()')
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query('select sync_state from pg_stat_replication')
      expect(rows).toEqual([{ sync_state: 'sync' }])
    },
    { timeout: 20_000 },
  )
  await pool.end()
  const hosts = [standby.folder, primary.folder].map(encodeURIComponent).join(',')
  const url = `postgres://postgres@localhost:5432/postgres?host=${hosts}&target_session_attrs=read-write`
  const database = await openDatabase({ url, dataDir: '' })
  const services = await openTestServices({ database: { ...database, clear: async () => {} } })
  return {
    ...{ primary, standby, nurse: await services.nurse('ann') },
    async [Symbol.asyncDispose]() {
      await services.close()
      await primary.stop()
      await standby.stop()
    },
  }
}

/** Resolves to the number of acknowledged writes, and the time from the promotion to the next write. */
async function loseThePrimary({ primary, standby, nurse }: Pair, writes: number) {
  const acknowledged: string[] = []
  let isOver = false
  const create = async (number: string) => {
    const input = { kind: 'license', type: 'RN', state: 'TX', number, expiresAt: '2027-03-31' }
    const answer = await nurse.json('POST', '/api/credentials', input)
    if (answer.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id)
    return answer.status
  }
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    const statuses: number[] = []
    for (let at = 0; !isOver; at += 1) statuses.push(await create(`RN ${writer} ${at}`))
    return statuses
  })
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(writes)
  await primary.down('SIGKILL')
  const before = acknowledged.length
  const pool = openPool(standby.url)
  await pool.query('select pg_promote()')
  const promoted = performance.now()
  await expect.poll(() => acknowledged.length, { timeout: BACK_MS, interval: 20 }).toBeGreaterThan(before)
  const back = performance.now() - promoted
  isOver = true
  const statuses = (await Promise.all(writers)).flat()
  // Every error is clear: either the write was done, or the database was unavailable.
  expect([...new Set(statuses)].filter((status) => ![201, 503].includes(status))).toEqual([])
  const { rows } = await pool.query('select id from credentials where id = any($1)', [acknowledged])
  expect(rows).toHaveLength(acknowledged.length)
  await pool.end()
  return { acknowledged: acknowledged.length, back }
}
