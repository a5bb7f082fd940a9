import { describe, expect, test } from 'vitest'
import { removeOldCodes } from '#server/auth/action-code-store.ts'
import { isSignedIn } from '#testing/auth-requests.ts'
import type { Browser } from '#testing/browser.ts'
import { copyBrowser, openFileServices } from '#testing/file-services.ts'
import { testPassword } from '#testing/test-services.ts'
import { removeOldSessions } from './session-store.ts'

const services = await openFileServices()

const signIn = (browser: Browser, more: Record<string, unknown> = {}) =>
  browser.json('POST', '/api/auth/sign-in/email', {
    email: 'ann@nurses.example',
    password: testPassword,
    ...more,
  })

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await services.database.pool.query(`select * from ${table}`)).rows
}

async function actions(): Promise<unknown[]> {
  return (await rows('audit_records')).map(({ action }) => action).sort()
}

describe('a session ends', () => {
  const minutes = 60_000
  const days = 24 * 60 * minutes

  /** Signs in and returns a browser that does not sign in again by itself. */
  async function signedIn(rememberMe: boolean): Promise<Browser> {
    await services.nurse('ann')
    const browser = services.stranger()
    await signIn(browser, { rememberMe })
    return browser
  }

  test('after an hour without use when not remembered', async () => {
    const browser = await signedIn(false)
    services.clock.advance(59 * minutes)
    expect(await isSignedIn(browser)).toBe(true)
    services.clock.advance(59 * minutes)
    expect(await isSignedIn(browser)).toBe(true)
    services.clock.advance(61 * minutes)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await (await browser.fetch('/api/auth/get-session')).json()).toBeNull()
  })

  test('after twelve hours, even when in use', async () => {
    const browser = await signedIn(false)
    for (let used = 0; used < 23; used += 1) {
      services.clock.advance(31 * minutes)
      expect(await isSignedIn(browser)).toBe(true)
    }
    services.clock.advance(8 * minutes)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('with the browser when not remembered, else after 30 days', async () => {
    await services.nurse('ann')
    const cookieOf = (answer: Response) =>
      answer.headers.getSetCookie().find((line) => line.startsWith('lanyard.session=')) ?? ''
    expect(cookieOf(await signIn(services.stranger(), { rememberMe: false }))).not.toMatch(/max-age|expires/i)
    expect(cookieOf(await signIn(services.stranger()))).toMatch(/Max-Age=5184000/)
  })

  test('after fourteen days without use when remembered', async () => {
    const browser = await signedIn(true)
    services.clock.advance(13 * days)
    expect(await isSignedIn(browser)).toBe(true)
    services.clock.advance(13 * days)
    expect(await (await browser.fetch('/api/auth/get-session')).json()).not.toBeNull()
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('at the latest after thirty days when remembered', async () => {
    const browser = await signedIn(true)
    services.clock.advance(13 * days)
    expect(await isSignedIn(browser)).toBe(true)
    services.clock.advance(13 * days)
    expect(await isSignedIn(browser)).toBe(true)
    services.clock.advance(4 * days)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('and its row is removed, with expired codes, while valid ones stay', async () => {
    const browser = await signedIn(false)
    services.clock.advance(1 * days)
    await signIn(services.stranger())
    const bea = await services.nurse('bea')
    await removeOldSessions(services.db, services.clock)
    await removeOldCodes(services.db, services.clock)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(bea)).toBe(true)
    expect(await rows('sessions')).toHaveLength(3)
    expect(await rows('verifications')).toHaveLength(1)
  })

  test('but requesting the session counts as use', async () => {
    const browser = await signedIn(false)
    services.clock.advance(50 * minutes)
    await browser.fetch('/api/auth/get-session')
    services.clock.advance(50 * minutes)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('on every other device when the password changes, and the owner is notified', async () => {
    const ann = await services.nurse('ann')
    const phone = services.stranger()
    await signIn(phone)
    const before = copyBrowser(services, ann)
    const changed = await ann.json('POST', '/api/auth/change-password', {
      currentPassword: testPassword,
      newPassword: 'amber kettle glacier 7',
    })
    expect(changed.status).toBe(200)
    expect(await changed.text()).not.toMatch(/token/)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(before)).toBe(false)
    expect(await isSignedIn(ann)).toBe(true)
    expect((await signIn(services.stranger())).status).toBe(401)
    expect((await signIn(services.stranger(), { password: 'amber kettle glacier 7' })).status).toBe(200)
    const told = services.outbox().filter(({ kind }) => kind === 'password_changed')
    expect(told).toMatchObject([{ to: ann.email }])
    expect(await actions()).toContain('auth_password_changed')
  })

  test('and a brief session stays brief after that', async () => {
    const browser = await signedIn(false)
    const body = { currentPassword: testPassword, newPassword: 'amber kettle glacier 7' }
    await browser.json('POST', '/api/auth/change-password', body)
    services.clock.advance(61 * minutes)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('but not when the current password is wrong or the new one weak', async () => {
    const ann = await services.nurse('ann')
    const change = (currentPassword: string, newPassword: string) =>
      ann.json('POST', '/api/auth/change-password', { currentPassword, newPassword })
    expect(await (await change('not the right one', 'amber kettle glacier 7')).json()).toMatchObject({
      status: 400,
      code: 'INVALID_PASSWORD',
    })
    expect(await (await change(testPassword, 'password123')).json()).toMatchObject({
      status: 422,
      code: 'PASSWORD_TOO_WEAK',
      errors: [{ path: 'newPassword' }],
    })
    expect(await isSignedIn(ann)).toBe(true)
    const body = { currentPassword: testPassword, newPassword: 'amber kettle glacier 7' }
    expect((await services.stranger().json('POST', '/api/auth/change-password', body)).status).toBe(401)
  })
})
