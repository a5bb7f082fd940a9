import { describe, expect, test } from 'vitest'
import { isSignedIn, post } from '#testing/auth-requests.ts'
import { headersOf } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { testPassword } from '#testing/test-services.ts'
import { purgeUnconfirmedUsers } from './registration-job.ts'

const email = 'ann@nurses.example'
const strangersPassword = 'the stranger chose these words'
const HOUR = 3_600_000

const services = await openFileServices({
  env: { SMTP_URL: 'smtp://localhost:2525' },
})

const register = (name: string, password = testPassword, browser = services.stranger()) =>
  post(browser, '/sign-up/email', { email, password, name })
const signIn = (password: string, browser = services.stranger()) =>
  post(browser, '/sign-in/email', { email, password })
const confirm = (token: string, password = testPassword, browser = services.stranger()) =>
  post(browser, '/verify-email', { token, password, name: 'Ann Becker', firstName: 'Ann' })
const rows = async (table: string) => (await services.database.pool.query(`select * from ${table}`)).rows

function lastCode(kind = 'verify_email'): string {
  const mail = services.outbox().findLast((message) => message.kind === kind)
  return /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('a stranger registered someone else’s address', () => {
  test('before its owner: only the password set on confirmation counts', async () => {
    await register('Eve', strangersPassword)
    await register('Ann')
    const ann = services.stranger()
    expect((await confirm(lastCode(), testPassword, ann)).status).toBe(200)
    expect(await isSignedIn(ann)).toBe(true)
    expect((await signIn(strangersPassword)).status).toBe(401)
    expect((await signIn(testPassword)).status).toBe(200)
  })

  test('after its owner, so that the newest mail is the stranger’s', async () => {
    await register('Ann')
    await register('Eve', strangersPassword)
    expect((await confirm(lastCode())).status).toBe(200)
    expect((await signIn(strangersPassword)).status).toBe(401)
    expect((await signIn(testPassword)).status).toBe(200)
  })

  test('and nothing that the stranger typed is stored or mailed', async () => {
    const eve = { email, password: strangersPassword, name: 'Eve Evans', firstName: 'Eve', lastName: 'Evans' }
    await post(services.stranger(), '/sign-up/email', { ...eve, locale: 'fr-FR', timeZone: 'Asia/Tokyo' })
    await register('Ann')
    await signIn(strangersPassword)
    for (const { text, html, subject } of services.outbox()) {
      expect(`${subject} ${text} ${html}`).not.toMatch(/Eve|Evans/)
    }
    const ann = services.stranger()
    await confirm(lastCode(), testPassword, ann)
    const profile = await (await ann.fetch('/api/users/me')).json()
    expect(profile).toMatchObject({ name: 'Ann Becker', firstName: 'Ann', lastName: null })
    expect(profile).toMatchObject({ settings: { locale: null, timeZone: null } })
    const actions = (await rows('audit_records')).map(({ action }) => action).sort()
    expect(actions).toEqual(['auth_email_verified', 'auth_login', 'auth_register'])
  })

  test('and everything attached to an account from an older version ends with the confirmation', async () => {
    await register('Ann')
    const [{ id }] = await rows('users')
    const { pool } = services.database
    await pool.query(
      `insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
       values ('old', $1, $1, 'credential', 'a hash', now(), now()), ('eve', $1, 'eve', 'hospital', null, now(), now())`,
      [id],
    )
    await pool.query(
      `insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up, created_at)
       values ('key', $1, 'x', 'x', 0, 'x', false, now())`,
      [id],
    )
    await pool.query("insert into second_factors values ($1, 'x', now(), now(), null)", [id])
    await pool.query(
      `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
       values ('old', $1, 'x', now() + interval '1 year', now(), now())`,
      [id],
    )
    await confirm(lastCode())
    expect(await rows('passkeys')).toEqual([])
    expect(await rows('second_factors')).toEqual([])
    expect((await rows('accounts')).map(({ provider_id }) => provider_id)).toEqual(['credential'])
    expect((await rows('sessions')).map(({ id: session }) => session)).not.toContain('old')
  })

  test('no other kind of link activates an unconfirmed address', async () => {
    await register('Eve', strangersPassword)
    services.outbox().length = 0
    await post(services.stranger(), '/request-password-reset', { email })
    await post(services.stranger(), '/request-sign-in-link', { email })
    expect(services.outbox().map(({ kind }) => kind)).toEqual(['verify_email', 'verify_email'])
    expect((await confirm(lastCode())).status).toBe(200)
  })

  test('and learns nothing from the responses', async () => {
    const fresh = await register('Eve')
    const again = await register('Eve')
    await confirm(lastCode())
    const known = await register('Eve')
    const bodies = await Promise.all([fresh, again, known].map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    for (const answer of [again, known]) expect(headersOf(answer)).toEqual(headersOf(fresh))
  })
})

describe('a nurse confirms the address', () => {
  test('with a password; without it the link stays valid', async () => {
    await register('Ann')
    const token = lastCode()
    const missing = await post(services.stranger(), '/verify-email', { token })
    expect(await missing.json()).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'password' }],
    })
    expect(await (await confirm(token, 'password1234')).json()).toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
    expect((await confirm(token)).status).toBe(200)
    expect(await (await confirm(token)).json()).toMatchObject({ code: 'INVALID_TOKEN' })
  })

  test('once, of twenty concurrent uses', async () => {
    await register('Ann')
    const token = lastCode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => confirm(token, `amber kettle glacier ${i}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await signIn(`amber kettle glacier ${winner}`)).status).toBe(200)
  })
})

describe('an address that nobody confirms', () => {
  test('is removed after 24 hours, with every trace', async () => {
    await register('Eve', strangersPassword)
    await signIn(strangersPassword)
    const [{ id }] = await rows('users')
    services.clock.advance(24 * HOUR - 1)
    await purgeUnconfirmedUsers(services)
    expect(await rows('users')).toHaveLength(1)
    services.clock.advance(1)
    await purgeUnconfirmedUsers(services)
    const { rows: tables } = await services.database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'limit_counters'",
    )
    for (const { name } of tables) {
      const found = JSON.stringify(await rows(name))
      expect(found.includes(id) || found.includes(email), name).toBe(false)
    }
  })

  test('but not a confirmed one, nor one registered without a mail server', async () => {
    await register('Ann')
    await confirm(lastCode())
    await register('Bea')
    await services.database.pool.query(
      `insert into users (id, email, name, email_verified, created_at, updated_at)
       values ('bea', 'bea@nurses.example', 'Bea', false, '2020-01-01', '2020-01-01')`,
    )
    await services.database.pool.query(
      `insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
       values ('bea', 'bea', 'bea', 'credential', 'a hash', '2020-01-01', '2020-01-01')`,
    )
    services.clock.advance(48 * HOUR)
    await purgeUnconfirmedUsers(services)
    expect(await rows('users')).toHaveLength(2)
  })
})
