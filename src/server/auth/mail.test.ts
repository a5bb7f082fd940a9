import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isSignedIn } from '#testing/auth-requests.ts'
import { type Browser, headersOf } from '#testing/browser.ts'
import { sampleOf } from '#testing/everything.ts'
import { openFileServices } from '#testing/file-services.ts'
import { expectSameAnswers } from '#testing/response-times.ts'
import { type Nurse, type TestServices, testPassword } from '#testing/test-services.ts'
import { passwordCost } from './password-hash.ts'
import { responseTimePadding } from './response-time.ts'

const newPassword = 'amber kettle glacier 7'
const MINUTE = 60_000

/** Opens the account immediately, as without a mail server. */
const services = await openFileServices()
/** Has a mail server, so that an address must be confirmed before the first sign-in. */
const mailing = await openFileServices({ env: { SMTP_URL: 'smtp://localhost:2525' } })

/** Its responses take as long as in production. */
const padded = await openFileServices({ responseTimePadding, passwordCost })

const ask = (browser: Browser, email: string, headers?: Record<string, string>) =>
  browser.json('POST', '/api/auth/request-password-reset', { email }, headers)

const submitReset = (browser: Browser, token: unknown, password = newPassword) =>
  browser.json('POST', '/api/auth/reset-password', { token, newPassword: password })

const register = (browser: Browser, email = 'ann@nurses.example', name = 'Ann') =>
  browser.json('POST', '/api/auth/sign-up/email', { email, password: testPassword, name })

const signIn = (browser: Browser, email: string, password = testPassword) =>
  browser.json('POST', '/api/auth/sign-in/email', { email, password })

const confirm = (browser: Browser, token: unknown) =>
  browser.json('POST', '/api/auth/verify-email', { token, password: testPassword, name: 'Ann' })

/** The code in the last mailed link. */
function lastCode(of: TestServices, kind: string): string {
  const text = of.outbox().findLast((message) => message.kind === kind)?.text ?? ''
  return /oobCode=([\w-]+)/.exec(text)?.[1] ?? ''
}

async function resetFor(ann: Nurse): Promise<string> {
  await ask(services.stranger(), ann.email)
  return lastCode(services, 'reset_password')
}

async function actionsOf(of: TestServices): Promise<unknown[]> {
  const { rows } = await of.database.pool.query('select action from audit_records')
  return rows.map(({ action }) => action)
}

describe('a nurse who forgot their password', () => {
  test('gets a link, sets a new one, and is not signed in by it', async () => {
    const ann = await services.nurse('ann')
    const code = await resetFor(ann)
    expect(code).toMatch(/^[\w-]{43}$/)
    expect(services.outbox().at(-1)?.text).toContain(
      `http://localhost:8080/login?mode=resetPassword&oobCode=${code}`,
    )
    const browser = services.stranger()
    expect((await submitReset(browser, code)).status).toBe(200)
    expect(browser.cookies.size).toBe(0)
    expect(await isSignedIn(ann)).toBe(false)
    expect((await signIn(browser, ann.email)).status).toBe(401)
    expect((await signIn(browser, ann.email, newPassword)).status).toBe(200)
    const told = services.outbox().filter(({ kind }) => kind === 'password_changed')
    expect(told).toMatchObject([{ to: ann.email }])
    const actions = await actionsOf(services)
    expect(actions).toContain('auth_password_reset_requested')
    expect(actions).toContain('auth_password_changed')
  })

  test('can use the link once, of twenty concurrent tries', async () => {
    const ann = await services.nurse('ann')
    const code = await resetFor(ann)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        submitReset(services.stranger(), code, `amber kettle glacier ${i}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) {
      expect(await answer.json()).toMatchObject({ status: 400, code: 'INVALID_TOKEN' })
    }
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await signIn(services.stranger(), ann.email, `amber kettle glacier ${winner}`)).status).toBe(200)
    expect(services.outbox().filter(({ kind }) => kind === 'password_changed')).toHaveLength(1)
  })

  test('cannot use an older link after requesting another', async () => {
    const ann = await services.nurse('ann')
    const first = await resetFor(ann)
    const second = await resetFor(ann)
    expect(second).not.toBe(first)
    expect((await submitReset(services.stranger(), first)).status).toBe(400)
    expect((await submitReset(services.stranger(), second)).status).toBe(200)
  })

  test('has thirty minutes', async () => {
    const ann = await services.nurse('ann')
    const late = await resetFor(ann)
    services.clock.advance(30 * MINUTE)
    expect((await submitReset(services.stranger(), late)).status).toBe(400)
    const soon = await resetFor(ann)
    services.clock.advance(29 * MINUTE)
    expect((await submitReset(services.stranger(), soon)).status).toBe(200)
  })

  test('who enters a weak one can use the link again', async () => {
    const ann = await services.nurse('ann')
    const code = await resetFor(ann)
    const weak = await submitReset(services.stranger(), code, 'password1234')
    expect(await weak.json()).toMatchObject({ status: 422, code: 'PASSWORD_TOO_WEAK' })
    expect(await isSignedIn(ann)).toBe(true)
    expect((await submitReset(services.stranger(), code)).status).toBe(200)
  })

  test('ends even a sign-in in progress with the old password', async () => {
    const ann = await services.nurse('ann')
    let password = testPassword
    for (let round = 0; round < 12; round += 1) {
      await services.database.pool.query('delete from limit_counters')
      const code = await resetFor(ann)
      const next = `amber kettle glacier ${round}`
      const thief = services.stranger()
      const [, reset] = await Promise.all([
        delay((11 - round) * 9).then(() => signIn(thief, ann.email, password)),
        delay(round * 9).then(() => submitReset(services.stranger(), code, next)),
      ])
      expect(reset.status).toBe(200)
      expect(await isSignedIn(thief)).toBe(false)
      password = next
    }
  })

  test('can sign in even when their registration was interrupted', async () => {
    const ann = await services.nurse('ann')
    await services.database.pool.query('delete from accounts')
    expect((await signIn(services.stranger(), ann.email)).status).toBe(401)
    expect((await submitReset(services.stranger(), await resetFor(ann))).status).toBe(200)
    expect((await signIn(services.stranger(), ann.email, newPassword)).status).toBe(200)
  })

  test('gets nothing with half a code, none, or one that is not a string', async () => {
    await resetFor(await services.nurse('ann'))
    const code = lastCode(services, 'reset_password')
    for (const token of [undefined, null, '', [], [code], {}, code.slice(1), `${code}=`, 'null', '*', '%']) {
      const { status } = await submitReset(services.stranger(), token)
      expect([400, 422]).toContain(status)
    }
    const confirmation = lastCode(services, 'verify_email')
    expect((await submitReset(services.stranger(), confirmation)).status).toBe(400)
    expect((await confirm(services.stranger(), code)).status).toBe(400)
    expect((await submitReset(services.stranger(), code)).status).toBe(200)
  })

  test('leaves nothing in the database that a thief could use', async () => {
    const code = await resetFor(await services.nurse('ann'))
    const confirmation = lastCode(services, 'verify_email')
    const { rows } = await services.database.pool.query('select * from verifications')
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(confirmation)
    for (const { identifier } of rows)
      expect((await submitReset(services.stranger(), identifier)).status).toBe(400)
  })

  test('gets a link to the configured address, whatever the Host header says', async () => {
    const ann = await services.nurse('ann')
    const forged = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example',
    }
    expect((await ask(services.stranger(), ann.email, forged)).status).toBe(200)
    const mail = services.outbox().at(-1)
    expect(mail?.kind).toBe('reset_password')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
    expect(mail?.text).toContain('http://localhost:8080/login?mode=resetPassword&oobCode=')
  })

  test('cannot be redirected to another site by the request', async () => {
    const ann = await services.nurse('ann')
    const body = { email: ann.email, redirectTo: 'https://evil.example' }
    const answer = await services.stranger().json('POST', '/api/auth/request-password-reset', body)
    expect(answer.status).toBe(422)
  })
})

describe('a nurse of an installation with a mail server', () => {
  test('confirms their address with a link that signs them in, once', async () => {
    const browser = mailing.stranger()
    expect(await (await register(browser)).json()).toEqual({ user: null, isVerificationRequired: true })
    expect(browser.cookies.size).toBe(0)
    expect((await signIn(browser, 'ann@nurses.example')).status).toBe(401)
    const code = lastCode(mailing, 'verify_email')
    expect(mailing.outbox().at(-1)?.text).toContain(
      `http://localhost:8080/login?mode=verifyEmail&oobCode=${code}`,
    )
    const phone = mailing.stranger()
    expect((await confirm(phone, code)).status).toBe(200)
    expect(await (await phone.fetch('/api/users/me')).json()).toMatchObject({ emailVerified: true })
    expect((await confirm(mailing.stranger(), code)).status).toBe(400)
    expect((await signIn(browser, 'ann@nurses.example')).status).toBe(200)
    expect(await actionsOf(mailing)).toContain('auth_email_verified')
  })

  test('is signed in by one of twenty concurrent clicks', async () => {
    await register(mailing.stranger())
    const code = lastCode(mailing, 'verify_email')
    const browsers = Array.from({ length: 20 }, () => mailing.stranger())
    await Promise.all(browsers.map((browser) => confirm(browser, code)))
    expect(browsers.filter(({ cookies }) => cookies.has('lanyard.session'))).toHaveLength(1)
    const { rows } = await mailing.database.pool.query('select id from sessions')
    expect(rows).toHaveLength(1)
  })

  test('has a day for it, and a newer link ends the older one', async () => {
    const browser = mailing.stranger()
    await register(browser)
    const first = lastCode(mailing, 'verify_email')
    await browser.json('POST', '/api/auth/send-verification-email', { email: 'ann@nurses.example' })
    const second = lastCode(mailing, 'verify_email')
    expect(second).not.toBe(first)
    expect((await confirm(browser, first)).status).toBe(400)
    mailing.clock.advance(24 * 60 * MINUTE)
    expect((await confirm(browser, second)).status).toBe(400)
    mailing.clock.advance(MINUTE)
    await browser.json('POST', '/api/auth/send-verification-email', { email: 'ann@nurses.example' })
    mailing.clock.advance(23 * 60 * MINUTE)
    expect((await confirm(browser, lastCode(mailing, 'verify_email'))).status).toBe(200)
  })

  test('is notified when someone registers their address again, who learns nothing', async () => {
    const fresh = await register(mailing.stranger())
    await confirm(mailing.stranger(), lastCode(mailing, 'verify_email'))
    const known = await register(mailing.stranger(), 'ANN@nurses.example', 'Eve')
    expect(known.status).toBe(fresh.status)
    expect(await known.text()).toBe(await fresh.text())
    expect(headersOf(known)).toEqual(headersOf(fresh))
    expect(mailing.outbox().at(-1)).toMatchObject({ to: 'ann@nurses.example', kind: 'existing_account' })
    expect(mailing.outbox().at(-1)?.text).toContain('Hello Ann')
    expect((await signIn(mailing.stranger(), 'ann@nurses.example')).status).toBe(200)
  })

  test('twenty concurrent registrations of one address learn nothing either', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(mailing.stranger())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    const { rows } = await mailing.database.pool.query('select id from users')
    expect(rows).toHaveLength(1)
    expect(mailing.outbox().length).toBeLessThanOrEqual(3)
  })
})

describe('a stranger cannot tell whether an address has an account', () => {
  const cases: [string, (browser: Browser, email: string) => Promise<Response>][] = [
    ['by signing in', (browser, email) => signIn(browser, email, 'not the password')],
    ['by asking for a new password', (browser, email) => ask(browser, email)],
  ]
  test.each(sampleOf(cases, 2))('%s', async (_name, send) => {
    await padded.nurse('ann')
    await expectSameAnswers(
      (kind) => send(padded.stranger(), kind === 'known' ? 'ann@nurses.example' : 'bob@nurses.example'),
      () => padded.database.pool.query('delete from limit_counters'),
    )
  })
})
