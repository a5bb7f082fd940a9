import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { post } from '#testing/auth-requests.ts'
import { sampleOf } from '#testing/everything.ts'
import type { OidcProvider } from '#testing/oidc-provider.ts'
import {
  accessLeft,
  accessTables,
  attemptNames,
  openInstallation,
  prepareAttempt,
} from '#testing/recovery-attempts.ts'
import type { TestServices } from '#testing/test-services.ts'

// A thief's request has passed every check and is about to store something when the owner takes the account back.

const isServer = inject('database').kind === 'postgres'

let provider: OidcProvider
let services: TestServices
beforeAll(async () => {
  ;({ provider, services } = await openInstallation())
  if (isServer) await addTriggers()
})
afterAll(async () => {
  await services.close()
  await provider.close()
})
afterEach(async () => {
  await services.database.clear()
  services.outbox().length = 0
})

const LOCK = 42

/**
 * Makes every insert into these tables wait while the test holds the advisory lock, after everything that the request
 * checks.
 */
async function addTriggers(): Promise<void> {
  const { pool } = services.database
  await pool.query(`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`)
  for (const table of Object.keys(accessTables)) {
    // The recovery itself stores a code, to set a new password.
    const when = table === 'verifications' ? "when (new.value not like 'reset-password:%')" : ''
    await pool.query(`create trigger wait_for_test before insert on ${table} for each row ${when}
      execute function wait_for_test()`)
  }
}

/** Waits until this many statements wait for a lock, or `work` is done. */
async function waiting(count: number, work: Promise<unknown>): Promise<void> {
  let isDone = false
  const finished = () => {
    isDone = true
  }
  work.then(finished, finished)
  const sql = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const isWaiting = async () => isDone || (await services.database.pool.query(sql)).rows[0].count >= count
  await expect.poll(isWaiting, { timeout: 20_000, interval: 20 }).toBe(true)
}

const takeBack = (token: string) => post(services.stranger(), '/recover-email', { token })

describe.skipIf(!isServer).each(sampleOf(attemptNames, 2))(
  'nothing of %s is left when the account',
  (name) => {
    test('was recovered while the request was being stored', async () => {
      const { token, finish } = await prepareAttempt({ services, provider }, name)
      const client = await services.database.pool.connect()
      await client.query(`select pg_advisory_lock(${LOCK})`)
      const late = finish()
      await waiting(1, late)
      const recovery = takeBack(token)
      await waiting(2, recovery)
      await client.query(`select pg_advisory_unlock(${LOCK})`)
      client.release()
      expect((await recovery).status).toBe(200)
      await late
      expect(await accessLeft({ services })).toEqual([])
    })

    test('was recovered just before the request was stored', async () => {
      const { ann, token, finish } = await prepareAttempt({ services, provider }, name)
      const client = await services.database.pool.connect()
      await client.query('begin')
      await client.query('select id from users where id = $1 for update', [ann.id])
      const recovery = takeBack(token)
      await waiting(1, recovery)
      const late = finish()
      await waiting(2, late)
      await client.query('commit')
      client.release()
      expect((await recovery).status).toBe(200)
      await late
      expect(await accessLeft({ services })).toEqual([])
    })
  },
)
