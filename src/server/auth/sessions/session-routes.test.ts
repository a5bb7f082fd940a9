import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { rememberNetwork } from '#server/http/client-network.ts'
import { isSignedIn } from '#testing/auth-requests.ts'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { testPassword } from '#testing/test-services.ts'

const MINUTE = 60_000
const sessions = '/api/users/me/sessions'

const services = await openFileServices()
afterEach(() => services.clock.set('2026-03-10T15:00:00.000Z'))

const front = new Hono()
front.use('*', rememberNetwork(services.config, services.log))
front.all('*', (c) => services.app.fetch(c.req.raw, c.env))
/** A browser in the network of this address. */
const at = (address: string) => openBrowser(front, services.config.publicUrl, address)

const signIn = (browser: Browser, more: object = {}, headers: Record<string, string> = {}) =>
  browser.json(
    'POST',
    '/api/auth/sign-in/email',
    { email: 'ann@nurses.example', password: testPassword, ...more },
    headers,
  )

type Item = { id: string; isCurrent: boolean; kind: string; device: string | null; lastUsedAt: string }
const list = async (browser: Browser) =>
  ((await (await browser.fetch(sessions)).json()) as { items: Item[] }).items

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

describe('a nurse', () => {
  test('sees where they are signed in, with device and last use, and no one else’s sessions', async () => {
    const ann = await services.nurse('ann')
    await services.nurse('bea')
    const phone = services.stranger()
    await signIn(phone, {}, { 'User-Agent': iphone })
    const ward = services.stranger()
    await signIn(ward, { isShared: true })
    services.clock.advance(5 * MINUTE)
    await ann.fetch('/api/users/me')
    const seen = await list(ann)
    expect(seen).toEqual([
      {
        ...{ id: expect.any(String), isCurrent: true, kind: 'remembered', device: null },
        createdAt: '2026-03-10T15:00:00.000Z',
        lastUsedAt: services.clock.now().toISOString(),
        endsAt: '2026-04-09T15:00:00.000Z',
      },
      expect.objectContaining({ isCurrent: false, lastUsedAt: '2026-03-10T15:00:00.000Z' }),
      expect.objectContaining({ isCurrent: false, lastUsedAt: '2026-03-10T15:00:00.000Z' }),
    ])
    const others = seen.slice(1).map(({ kind, device }) => `${kind}: ${device}`)
    expect(others.sort()).toEqual(['remembered: Safari on an iPhone', 'shared: null'])
    expect(JSON.stringify(seen)).not.toMatch(/token|digest/)
    services.clock.advance(15 * MINUTE)
    expect(await list(ann)).toHaveLength(2)
  })

  test('ends one, and it no longer works at the next request', async () => {
    const ann = await services.nurse('ann')
    const phone = services.stranger()
    await signIn(phone)
    const other = (await list(ann)).find(({ isCurrent }) => !isCurrent)
    expect((await ann.json('DELETE', `${sessions}/${other?.id}`)).status).toBe(204)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(ann)).toBe(true)
    expect((await ann.json('DELETE', `${sessions}/${other?.id}`)).status).toBe(404)
    const { rows } = await services.database.pool.query('select action from audit_records')
    expect(rows.filter(({ action }) => action === 'auth_session_ended')).toHaveLength(1)
  })

  test('ends all others and keeps the current one', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const phones = [services.stranger(), services.stranger()]
    for (const phone of phones) await signIn(phone)
    expect(await (await ann.json('DELETE', sessions)).json()).toEqual({ ended: 2 })
    for (const phone of phones) expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(ann)).toBe(true)
    expect(await isSignedIn(bea)).toBe(true)
    expect(await (await ann.json('DELETE', sessions)).json()).toEqual({ ended: 0 })
  })

  test('ends the current one, and is signed out', async () => {
    const ann = await services.nurse('ann')
    const [own] = await list(ann)
    expect((await ann.json('DELETE', `${sessions}/${own?.id}`)).status).toBe(204)
    expect(await isSignedIn(ann)).toBe(false)
  })

  test('must reauthenticate before ending others, but not before signing out this browser', async () => {
    const ann = await services.nurse('ann')
    const phone = services.stranger()
    await signIn(phone)
    const other = (await list(ann)).find(({ isCurrent }) => !isCurrent)
    services.clock.advance(10 * MINUTE)
    for (const path of [sessions, `${sessions}/${other?.id}`]) {
      const refused = await ann.json('DELETE', path)
      expect(refused.status).toBe(401)
      expect(await refused.json()).toMatchObject({ code: 'reauthentication_needed' })
    }
    expect(await isSignedIn(phone)).toBe(true)
    const again = await ann.json('POST', '/api/auth/reauthenticate', { password: testPassword })
    expect(again.status).toBe(200)
    expect((await ann.json('DELETE', `${sessions}/${other?.id}`)).status).toBe(204)
    expect(await isSignedIn(phone)).toBe(false)
    services.clock.advance(10 * MINUTE)
    const own = (await list(ann)).find(({ isCurrent }) => isCurrent)
    expect((await ann.json('DELETE', `${sessions}/${own?.id}`)).status).toBe(204)
    expect(await isSignedIn(ann)).toBe(false)
  })

  test('cannot end someone else’s, nor one that does not exist', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const [foreign] = await list(bea)
    const refused = await ann.json('DELETE', `${sessions}/${foreign?.id}`)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'session_not_owned' })
    expect(await isSignedIn(bea)).toBe(true)
    for (const id of ['nothing', '%00', 'x'.repeat(101)]) {
      expect([404, 422]).toContain((await ann.json('DELETE', `${sessions}/${id}`)).status)
    }
  })
})

describe('a stranger', () => {
  test.each([
    ['GET', sessions],
    ['DELETE', sessions],
    ['DELETE', `${sessions}/abc`],
  ])('is signed out at %s %s', async (method, path) => {
    expect((await services.stranger().json(method, path)).status).toBe(401)
  })
})

describe('on a shared computer', () => {
  test('a session ends after 15 minutes without use, and after twelve hours in any case', async () => {
    await services.nurse('ann')
    const ward = services.stranger()
    const opened = await signIn(ward, { isShared: true, rememberMe: true })
    for (const line of opened.headers.getSetCookie()) expect(line).not.toMatch(/max-age=[1-9]|expires/i)
    expect([...ward.cookies.keys()]).toEqual(expect.arrayContaining(['lanyard.session']))
    expect(ward.cookies.has('lanyard.device')).toBe(false)
    for (let used = 0; used < 51; used += 1) {
      services.clock.advance(14 * MINUTE)
      expect(await isSignedIn(ward)).toBe(true)
    }
    services.clock.advance(6 * MINUTE)
    expect(await isSignedIn(ward)).toBe(false)
    await signIn(ward, { isShared: true })
    services.clock.advance(15 * MINUTE)
    expect(await isSignedIn(ward)).toBe(false)
    expect(await (await ward.fetch('/api/auth/get-session')).json()).toBeNull()
  })

  test('the session remains a shared one after a password change', async () => {
    await services.nurse('ann')
    const ward = services.stranger()
    await signIn(ward, { isShared: true })
    const changed = await ward.json('POST', '/api/auth/change-password', {
      currentPassword: testPassword,
      newPassword: 'amber kettle glacier 7',
    })
    expect(changed.status).toBe(200)
    for (const line of changed.headers.getSetCookie()) expect(line).not.toMatch(/max-age=[1-9]|expires/i)
    services.clock.advance(15 * MINUTE)
    expect(await isSignedIn(ward)).toBe(false)
  })
})

describe('a sign-in from a new device', () => {
  const told = () => services.outbox().filter(({ kind }) => kind === 'new_device')

  test('sends a mail once for each device, but not for the first one', async () => {
    const ann = await services.nurse('ann')
    expect(told()).toEqual([])
    await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'America/Chicago' } })
    const phone = services.stranger()
    await signIn(phone, {}, { 'User-Agent': iphone })
    expect(told()).toMatchObject([{ to: ann.email }])
    expect(told()[0]?.text).toContain('Safari on an iPhone')
    expect(told()[0]?.text).toContain('March 10, 2026 at 10:00 AM CDT')
    await phone.json('POST', '/api/auth/sign-out')
    await signIn(phone)
    await ann.signIn()
    expect(told()).toHaveLength(1)
  })

  test('is recognized by a random id that is stored as a hash, and by nothing else', async () => {
    await services.nurse('ann')
    const phone = services.stranger()
    await signIn(phone)
    const id = phone.cookies.get('lanyard.device')?.split('.')[0] ?? ''
    expect(id).toMatch(/^[\w-]{22}$/)
    const { rows } = await services.database.pool.query('select * from known_devices')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(id)
    const twin = services.stranger()
    await signIn(twin)
    expect(told()).toHaveLength(2)
  })

  test('is reported for a device that another nurse has used', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    await signIn(bea)
    expect(told()).toMatchObject([{ to: ann.email }])
  })

  test('is reported for a known device in a new network, once for each network, also from an app', async () => {
    await services.nurse('ann')
    const laptop = at('203.0.113.7')
    await signIn(laptop)
    expect(told()).toHaveLength(1)
    const move = async (address: string) => {
      const moved = at(address)
      for (const [name, value] of laptop.cookies) moved.cookies.set(name, value)
      await signIn(moved)
    }
    await move('203.0.113.200')
    expect(told()).toHaveLength(1)
    await move('198.51.100.1')
    await move('198.51.100.2')
    expect(told()).toHaveLength(2)
    expect(told()[1]?.text).toContain('You signed in from a new network')
    await move('2001:db8:7:1::1')
    await move('2001:db8:7:2::1')
    expect(told()).toHaveLength(3)

    const app = (address: string) =>
      at(address).json('POST', '/v1/accounts:signInWithPassword?key=any', {
        ...{ email: 'ann@nurses.example', password: testPassword },
      })
    for (const address of ['203.0.113.7', '203.0.113.8', '198.18.0.9']) await app(address)
    expect(told().map(({ text }) => text.includes('from a new network'))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ])
    const { rows } = await services.database.pool.query('select * from known_networks')
    expect(rows).toHaveLength(5)
    expect(JSON.stringify(rows)).not.toContain('203.0')
  })

  test('is reported each time on a shared computer', async () => {
    await services.nurse('ann')
    const ward = services.stranger()
    await signIn(ward, { isShared: true })
    await signIn(ward, { isShared: true })
    expect(told()).toHaveLength(2)
    expect(told()[0]?.text).toContain('shared computer')
  })
})
