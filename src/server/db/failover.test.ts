import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openPool, startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { openDatabase } from './database.ts'

// A primary with a synchronous standby: the primary is killed under load, and the standby is promoted.

describe.runIf(inject('database').kind === 'postgres')('when the primary is lost', () => {
  let primary: TestServer
  let standby: TestServer
  let services: TestServices
  let ann: Nurse

  beforeAll(async () => {
    primary = await startTestServer({ isDurable: true })
    standby = await startTestServer({ isDurable: true, primary })
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
    services = await openTestServices({ database: { ...database, clear: async () => {} } })
    ann = await services.nurse('ann')
  }, 60_000)

  afterAll(async () => {
    await services?.close()
    await primary?.stop()
    await standby?.stop()
  })

  test('no acknowledged write is lost, and the service is back within ten seconds of the promotion', async () => {
    const acknowledged: string[] = []
    let isOver = false
    const create = async (number: string) => {
      const input = { kind: 'license', type: 'RN', state: 'TX', number, expiresAt: '2027-03-31' }
      const answer = await ann.json('POST', '/api/credentials', input)
      if (answer.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id)
      return answer.status
    }
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const statuses: number[] = []
      for (let at = 0; !isOver; at += 1) statuses.push(await create(`RN ${writer} ${at}`))
      return statuses
    })
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(20)
    await primary.down('SIGKILL')
    const before = acknowledged.length
    const pool = openPool(standby.url)
    await pool.query('select pg_promote()')
    const promoted = Date.now()
    await expect.poll(() => acknowledged.length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before)
    expect(Date.now() - promoted).toBeLessThan(10_000)
    isOver = true
    const statuses = (await Promise.all(writers)).flat()
    // Nobody gets an error that says nothing: it was done, or the database was away.
    expect([...new Set(statuses)].filter((status) => ![201, 503].includes(status))).toEqual([])
    const { rows } = await pool.query('select id from credentials where id = any($1)', [acknowledged])
    expect(rows).toHaveLength(acknowledged.length)
    await pool.end()
  }, 60_000)
})
