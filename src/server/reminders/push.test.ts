import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installationKeys } from '#server/db/installation-keys-table.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { english } from '#shared/i18n/translate.ts'
import type { PushState } from '#shared/reminders/channels.ts'
import { type ProblemAnswer, readJson } from '#testing/ceu-vault.ts'
import { loopbackOutboundHttp, type OutboundServer, openOutboundServer } from '#testing/outbound-server.ts'
import { openPushBrowser, readVapid } from '#testing/push-browser.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import type { Delivery, Notice } from './channel-service.ts'
import { pushChannel } from './push-service.ts'
import { pushSubscriptions } from './table.ts'

const path = '/api/reminders/push'
const chrome = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'
const notice: Notice = {
  resourceType: 'license',
  resourceId: '00000000-0000-4000-8000-000000000001',
  title: 'Texas RN license',
  step: 'renew',
  dueOn: '2026-04-09',
  leadDays: 30,
  daysLeft: 30,
  headline: 'Texas RN license expires in 30 days',
  url: 'http://localhost:8080/credentials',
}

let services: TestServices
let service: OutboundServer
let ann: Nurse
let bob: Nurse
beforeAll(async () => {
  service = await openOutboundServer()
  services = await openTestServices({ outboundHttp: loopbackOutboundHttp() })
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})
afterAll(async () => {
  await services.close()
  await service.close()
})
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  service.answer({ status: 201 })
  service.taken.length = 0
  await services.db.delete(pushSubscriptions)
})

let count = 0
const openBrowser = () => openPushBrowser(`https://push.example:${service.port}/send/${++count}`)

async function turnOn(nurse: Nurse, browser = openBrowser()) {
  const answer = await nurse.json('POST', path, browser.subscription, { 'User-Agent': chrome })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return { browser, state: (await answer.json()) as PushState }
}

const stateOf = (nurse: Nurse) => readJson<PushState>(nurse.fetch(path))
const send = (nurse: Nurse, changes: Partial<Delivery> = {}) =>
  pushChannel(services).send({
    id: '00000000-0000-4000-8000-00000000000a',
    owner: asOwnerId(nurse.id),
    isTest: false,
    t: english,
    notices: [notice],
    ...changes,
  })

describe('subscribing to notifications', () => {
  it('works on two devices, visible only to the owner, and can be turned off on one', async () => {
    await turnOn(ann)
    services.clock.set('2026-03-10T15:01:00.000Z')
    const { browser, state } = await turnOn(ann)
    await turnOn(bob)
    expect(state.devices).toHaveLength(2)
    expect(state.devices[0]).toMatchObject({
      name: 'Chrome on Android',
      createdAt: '2026-03-10T15:01:00.000Z',
      lastSentAt: null,
      lastError: null,
    })
    expect(JSON.stringify(state)).not.toContain(browser.subscription.endpoint)
    const [second] = state.devices
    expect((await bob.fetch(`${path}/${second?.id}`, { method: 'DELETE' })).status).toBe(403)
    expect((await ann.fetch(`${path}/${second?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ann.fetch(`${path}/${second?.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await ann.fetch(`${path}/nonsense`, { method: 'DELETE' })).status).toBe(404)
    expect((await stateOf(ann)).devices).toHaveLength(1)
    expect((await stateOf(bob)).devices).toHaveLength(1)
  })

  it('on a browser of another nurse stops that nurse’s notifications there', async () => {
    const { browser } = await turnOn(ann)
    await turnOn(bob, browser)
    expect([(await stateOf(ann)).devices.length, (await stateOf(bob)).devices.length]).toEqual([0, 1])
    expect(await send(ann)).toMatchObject({ result: 'skipped' })
    expect(service.taken).toEqual([])
  })

  it('twice on one browser keeps one device; a twenty-first removes the oldest', async () => {
    const { browser } = await turnOn(ann)
    await turnOn(ann, browser)
    expect((await stateOf(ann)).devices).toHaveLength(1)
    const first = (await stateOf(ann)).devices[0]?.id
    const from = services.clock.now().getTime()
    for (let second = 1; second <= 20; second += 1) {
      services.clock.set(new Date(from + second * 1000).toISOString())
      await turnOn(ann)
    }
    const { devices } = await stateOf(ann)
    expect([devices.length, devices.some(({ id }) => id === first)]).toEqual([20, false])
  })

  it('requires a public address and valid keys, and names what is wrong', async () => {
    const { endpoint, keys } = openBrowser().subscription
    const refused: [object, string][] = [
      [{ endpoint: 'https://127.0.0.2/x', keys }, 'endpoint'],
      [{ endpoint: 'https://169.254.169.254/latest', keys }, 'endpoint'],
      [{ endpoint: 'http://push.example/x', keys }, 'endpoint'],
      [{ endpoint, keys: { ...keys, p256dh: 'AAAA' } }, 'keys.p256dh'],
      [{ endpoint, keys: { ...keys, auth: 'AAAA' } }, 'keys.auth'],
      [{ endpoint, keys, ownerId: bob.id }, 'ownerId'],
    ]
    for (const [input, field] of refused) {
      const answer = await ann.json('POST', path, input)
      const { errors } = (await answer.json()) as ProblemAnswer
      expect([answer.status, errors?.[0]?.path]).toEqual([422, field])
    }
    expect((await stateOf(ann)).devices).toEqual([])
  })

  it('requires a session', async () => {
    const stranger = services.stranger()
    expect((await stranger.fetch(path)).status).toBe(401)
    expect((await stranger.json('POST', path, openBrowser().subscription)).status).toBe(401)
    expect((await stranger.fetch(`${path}/${notice.resourceId}`, { method: 'DELETE' })).status).toBe(401)
  })
})

describe('a push message', () => {
  it('shows the reminder, which the push service cannot read', async () => {
    const { browser, state } = await turnOn(ann)
    expect(await send(ann)).toEqual({ result: 'sent' })
    const [request] = service.taken
    if (!request) throw new Error('Nothing was sent')
    const shown = browser.read(request)
    expect(shown).toMatchObject({ title: 'Texas RN license expires in 30 days', body: 'April 9, 2026.' })
    expect(request.headers).toMatchObject({ ttl: '259200', urgency: 'normal', topic: shown.tag })
    expect(request.body.toString('latin1')).not.toContain('Texas')
    const claims = readVapid(request, state.publicKey)
    expect(claims).toMatchObject({
      aud: `https://push.example:${service.port}`,
      sub: 'mailto:lanyard@localhost',
    })
    expect((await stateOf(ann)).devices[0]?.lastSentAt).toBe('2026-03-10T15:00:00.000Z')
  })

  it('replaces an earlier copy, and wakes the device if it is urgent', async () => {
    await turnOn(ann)
    await send(ann)
    await send(ann, { notices: [{ ...notice, daysLeft: 1 }] })
    await send(ann, { id: '00000000-0000-4000-8000-00000000000b' })
    const [first, again, other] = service.taken.map(({ headers }) => headers)
    expect(again?.topic).toBe(first?.topic)
    expect(other?.topic).not.toBe(first?.topic)
    expect([first?.urgency, again?.urgency]).toEqual(['normal', 'high'])
  })

  it('is at most 3 kB, however long the title', async () => {
    const { browser } = await turnOn(ann)
    const headline = '🩺'.repeat(2000)
    await send(ann, { notices: [{ ...notice, headline }, notice, notice] })
    const [request] = service.taken
    expect(request?.body.length).toBeLessThan(3100)
    expect(request && browser.read(request).body).toBe('April 9, 2026. And 2 more.')
  })

  it.each([404, 410])('removes the device if its push service responds %d', async (status) => {
    await turnOn(ann)
    service.answer({ status })
    expect(await send(ann)).toMatchObject({ result: 'failed' })
    expect((await stateOf(ann)).devices).toEqual([])
  })

  it.each([
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
    [400, 'failed'],
    [413, 'failed'],
    [302, 'failed'],
  ])('is retried or fails when the push service responds %d', async (status, result) => {
    await turnOn(ann)
    service.answer({ status, headers: { Location: 'https://push.example/elsewhere' } })
    expect(await send(ann)).toMatchObject({ result })
    const { lastSentAt, lastError } = (await stateOf(ann)).devices[0] ?? {}
    expect([lastSentAt, lastError]).toEqual([null, expect.stringContaining(String(status))])
    expect(lastError).not.toContain('said')
    expect(service.taken).toHaveLength(1)
  })

  it('is retried when the push service does not respond', async () => {
    await turnOn(ann)
    service.answer('stall')
    expect(await send(ann)).toMatchObject({ result: 'retry' })
  })

  it('counts as sent if one of two devices accepts it', async () => {
    await turnOn(ann)
    const away = openPushBrowser('https://push.example:1/away')
    await turnOn(ann, away)
    expect(await send(ann)).toEqual({ result: 'sent' })
    expect((await stateOf(ann)).devices.map(({ lastError }) => lastError === null).sort()).toEqual([
      false,
      true,
    ])
  })

  it('fails only for a device whose key is not on the curve', async () => {
    const browser = openBrowser()
    browser.subscription.keys.p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString(
      'base64url',
    )
    await turnOn(ann, browser)
    expect(await send(ann)).toMatchObject({ result: 'failed' })
    expect(service.taken).toEqual([])
  })
})

it('creates one VAPID key pair, also for concurrent first calls', async () => {
  await services.db.delete(installationKeys)
  const states = await Promise.all([ann, bob, ann, bob].map(stateOf))
  expect(new Set(states.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(Buffer.from(states[0]?.publicKey ?? '', 'base64url')).toHaveLength(65)
})
