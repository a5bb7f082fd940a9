import { describe, expect, test } from 'vitest'
import { passwordCost } from '#server/auth/password-hash.ts'
import { responseTimePadding } from '#server/auth/response-time.ts'
import type { Browser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { expectSameAnswers } from '#testing/response-times.ts'
import { type TestServices, testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000

/** Opens the account immediately, as without a mail server. */
const services = await openFileServices()
/** Has a mail server, so that an address is confirmed first. Its responses take as long as in production. */
const mailing = await openFileServices({
  env: { SMTP_URL: 'smtp://localhost:2525' },
  responseTimePadding,
  passwordCost,
})

const ask = (browser: Browser, email: string, more: object = {}) =>
  browser.json('POST', '/api/auth/request-sign-in-link', { email, ...more })

const open = (browser: Browser, token: unknown, more: object = {}) =>
  browser.json('POST', '/api/auth/sign-in/link', { token, ...more })

function lastLink(of: TestServices): string {
  const mail = of.outbox().findLast(({ kind }) => kind === 'sign_in_link')
  return /mode=signIn&oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function linkFor(email: string): Promise<string> {
  await ask(services.stranger(), email)
  return lastLink(services)
}

describe('a nurse who signs in by an emailed link', () => {
  test('signs in with it once, and keeps their password', async () => {
    const ann = await services.nurse('ann')
    const code = await linkFor(ann.email)
    expect(services.outbox().at(-1)?.text).toContain(
      `http://localhost:8080/login?mode=signIn&oobCode=${code}`,
    )
    const phone = services.stranger()
    const opened = await open(phone, code)
    expect(opened.status).toBe(200)
    expect(await opened.text()).not.toMatch(/token/)
    expect(await (await phone.fetch('/api/users/me')).json()).toMatchObject({
      id: ann.id,
      emailVerified: true,
    })
    expect(await (await open(services.stranger(), code)).json()).toMatchObject({
      status: 400,
      code: 'INVALID_TOKEN',
      detail: 'This link was already used or has expired. Request a new one.',
    })
    expect((await ann.signIn()).status).toBe(200)
  })

  test('is signed in by one of twenty concurrent clicks', async () => {
    const ann = await services.nurse('ann')
    const code = await linkFor(ann.email)
    const browsers = Array.from({ length: 20 }, () => services.stranger())
    const answers = await Promise.all(browsers.map((browser) => open(browser, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(browsers.filter(({ cookies }) => cookies.has('lanyard.session'))).toHaveLength(1)
    const { rows } = await services.database.pool.query('select id from sessions')
    expect(rows).toHaveLength(2)
  })

  test('has ten minutes, and a newer link ends the older one', async () => {
    const ann = await services.nurse('ann')
    const first = await linkFor(ann.email)
    const second = await linkFor(ann.email)
    expect((await open(services.stranger(), first)).status).toBe(400)
    services.clock.advance(10 * MINUTE)
    expect((await open(services.stranger(), second)).status).toBe(400)
    await services.database.pool.query('delete from limit_counters')
    const third = await linkFor(ann.email)
    services.clock.advance(9 * MINUTE)
    expect((await open(services.stranger(), third)).status).toBe(200)
  })

  test('stays signed in as long as they chose', async () => {
    const ann = await services.nurse('ann')
    const life = async (more: object) => {
      await services.database.pool.query('delete from limit_counters')
      const answer = await open(services.stranger(), await linkFor(ann.email), more)
      return answer.headers.getSetCookie().find((line) => line.startsWith('lanyard.session='))
    }
    expect(await life({})).toMatch(/Max-Age=5184000/)
    expect(await life({ rememberMe: false })).not.toMatch(/max-age|expires/i)
    expect(await life({ isShared: true })).not.toMatch(/max-age|expires/i)
    const { rows } = await services.database.pool.query('select kind from sessions order by kind')
    expect(rows.map(({ kind }) => kind)).toEqual(['brief', 'remembered', 'remembered', 'shared'])
  })

  test('cannot use it after setting a new password', async () => {
    const ann = await services.nurse('ann')
    const code = await linkFor(ann.email)
    await services.stranger().json('POST', '/api/auth/request-password-reset', { email: ann.email })
    const reset = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
    const body = { token: reset, newPassword: 'amber kettle glacier 7' }
    expect((await services.stranger().json('POST', '/api/auth/reset-password', body)).status).toBe(200)
    expect((await open(services.stranger(), code)).status).toBe(400)
  })

  test('cannot sign in with half a code, a code for something else, or the stored hash', async () => {
    const ann = await services.nurse('ann')
    const code = await linkFor(ann.email)
    await services.stranger().json('POST', '/api/auth/request-password-reset', { email: ann.email })
    const reset = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
    const { rows } = await services.database.pool.query('select identifier from verifications')
    expect(JSON.stringify(rows)).not.toContain(code)
    for (const token of [
      undefined,
      null,
      '',
      [code],
      code.slice(1),
      reset,
      ...rows.map((r) => r.identifier),
    ]) {
      expect([400, 422]).toContain((await open(services.stranger(), token)).status)
    }
    expect((await open(services.stranger(), code)).status).toBe(200)
  })

  test('cannot be redirected to another site, and gets no account by it', async () => {
    const body = { callbackURL: 'https://evil.example' }
    expect((await ask(services.stranger(), 'ann@nurses.example', body)).status).toBe(422)
    expect((await ask(services.stranger(), 'ann@nurses.example')).status).toBe(200)
    expect(services.outbox()).toEqual([])
    expect((await services.database.pool.query('select id from users')).rows).toEqual([])
  })
})

describe('nobody', () => {
  const compare = (send: (browser: Browser, kind: 'known' | 'unknown') => Promise<Response>) =>
    expectSameAnswers(
      (kind) => send(mailing.stranger(), kind),
      () => mailing.database.pool.query('delete from limit_counters'),
    )

  test('can tell whether an address has an account, by asking for a link', async () => {
    const registration = { email: 'ann@nurses.example', password: testPassword, name: 'Ann' }
    await mailing.stranger().json('POST', '/api/auth/sign-up/email', registration)
    await compare((browser, kind) =>
      ask(browser, kind === 'known' ? 'ann@nurses.example' : 'bob@nurses.example'),
    )
  })

  test('nor by registering it', { tags: 'long' }, async () => {
    const register = (browser: Browser, email: string) =>
      browser.json('POST', '/api/auth/sign-up/email', { email, password: testPassword, name: 'Ann' })
    await register(mailing.stranger(), 'ann@nurses.example')
    let strangers = 0
    const unknown = () => `nobody${++strangers}@nurses.example`
    await compare((browser, kind) => register(browser, kind === 'known' ? 'ann@nurses.example' : unknown()))
  })

  test('nor by changing their own to it', { tags: 'long' }, async () => {
    const email = 'bea@nurses.example'
    const bea = mailing.stranger()
    await bea.json('POST', '/api/auth/sign-up/email', { email, password: testPassword, name: 'Bea' })
    const token = /oobCode=([\w-]+)/.exec(mailing.outbox().at(-1)?.text ?? '')?.[1]
    await bea.json('POST', '/api/auth/verify-email', { token, password: testPassword, name: 'Bea' })
    const change = (newEmail: string) => bea.json('POST', '/api/auth/change-email', { newEmail })
    await compare((_browser, kind) => change(kind === 'known' ? email : 'nobody@nurses.example'))
  })

  test('can send more than three links an hour to one address', async () => {
    const ann = await services.nurse('ann')
    await services.database.pool.query('delete from limit_counters')
    services.outbox().length = 0
    for (const email of [ann.email, 'nobody@nurses.example']) {
      const statuses: number[] = []
      for (let i = 0; i < 4; i += 1) statuses.push((await ask(services.stranger(), email)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    }
    expect(services.outbox()).toHaveLength(3)
    const reset = { email: ann.email }
    expect((await services.stranger().json('POST', '/api/auth/request-password-reset', reset)).status).toBe(
      429,
    )
  })
})
