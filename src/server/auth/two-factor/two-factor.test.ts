import { describe, expect, test } from 'vitest'
import { isSignedIn, post, problemCode } from '#testing/auth-requests.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import type { Browser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { type Nurse, testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const SECOND = 1000

const services = await openFileServices()

const statusOf = async (answer: Promise<Response>) => (await answer).status

type Guarded = { ann: Nurse; secret: string; recoveryCodes: string[]; now(): string }

/** A nurse with an authenticator app, whose first code is used up. */
async function guarded(): Promise<Guarded> {
  const ann = await services.nurse('ann')
  const { secret } = (await (await post(ann, '/second-factor/start')).json()) as { secret: string }
  const now = () => codeAt(secret, services.clock.now())
  const confirmed = await post(ann, '/second-factor/confirm', { code: now() })
  expect(confirmed.status).toBe(200)
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  services.clock.advance(MINUTE)
  return { ann, secret, recoveryCodes, now }
}

const signIn = (browser: Browser, more: object = {}) =>
  post(browser, '/sign-in/email', { email: 'ann@nurses.example', password: testPassword, ...more })

/** A browser that entered the password and now needs the two-factor code. */
async function halfIn(more: object = {}): Promise<Browser> {
  const browser = services.stranger()
  expect(await problemCode(signIn(browser, more))).toBe('second_factor_needed')
  return browser
}

describe('a nurse turns on two-factor authentication', () => {
  test('with their app, and gets ten recovery codes and a mail with a link to undo it', async () => {
    const ann = await services.nurse('ann')
    const phone = services.stranger()
    await signIn(phone)
    const before = ann.cookies.get('lanyard.session')
    const started = (await (await post(ann, '/second-factor/start')).json()) as {
      secret: string
      uri: string
    }
    expect(started.uri).toBe(
      `otpauth://totp/Lanyard:ann%40nurses.example?secret=${started.secret}&issuer=Lanyard&digits=6&period=30`,
    )
    expect(started.secret.length).toBeGreaterThanOrEqual(32)
    expect(await isSignedIn(phone)).toBe(true)
    const code = codeAt(started.secret, services.clock.now())
    const { recoveryCodes } = (await (await post(ann, '/second-factor/confirm', { code })).json()) as {
      recoveryCodes: string[]
    }
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const recovery of recoveryCodes)
      expect(recovery).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){5}-[0-9a-z]{2}$/)
    expect(await isSignedIn(ann)).toBe(true)
    expect(ann.cookies.get('lanyard.session')).not.toBe(before)
    expect(await isSignedIn(phone)).toBe(false)
    const mail = services.outbox().at(-1)
    expect(mail).toMatchObject({ to: ann.email, kind: 'second_factor_on' })
    expect(mail?.text).toContain('http://localhost:8080/login?mode=revertSecondFactorAddition&oobCode=')
  })

  test('and the database stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await guarded()
    const kept = JSON.stringify([
      (await services.database.pool.query('select * from second_factors')).rows,
      (await services.database.pool.query('select * from recovery_codes')).rows,
    ])
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(Buffer.from(secret).toString('base64'))
    for (const recovery of recoveryCodes) {
      expect(kept).not.toContain(recovery)
      expect(kept).not.toContain(recovery.replaceAll('-', ''))
    }
  })

  test('only with the right code, and only once', async () => {
    const ann = await services.nurse('ann')
    expect(await problemCode(post(ann, '/second-factor/confirm', { code: '123456' }))).toBe('code_wrong')
    const { secret } = (await (await post(ann, '/second-factor/start')).json()) as { secret: string }
    const wrong = codeAt(secret, new Date(services.clock.now().getTime() + 10 * MINUTE))
    expect(await problemCode(post(ann, '/second-factor/confirm', { code: wrong }))).toBe('code_wrong')
    expect(await statusOf(signIn(services.stranger()))).toBe(200)
    const right = codeAt(secret, services.clock.now())
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => statusOf(post(ann, '/second-factor/confirm', { code: right }))),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(await problemCode(post(ann, '/second-factor/start'))).toBe('second_factor_is_on')
  })

  test('only when they reauthenticated in the last ten minutes', async () => {
    const ann = await services.nurse('ann')
    services.clock.advance(10 * MINUTE)
    for (const path of ['start', 'confirm', 'recovery-codes', 'remove']) {
      expect(await problemCode(post(ann, `/second-factor/${path}`, { code: '123456' }))).toBe(
        'reauthentication_needed',
      )
    }
    expect(await problemCode(post(ann, '/reauthenticate', { password: 'not the right one' }))).toBe(
      'INVALID_PASSWORD',
    )
    expect(await statusOf(post(ann, '/second-factor/start'))).toBe(401)
    expect(await statusOf(post(ann, '/reauthenticate', { password: testPassword }))).toBe(200)
    services.clock.advance(9 * MINUTE)
    expect(await statusOf(post(ann, '/second-factor/start'))).toBe(200)
    services.clock.advance(MINUTE)
    expect(await statusOf(post(ann, '/second-factor/start'))).toBe(401)
  })

  test.each(['start', 'confirm', 'recovery-codes', 'remove'])('not when signed out: %s', async (path) => {
    expect(await problemCode(post(services.stranger(), `/second-factor/${path}`))).toBe('not_authenticated')
  })
})

describe('with two-factor authentication', () => {
  test('a password alone gives no access at all', async () => {
    await guarded()
    const browser = await halfIn()
    expect(browser.cookies.has('lanyard.session')).toBe(true)
    for (const path of [
      'users/me',
      'users/me/sessions',
      'users/me/sign-in-methods',
      'credentials',
      'reminders',
    ]) {
      expect(await statusOf(browser.fetch(`/api/${path}`))).toBe(401)
    }
    expect(await (await browser.fetch('/api/auth/get-session')).json()).toBeNull()
    const change = { currentPassword: testPassword, newPassword: 'amber kettle glacier 7' }
    expect(await statusOf(post(browser, '/change-password', change))).toBe(401)
    expect(await statusOf(post(browser, '/change-email', { newEmail: 'eve@nurses.example' }))).toBe(401)
    expect(await statusOf(post(browser, '/second-factor/remove'))).toBe(401)
    expect(await statusOf(post(browser, '/reauthenticate', { password: testPassword }))).toBe(401)
    expect(await statusOf(post(browser, '/passkey/options-to-add'))).toBe(401)
    expect(await statusOf(post(browser, '/link-provider', { provider: 'x' }))).toBe(401)
    expect(await statusOf(browser.json('DELETE', '/api/users/me', { password: testPassword }))).toBe(401)
  })

  test('nor does an emailed link, nor a link to confirm an address', async () => {
    const { now } = await guarded()
    const browser = services.stranger()
    await post(services.stranger(), '/request-sign-in-link', { email: 'ann@nurses.example' })
    const code = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
    expect(await problemCode(post(browser, '/sign-in/link', { token: code }))).toBe('second_factor_needed')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await statusOf(post(browser, '/sign-in/second-factor', { code: now() }))).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    await services.database.pool.query('update users set email_verified = false')
    await post(services.stranger(), '/send-verification-email', { email: 'ann@nurses.example' })
    const confirm = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
    expect(await problemCode(post(services.stranger(), '/verify-email', { token: confirm }))).toBe(
      'second_factor_needed',
    )
  })

  test('they sign in with a code, under a new token, for as long as they chose', async () => {
    const { now } = await guarded()
    const lives: [object, RegExp | null, string][] = [
      [{}, /Max-Age=5184000/, 'remembered'],
      [{ rememberMe: false }, null, 'brief'],
      [{ isShared: true }, null, 'shared'],
    ]
    for (const [more, maxAge, kind] of lives) {
      const browser = await halfIn(more)
      const half = browser.cookies.get('lanyard.session')
      const opened = await post(browser, '/sign-in/second-factor', { code: now() })
      expect(opened.status).toBe(200)
      const line = opened.headers.getSetCookie().find((cookie) => cookie.startsWith('lanyard.session=')) ?? ''
      if (maxAge) expect(line).toMatch(maxAge)
      else expect(line).not.toMatch(/max-age|expires/i)
      expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
      expect(browser.cookies.get('lanyard.session')).not.toBe(half)
      expect(await (await browser.fetch('/api/auth/get-session')).json()).toMatchObject({ session: { kind } })
      services.clock.advance(MINUTE)
    }
  })

  test('a code is valid for its own 30 seconds, from the first to the last', async () => {
    const { secret } = await guarded()
    for (const [at, status] of [
      [-1, 422],
      [0, 200],
      [29, 200],
      [30, 422],
      [60, 422],
    ] as const) {
      services.clock.set('2026-12-01T12:00:00.000Z')
      const code = codeAt(secret, services.clock.now())
      const browser = await halfIn()
      await services.database.pool.query('update second_factors set used_step = null')
      services.clock.advance(at * SECOND)
      expect(await statusOf(post(browser, '/sign-in/second-factor', { code })), `${at}`).toBe(status)
    }
  })

  test('a code that was just valid is refused, but not logged as a failed attempt', async () => {
    const { ann, secret } = await guarded()
    const failed = async () => {
      const { rows } = await services.database.pool.query(
        "select id from audit_records where user_id = $1 and action = 'auth_second_factor_failed'",
        [ann.id],
      )
      return rows.length
    }
    for (const [away, count] of [
      [-30, 0],
      [30, 0],
      [-60, 1],
      [60, 2],
    ] as const) {
      const code = codeAt(secret, new Date(services.clock.now().getTime() + away * SECOND))
      expect(await problemCode(post(await halfIn(), '/sign-in/second-factor', { code }))).toBe('code_wrong')
      expect(await failed(), `${away}`).toBe(count)
    }
  })

  test('a code works once, for the first to use it, and no older code works after it', async () => {
    const { secret, now } = await guarded()
    const older = codeAt(secret, new Date(services.clock.now().getTime() - 30 * SECOND))
    const code = now()
    expect(await statusOf(post(await halfIn(), '/sign-in/second-factor', { code }))).toBe(200)
    const thief = await halfIn()
    expect(await problemCode(post(thief, '/sign-in/second-factor', { code }))).toBe('code_wrong')
    expect(await problemCode(post(thief, '/sign-in/second-factor', { code: older }))).toBe('code_wrong')
    expect(await isSignedIn(thief)).toBe(false)
  })

  test('of twenty concurrent uses of one code one succeeds, in one browser or in many', async () => {
    const { now } = await guarded()
    const one = await halfIn()
    const half = new Map(one.cookies)
    const copies = Array.from({ length: 20 }, () => {
      const copy = services.stranger()
      for (const [name, value] of half) copy.cookies.set(name, value)
      return copy
    })
    const code = now()
    await Promise.all(copies.map((copy) => post(copy, '/sign-in/second-factor', { code })))
    expect((await Promise.all(copies.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
    services.clock.advance(MINUTE)
    await services.database.pool.query('delete from limit_counters')
    const many: Browser[] = []
    for (let i = 0; i < 8; i += 1) many.push(await halfIn())
    const next = now()
    await Promise.all(many.map((browser) => post(browser, '/sign-in/second-factor', { code: next })))
    expect((await Promise.all(many.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
  })

  test('five wrong codes end the sign-in, and even the right one fails after them', async () => {
    const { now } = await guarded()
    const browser = await halfIn()
    const wrong = now() === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i += 1) {
      expect(await problemCode(post(browser, '/sign-in/second-factor', { code: wrong }))).toBe('code_wrong')
    }
    expect(await problemCode(post(browser, '/sign-in/second-factor', { code: now() }))).toBe(
      'second_factor_over',
    )
    expect(await isSignedIn(browser)).toBe(false)
    expect(await statusOf(post(await halfIn(), '/sign-in/second-factor', { code: now() }))).toBe(200)
  })

  test('after ten wrong codes over many sign-ins anyone with the password has to wait', async () => {
    const { now } = await guarded()
    const wrong = now() === '000000' ? '000001' : '000000'
    for (let i = 0; i < 2; i += 1) {
      const browser = await halfIn()
      for (let j = 0; j < 5; j += 1) await post(browser, '/sign-in/second-factor', { code: wrong })
    }
    expect(await statusOf(post(await halfIn(), '/sign-in/second-factor', { code: now() }))).toBe(429)
  })

  test('the pending sign-in lasts ten minutes', async () => {
    const { now } = await guarded()
    const browser = await halfIn()
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(post(browser, '/sign-in/second-factor', { code: now() }))).toBe(
      'second_factor_over',
    )
    const patient = await halfIn()
    services.clock.advance(9 * MINUTE)
    expect(await statusOf(post(patient, '/sign-in/second-factor', { code: now() }))).toBe(200)
  })

  test('each invalid field is named, and nobody signs in without a first factor', async () => {
    const { now } = await guarded()
    const browser = await halfIn()
    for (const [body, path] of [
      [{ code: '12345' }, 'code'],
      [{ code: 123456 }, 'code'],
      [{ recoveryCode: 'abcd' }, 'recoveryCode'],
      [{}, 'code'],
      [{ code: '123456', recoveryCode: 'abcd-efgh-jkmn-pqrs' }, 'code'],
      [{ code: '123456', also: 1 }, 'also'],
    ] as const) {
      const answer = await post(browser, '/sign-in/second-factor', body)
      expect(answer.status).toBe(422)
      expect(JSON.stringify(await answer.json())).toContain(`"path":"${path}"`)
    }
    expect(await problemCode(post(services.stranger(), '/sign-in/second-factor', { code: now() }))).toBe(
      'second_factor_over',
    )
  })
})

describe('a recovery code', () => {
  test('works once, as typed from paper, and the owner is notified', async () => {
    const { recoveryCodes } = await guarded()
    const [first = '', second = ''] = recoveryCodes
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    expect(await statusOf(post(await halfIn(), '/sign-in/second-factor', { recoveryCode: typed }))).toBe(200)
    expect(services.outbox().map(({ kind }) => kind)).toContain('way_in_recovery_code_used')
    expect(await problemCode(post(await halfIn(), '/sign-in/second-factor', { recoveryCode: first }))).toBe(
      'code_wrong',
    )
    const browsers: Browser[] = []
    for (let i = 0; i < 8; i += 1) browsers.push(await halfIn())
    await Promise.all(browsers.map((b) => post(b, '/sign-in/second-factor', { recoveryCode: second })))
    expect((await Promise.all(browsers.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
    const { rows } = await services.database.pool.query('select digest from recovery_codes')
    expect(rows).toHaveLength(8)
  })

  test('no longer works after new ones were created', async () => {
    const { ann, recoveryCodes } = await guarded()
    const renewed = (await (await post(ann, '/second-factor/recovery-codes')).json()) as {
      recoveryCodes: string[]
    }
    expect(renewed.recoveryCodes).toHaveLength(10)
    const browser = await halfIn()
    expect(
      await problemCode(post(browser, '/sign-in/second-factor', { recoveryCode: recoveryCodes[0] })),
    ).toBe('code_wrong')
    const fresh = renewed.recoveryCodes[0]
    expect(await statusOf(post(browser, '/sign-in/second-factor', { recoveryCode: fresh }))).toBe(200)
  })

  test('of another nurse does not work', async () => {
    const { recoveryCodes } = await guarded()
    const bea = await services.nurse('bea')
    const { secret } = (await (await post(bea, '/second-factor/start')).json()) as { secret: string }
    await post(bea, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
    const browser = services.stranger()
    await post(browser, '/sign-in/email', { email: bea.email, password: testPassword })
    expect(
      await problemCode(post(browser, '/sign-in/second-factor', { recoveryCode: recoveryCodes[0] })),
    ).toBe('code_wrong')
  })
})

describe('two-factor authentication is turned off', () => {
  test('by the owner, and the other devices are signed out', async () => {
    const { ann, now } = await guarded()
    const phone = await halfIn()
    await post(phone, '/sign-in/second-factor', { code: now() })
    expect(await statusOf(post(ann, '/second-factor/remove'))).toBe(200)
    expect(await isSignedIn(ann)).toBe(true)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await statusOf(signIn(services.stranger()))).toBe(200)
    expect(services.outbox().map(({ kind }) => kind)).toContain('way_in_second_factor_off')
    expect(await problemCode(post(ann, '/second-factor/remove'))).toBe('second_factor_is_off')
    expect(await problemCode(post(ann, '/second-factor/recovery-codes'))).toBe('second_factor_is_off')
  })

  test('with its code; the password alone is not enough', async () => {
    const { ann, now, recoveryCodes } = await guarded()
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(post(ann, '/reauthenticate', { password: testPassword }))).toBe(
      'second_factor_needed',
    )
    expect(await problemCode(post(ann, '/reauthenticate', { code: '000000' }))).toBe('code_wrong')
    expect(await problemCode(post(ann, '/second-factor/remove'))).toBe('reauthentication_needed')
    expect(await problemCode(ann.json('DELETE', '/api/users/me', { password: testPassword }))).toBe(
      'reauthentication_needed',
    )
    expect(await statusOf(post(ann, '/reauthenticate', { code: now() }))).toBe(200)
    expect(await statusOf(post(ann, '/reauthenticate', { code: now() }))).toBe(422)
    expect(await statusOf(post(ann, '/reauthenticate', { recoveryCode: recoveryCodes[0] }))).toBe(200)
    expect(await statusOf(post(ann, '/second-factor/remove'))).toBe(200)
  })

  test('and guessing there is limited too', async () => {
    const { ann, now } = await guarded()
    const wrong = now() === '000000' ? '000001' : '000000'
    await services.database.pool.query('delete from limit_counters')
    for (let i = 0; i < 10; i += 1) {
      expect(await problemCode(post(ann, '/reauthenticate', { code: wrong }))).toBe('code_wrong')
    }
    expect(await statusOf(post(ann, '/reauthenticate', { code: now() }))).toBe(429)
  })

  test('by the link in the mail about it: once of twenty, for seven days, and everyone is signed out', async () => {
    const { ann } = await guarded()
    const link = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
    services.clock.advance(7 * 24 * 60 * MINUTE - 2 * MINUTE)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(services.stranger(), '/second-factor/revert', { token: link })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 200)
    expect(await refused?.json()).toMatchObject({ status: 400, code: 'INVALID_TOKEN' })
    expect(await isSignedIn(ann)).toBe(false)
    const bodies = (await Promise.all(
      answers.filter(({ status }) => status === 200).map((answer) => answer.json()),
    )) as { resetToken: string }[]
    const body = { token: bodies[0]?.resetToken, newPassword: 'amber kettle glacier 7' }
    expect(await statusOf(post(services.stranger(), '/reset-password', body))).toBe(200)
    expect(await problemCode(signIn(services.stranger()))).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('not by that link after seven days', async () => {
    await guarded()
    const link = /oobCode=([\w-]+)/.exec(services.outbox().at(-1)?.text ?? '')?.[1]
    services.clock.advance(7 * 24 * 60 * MINUTE)
    expect(await statusOf(post(services.stranger(), '/second-factor/revert', { token: link }))).toBe(400)
    expect(await problemCode(signIn(services.stranger()))).toBe('second_factor_needed')
  })
})
