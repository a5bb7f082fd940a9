import { beforeEach, expect, test } from 'vitest'
import { isSignedIn } from '#testing/auth-requests.ts'
import type { Browser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { testPassword } from '#testing/test-services.ts'
import { removeOldSessions } from './session-store.ts'

const days = 86_400_000
const services = await openFileServices()

beforeEach(async () => void (await services.nurse('ann')))

/** A browser that does not sign in again by itself. */
async function signedIn(more: object = {}): Promise<Browser> {
  const browser = services.stranger()
  await signIn(browser, more)
  return browser
}

const signIn = (browser: Browser, more: object = {}) =>
  browser.json('POST', '/api/auth/sign-in/email', {
    email: 'ann@nurses.example',
    password: testPassword,
    ...more,
  })

async function end(browser: Browser): Promise<string> {
  const response = await browser.fetch('/api/auth/ended-session')
  expect(response.status).toBe(200)
  return ((await response.json()) as { session: string }).session
}

const current = async (browser: Browser) => (await browser.fetch('/api/auth/get-session')).json()

test('a browser is informed that its session timed out, until the same person signs in again', async () => {
  const phone = await signedIn()
  expect(await end(phone)).toBe('open')
  services.clock.advance(15 * days)
  expect(await isSignedIn(phone)).toBe(false)
  expect(await current(phone)).toBeNull()
  expect(await end(phone)).toBe('timed_out')
  await signIn(phone)
  expect(await end(phone)).toBe('open')
  const { rows } = await services.database.pool.query('select id from sessions')
  // One belongs to the phone and replaced the earlier one. The other belongs to the nurse's own browser.
  expect(rows).toHaveLength(2)
})

test('the notice is available for 30 days after the latest possible end of a used session', async () => {
  const phone = await signedIn()
  for (let used = 0; used < 3; used += 1) {
    services.clock.advance(9 * days)
    expect(await isSignedIn(phone)).toBe(true)
  }
  services.clock.advance(32 * days)
  await removeOldSessions(services.db, services.clock)
  expect([await current(phone), await end(phone)]).toEqual([null, 'timed_out'])
  services.clock.advance(2 * days)
  await removeOldSessions(services.db, services.clock)
  expect([await current(phone), await end(phone)]).toEqual([null, 'none'])
})

test('a session that someone ended is not reported as timed out, even if it had timed out before', async () => {
  const phone = await signedIn()
  await phone.json('POST', '/api/auth/sign-out', {})
  expect(await end(phone)).toBe('none')

  const lost = await signedIn()
  services.clock.advance(15 * days)
  const home = services.stranger()
  await signIn(home)
  expect(await end(lost)).toBe('timed_out')
  expect((await home.fetch('/api/users/me/sessions', { method: 'DELETE' })).status).toBe(200)
  expect(await end(lost)).toBe('none')
})

test('a brief session, a session on a shared computer and a missing session are not reported as timed out', async () => {
  const [brief, shared] = [await signedIn({ rememberMe: false }), await signedIn({ isShared: true })]
  services.clock.advance(2 * days)
  expect([await end(brief), await end(shared), await end(services.stranger())]).toEqual([
    'none',
    'none',
    'none',
  ])
})
