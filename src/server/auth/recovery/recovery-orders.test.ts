import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { post } from '#testing/auth-requests.ts'
import type { OidcProvider } from '#testing/oidc-provider.ts'
import {
  accessLeft,
  accessTables,
  attemptNames,
  openInstallation,
  prepareAttempt,
} from '#testing/recovery-attempts.ts'
import { seededRandom } from '#testing/seeded-random.ts'
import type { TestServices } from '#testing/test-services.ts'

// A thief's last request and the owner's recovery run at the same time, with random pauses before every write of both.

const isServer = inject('database').kind === 'postgres'
const runs = process.env.EVERYTHING ? 40 : 4
const MOST_MS = 30

let provider: OidcProvider
let services: TestServices
beforeAll(async () => {
  ;({ provider, services } = await openInstallation())
  if (isServer) await addPauses()
})
afterAll(async () => {
  await services.close()
  await provider.close()
})

const pauses = (state: 'enable' | 'disable') =>
  [...Object.keys(accessTables), 'users']
    .map((table) => `alter table ${table} ${state} trigger pause_for_test`)
    .join(';')

async function addPauses(): Promise<void> {
  const { pool } = services.database
  await pool.query(`create function pause_for_test() returns trigger language plpgsql as
    $$ begin perform pg_sleep(random() * ${MOST_MS / 1000}); return null; end $$`)
  for (const table of [...Object.keys(accessTables), 'users'])
    await pool.query(`create trigger pause_for_test before insert or update or delete on ${table}
      for each statement execute function pause_for_test()`)
  await pool.query(pauses('disable'))
}

describe.skipIf(!isServer).each(attemptNames)('nothing is left of %s', (name) => {
  test('in any order with a recovery', async () => {
    const random = seededRandom(attemptNames.indexOf(name) + 1)
    for (let run = 0; run < runs; run += 1) {
      await services.database.clear()
      services.outbox().length = 0
      const { token, finish } = await prepareAttempt({ services, provider }, name)
      await services.database.pool.query(pauses('enable'))
      const late = delay(random.next() * 3 * MOST_MS).then(finish)
      await delay(random.next() * 3 * MOST_MS)
      const recovered = await post(services.stranger(), '/recover-email', { token })
      await late
      await services.database.pool.query(pauses('disable'))
      expect(recovered.status, `run ${run}`).toBe(200)
      expect(await accessLeft({ services }), `run ${run}`).toEqual([])
      await expectNewPassword((await recovered.json()) as { resetToken: string })
    }
  })
})

/** The recovery ends with a working password, no matter what the thief's request did. */
async function expectNewPassword({ resetToken }: { resetToken: string }): Promise<void> {
  const newPassword = 'the owner has it back 7'
  const browser = services.stranger()
  expect((await post(browser, '/reset-password', { token: resetToken, newPassword })).status).toBe(200)
  const credentials = { email: 'ann@nurses.example', password: newPassword }
  expect((await post(browser, '/sign-in/email', credentials)).status).toBe(200)
}
