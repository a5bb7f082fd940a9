import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { addDevice, createCalendarFeed, passkeyOptions, signInAtProvider } from '#testing/actors.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { loopbackOutboundHttp } from '#testing/outbound-server.ts'
import { openPasskeyDevice } from '#testing/passkey-device.ts'
import { addLicense, createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { mailedCode, registerConfirmedNurse, signInAsThief } from '#testing/thief.ts'

// A thief's request has passed every check and is about to store something, while the owner takes the account back.

const isServer = inject('database').kind === 'postgres'
const thiefsEmail = 'eve@evil.example'

let provider: OidcProvider
let services: TestServices
beforeAll(async () => {
  provider = await startOidcProvider({ sub: 'nobody' })
  const hospital = { id: 'hospital', name: 'Hospital', issuer: provider.issuer, clientId: 'lanyard' }
  services = await openTestServices({
    env: {
      SMTP_URL: 'smtp://localhost:2525',
      OIDC_PROVIDERS: JSON.stringify([{ ...hospital, clientSecret: 'a secret of the operator' }]),
    },
    responseTimePadding: { signIn: 0, mail: 0, signUp: 0 },
    outboundHttp: loopbackOutboundHttp(),
  })
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

const post = (nurse: Pick<Nurse, 'json'>, path: string, body: object = {}) =>
  nurse.json('POST', `/api/auth${path}`, body)
const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T

/** Prepares everything up to the last request, which it returns. */
const attempts: Record<string, (thief: Nurse) => Promise<() => Promise<unknown>>> = {
  'a passkey': async (thief) => {
    const response = openPasskeyDevice().create(await passkeyOptions(thief, 'add'))
    return () => post(thief, '/passkey/add', { name: 'Key', response })
  },
  'two-factor authentication': async (thief) => {
    const { secret } = await read<{ secret: string }>(post(thief, '/second-factor/start'))
    return () => post(thief, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
  },
  'a linked account': async (thief) => {
    const path = await signInAtProvider({ provider }, thief, '/link-provider', 'eve')
    return () => thief.fetch(path)
  },
  'another address': async (thief) => () => post(thief, '/change-email', { newEmail: 'eve2@evil.example' }),
  'another password': async (thief) => () =>
    post(thief, '/change-password', { currentPassword: testPassword, newPassword: 'amber kettle glacier 7' }),
  'a sign-in with the password': async (thief) => () => thief.signIn(),
  'a sign-in with a passkey': async (thief) => {
    const device = openPasskeyDevice()
    await post(thief, '/passkey/add', {
      name: 'Key',
      response: device.create(await passkeyOptions(thief, 'add')),
    })
    const response = device.get(await passkeyOptions(thief, 'sign-in'))
    return () => post(thief, '/sign-in/passkey', { response })
  },
  'a sign-in through a provider': async (thief) => {
    await thief.fetch(await signInAtProvider({ provider }, thief, '/link-provider', 'eve'))
    const stranger = services.stranger()
    const path = await signInAtProvider({ provider }, stranger, '/sign-in/provider', 'eve')
    return () => stranger.fetch(path)
  },
  'a calendar': async (thief) => () => createCalendarFeed(thief).catch(() => null),
  'a webhook': async (thief) => () =>
    thief.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-the-thief' }),
  'a device': async (thief) => () => addDevice(thief, 'of-the-thief').catch(() => null),
  'a share': async (thief) => {
    const resourceId = await addLicense(thief)
    return () => createLink(thief, { resourceType: 'license', resourceId }).catch(() => null)
  },
}

/** Everything in the database that lets somebody in, or out with data. */
const access = {
  passkeys: '',
  accounts: '',
  sessions: '',
  second_factors: '',
  recovery_codes: '',
  webhooks: '',
  calendar_feeds: '',
  push_subscriptions: '',
  shares: 'where revoked_at is null',
  verifications: "where value like 'change-email:%' or value like 'sign-in:%'",
}

async function accessLeft(): Promise<string[]> {
  const left: string[] = []
  for (const [table, where] of Object.entries(access)) {
    const { rows } = await services.database.pool.query(`select * from ${table} ${where}`)
    if (rows.length > 0) left.push(table)
  }
  return left
}

const LOCK = 42

/** Every insert of these waits while the test holds the advisory lock, after everything that the request checks. */
async function addTriggers(): Promise<void> {
  const { pool } = services.database
  await pool.query(`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`)
  for (const table of Object.keys(access)) {
    // A recovery stores a code itself.
    const when = table === 'verifications' ? "when (new.value like 'change-email:%')" : ''
    await pool.query(`create trigger wait_for_test before insert on ${table} for each row ${when}
      execute function wait_for_test()`)
  }
}

/** Until as many statements wait for a lock, or `work` is done. */
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

type Prepared = { ann: Nurse; token: string; finish: () => Promise<unknown> }

async function prepare(name: string): Promise<Prepared> {
  const ann = await registerConfirmedNurse(services, 'Ann')
  const thief = await signInAsThief(services, ann)
  await post(thief, '/change-email', { newEmail: thiefsEmail })
  const token = mailedCode(services, ann.email, 'email_change_asked')
  const finish = await attempts[name]?.(thief)
  if (!finish) throw new Error(`No attempt ${name}`)
  return { ann, token, finish }
}

const takeBack = (token: string) => post(services.stranger(), '/recover-email', { token })

describe.skipIf(!isServer).each(Object.keys(attempts))('nothing of %s is left when the account', (name) => {
  test('was taken back while it was being stored', async () => {
    const { token, finish } = await prepare(name)
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
    expect(await accessLeft()).toEqual([])
  })

  test('was taken back just before it was stored', async () => {
    const { ann, token, finish } = await prepare(name)
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
    expect(await accessLeft()).toEqual([])
  })
})
