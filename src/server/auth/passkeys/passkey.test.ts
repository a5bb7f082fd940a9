import { describe, expect, test } from 'vitest'
import { isSignedIn, post, problemCode } from '#testing/auth-requests.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import type { Browser } from '#testing/browser.ts'
import { openFileServices } from '#testing/file-services.ts'
import { openPasskeyDevice, type PasskeyDevice } from '#testing/passkey-device.ts'
import type { Nurse } from '#testing/test-services.ts'

const MINUTE = 60_000

const services = await openFileServices()

type Options = { challenge: string; userVerification?: string; authenticatorSelection?: object }
const optionsFor = async (browser: Browser, what: 'add' | 'sign-in') =>
  (await (await post(browser, `/passkey/options-to-${what}`)).json()) as Options

async function add(nurse: Nurse, device: PasskeyDevice, name = 'My phone'): Promise<Response> {
  return post(nurse, '/passkey/add', { name, response: device.create(await optionsFor(nurse, 'add')) })
}

async function enter(browser: Browser, device: PasskeyDevice, more: object = {}): Promise<Response> {
  const response = device.get(await optionsFor(browser, 'sign-in'))
  return post(browser, '/sign-in/passkey', { response, ...more })
}

describe('a nurse with a passkey', () => {
  test('adds it, is notified, and signs in with nothing else', async () => {
    const ann = await services.nurse('ann')
    const device = openPasskeyDevice()
    const added = await add(ann, device, ' My phone ')
    expect(added.status).toBe(200)
    expect(await added.json()).toEqual({
      id: expect.any(String),
      name: 'My phone',
      createdAt: services.clock.now().toISOString(),
      usedAt: null,
    })
    expect(services.outbox().at(-1)).toMatchObject({ to: ann.email, kind: 'way_in_passkey_added' })
    services.clock.advance(MINUTE)
    const phone = services.stranger()
    const opened = await enter(phone, device)
    expect(opened.status).toBe(200)
    expect(await opened.text()).not.toMatch(/token|publicKey/)
    expect(await (await phone.fetch('/api/users/me')).json()).toMatchObject({ id: ann.id })
    const ways = await (await ann.fetch('/api/users/me/sign-in-methods')).json()
    expect(ways).toMatchObject({ passkeys: [{ usedAt: services.clock.now().toISOString() }] })
  })

  test('needs no two-factor code, because the device has verified the owner', async () => {
    const ann = await services.nurse('ann')
    const { secret } = (await (await post(ann, '/second-factor/start')).json()) as { secret: string }
    await post(ann, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
    const device = openPasskeyDevice()
    await add(ann, device)
    const phone = services.stranger()
    expect((await enter(phone, device)).status).toBe(200)
    expect(await isSignedIn(phone)).toBe(true)
  })

  test('must be verified by the device, when adding and when signing in', async () => {
    const ann = await services.nurse('ann')
    const device = openPasskeyDevice()
    const options = await optionsFor(ann, 'add')
    expect(options.authenticatorSelection).toMatchObject({
      userVerification: 'required',
      residentKey: 'required',
    })
    const careless = { name: 'Key', response: device.create(options, { isVerified: false }) }
    expect(await problemCode(post(ann, '/passkey/add', careless))).toBe('passkey_failed')
    await add(ann, device)
    const phone = services.stranger()
    const wanted = await optionsFor(phone, 'sign-in')
    expect(wanted.userVerification).toBe('required')
    const response = device.get(wanted, { isVerified: false })
    expect(await problemCode(post(phone, '/sign-in/passkey', { response }))).toBe('passkey_failed')
    expect(await isSignedIn(phone)).toBe(false)
  })

  test('signs in once with one response, of twenty concurrent uses', async () => {
    const ann = await services.nurse('ann')
    const device = openPasskeyDevice()
    await add(ann, device)
    const browser = services.stranger()
    const response = device.get(await optionsFor(browser, 'sign-in'))
    const copies = Array.from({ length: 20 }, () => {
      const copy = services.stranger()
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return copy
    })
    const answers = await Promise.all(copies.map((copy) => post(copy, '/sign-in/passkey', { response })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await Promise.all(copies.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
  })

  test('cannot use it from another site, nor for another challenge', async () => {
    const ann = await services.nurse('ann')
    const device = openPasskeyDevice()
    const evil = { origin: 'https://evil.example' }
    const adding = { name: 'Key', response: device.create(await optionsFor(ann, 'add'), evil) }
    expect(await problemCode(post(ann, '/passkey/add', adding))).toBe('passkey_failed')
    await add(ann, device)
    const phone = services.stranger()
    const lured = device.get(await optionsFor(phone, 'sign-in'), evil)
    expect(await problemCode(post(phone, '/sign-in/passkey', { response: lured }))).toBe('passkey_failed')
    const old = device.get(await optionsFor(phone, 'sign-in'))
    await optionsFor(phone, 'sign-in')
    expect(await problemCode(post(phone, '/sign-in/passkey', { response: old }))).toBe('passkey_failed')
    expect(await problemCode(post(services.stranger(), '/sign-in/passkey', { response: old }))).toBe(
      'passkey_failed',
    )
    expect(await isSignedIn(phone)).toBe(false)
  })

  test('cannot sign in with one that was never added', async () => {
    await services.nurse('ann')
    expect(await problemCode(enter(services.stranger(), openPasskeyDevice()))).toBe('passkey_unknown')
  })

  test('adds it only when they reauthenticated in the last ten minutes', async () => {
    const ann = await services.nurse('ann')
    const device = openPasskeyDevice()
    const options = await optionsFor(ann, 'add')
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(post(ann, '/passkey/options-to-add'))).toBe('reauthentication_needed')
    const body = { name: 'Key', response: device.create(options) }
    expect(await problemCode(post(ann, '/passkey/add', body))).toBe('reauthentication_needed')
    for (const path of ['/passkey/options-to-add', '/passkey/add']) {
      expect(await problemCode(post(services.stranger(), path, body))).toBe('not_authenticated')
    }
  })

  test('can add at most twenty', async () => {
    const ann = await services.nurse('ann')
    for (let i = 0; i < 20; i += 1) expect((await add(ann, openPasskeyDevice(), `Key ${i}`)).status).toBe(200)
    expect(await problemCode(post(ann, '/passkey/options-to-add'))).toBe('too_many_passkeys')
  })

  test('can add the same one only once', async () => {
    const ann = await services.nurse('ann')
    const device = openPasskeyDevice()
    await add(ann, device)
    expect((await add(ann, device)).status).toBe(422)
  })

  test('can reauthenticate with it, but not with someone else’s', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const [own, other] = [openPasskeyDevice(), openPasskeyDevice()]
    await add(ann, own)
    await add(bea, other)
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(post(ann, '/passkey/options-to-add'))).toBe('reauthentication_needed')
    const prove = async (device: PasskeyDevice) => {
      // Another browser requests the link, like a thief with their own passkey.
      const asker = services.stranger()
      const response = device.get(await optionsFor(asker, 'sign-in'))
      const challenge = asker.cookies.get('lanyard.passkey') ?? ''
      ann.cookies.set('lanyard.passkey', challenge)
      return post(ann, '/reauthenticate/passkey', { response })
    }
    expect(await problemCode(prove(other))).toBe('user_mismatch')
    expect(await (await ann.fetch('/api/users/me')).json()).toMatchObject({ id: ann.id })
    const before = ann.cookies.get('lanyard.session')
    expect((await prove(own)).status).toBe(200)
    expect(ann.cookies.get('lanyard.session')).not.toBe(before)
    expect((await post(ann, '/passkey/options-to-add')).status).toBe(200)
    const { rows } = await services.database.pool.query('select id from sessions where user_id = $1', [
      ann.id,
    ])
    expect(rows).toHaveLength(1)
    expect(await problemCode(post(services.stranger(), '/reauthenticate/passkey', { response: {} }))).toBe(
      'not_authenticated',
    )
  })

  test('gets a readable error for any input', async () => {
    const ann = await services.nurse('ann')
    const device = openPasskeyDevice()
    await add(ann, device)
    const phone = services.stranger()
    const good = device.get(await optionsFor(phone, 'sign-in')) as { response: object }
    const bad: object[] = [
      {},
      { response: null },
      { response: [] },
      { response: { id: { $ne: '' } } },
      { response: { ...good, id: 'x'.repeat(20_000) } },
      { response: { ...good, response: {} } },
      { response: { ...good, response: { ...good.response, authenticatorData: 7 } } },
      { response: { ...good, response: { ...good.response, signature: 'AAAA' } } },
      { response: { ...good, response: { ...good.response, clientDataJSON: 'AAAA' } } },
      { response: { ...good, type: 'password' } },
    ]
    for (const body of bad) {
      await optionsFor(phone, 'sign-in')
      expect([413, 422]).toContain((await post(phone, '/sign-in/passkey', body)).status)
      await optionsFor(ann, 'add')
      expect([413, 422]).toContain((await post(ann, '/passkey/add', { name: 'Key', ...body })).status)
    }
    for (const name of ['', ' ', 'x'.repeat(61), 7]) {
      const response = device.create(await optionsFor(ann, 'add'))
      expect((await post(ann, '/passkey/add', { name, response })).status).toBe(422)
    }
  })
})
