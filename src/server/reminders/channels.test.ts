import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PushState, WebhookState } from '#shared/reminders/channels.ts'
import { type Reminder, scheduledKind } from '#shared/reminders/reminder.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { loopbackOutboundHttp, type OutboundServer, openOutboundServer } from '#testing/outbound-server.ts'
import { openPushBrowser } from '#testing/push-browser.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { calendarFeeds, pushSubscriptions, webhooks } from './table.ts'

const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-700123', expiresAt: '2026-04-09' }

let services: TestServices
let server: OutboundServer
beforeAll(async () => {
  server = await openOutboundServer()
  services = await openTestServices({ outboundHttp: loopbackOutboundHttp() })
})
afterAll(async () => {
  await services.close()
  await server.close()
})

/** A nurse with a license that expires in 30 days, one device, a webhook and a calendar. */
async function settle(name: string) {
  services.clock.set('2026-03-10T15:00:00.000Z')
  server.answer({ status: 201 })
  const nurse = await services.nurse(name)
  const browser = openPushBrowser(`https://push.example:${server.port}/${name}`)
  await nurse.json('POST', '/api/reminders/push', browser.subscription)
  const hook = `https://hook.example:${server.port}/hook-${name}`
  await nurse.json('PUT', '/api/reminders/webhook', { url: hook })
  const { url } = await readJson<{ url: string }>(nurse.json('POST', '/api/reminders/calendar', {}))
  expect((await nurse.json('POST', '/api/credentials', license)).status).toBe(201)
  server.taken.length = 0
  return { nurse, browser, calendar: new URL(url).pathname }
}

async function statesOf(nurse: Nurse): Promise<Record<string, string>[]> {
  const { items } = await readJson<{ items: Reminder[] }>(nurse.fetch('/api/reminders?state=sent'))
  return items.map(({ channels }) =>
    Object.fromEntries(channels.map(({ channel, state }) => [channel, state])),
  )
}

const sendTest = (nurse: Nurse, channel: string) =>
  readJson(nurse.json('POST', '/api/reminders/test', { channel }))

it('a nurse’s device and server each get a reminder once, without the license number', async () => {
  const { nurse, browser } = await settle('ann')
  await Promise.all([services.sweep(), services.sweep(), services.sweep()])
  await services.sweep()
  expect(server.taken.map(({ path }) => path).sort()).toEqual(['/ann', '/hook-ann'])
  const push = server.taken.find(({ path }) => path === '/ann')
  const hook = server.taken.find(({ path }) => path === '/hook-ann')
  const shown = push ? browser.read(push) : null
  expect(shown).toMatchObject({ title: 'Texas RN license expires in 30 days', body: 'April 9, 2026.' })
  const { reminders } = JSON.parse(hook?.body.toString('utf8') ?? '{}')
  expect(reminders).toMatchObject([{ headline: shown?.title, dueOn: '2026-04-09' }])
  expect(JSON.stringify([shown, reminders])).not.toContain('700123')
  expect(await statesOf(nurse)).toMatchObject([{ push: 'sent', webhook: 'sent' }])
})

it('a reminder that is deferred arrives later, once, with the same id', async () => {
  const { nurse } = await settle('bea')
  server.answer({ status: 503 })
  await services.sweep()
  expect(await statesOf(nurse)).toMatchObject([{ push: 'waiting', webhook: 'waiting' }])
  server.answer({ status: 200 })
  services.clock.set('2026-03-10T15:02:00.000Z')
  await services.sweep()
  services.clock.set('2026-03-10T15:30:00.000Z')
  await services.sweep()
  expect(await statesOf(nurse)).toMatchObject([{ push: 'sent', webhook: 'sent' }])
  const takenAt = (path: string) => server.taken.filter((request) => request.path === path)
  expect([takenAt('/bea').length, takenAt('/hook-bea').length]).toEqual([2, 2])
  expect(new Set(takenAt('/bea').map(({ headers }) => headers.topic)).size).toBe(1)
  expect(new Set(takenAt('/hook-bea').map(({ headers }) => headers['lanyard-delivery'])).size).toBe(1)
})

it('a permanent refusal is shown to the owner and not retried', async () => {
  const { nurse } = await settle('cleo')
  server.answer({ status: 410 })
  await services.sweep()
  services.clock.set('2026-03-11T15:00:00.000Z')
  await services.sweep()
  expect(server.taken.filter(({ path }) => path.includes('cleo'))).toHaveLength(2)
  expect(await statesOf(nurse)).toMatchObject([{ push: 'failed', webhook: 'failed' }])
  expect((await readJson<PushState>(nurse.fetch('/api/reminders/push'))).devices).toEqual([])
  const { lastError } = await readJson<WebhookState>(nurse.fetch('/api/reminders/webhook'))
  expect(lastError).toBe('The webhook answered 410')
})

it('a channel that is off gets nothing', async () => {
  const { nurse } = await settle('dora')
  const channels = { ...defaultSettings.channels, push: false, webhook: false }
  await nurse.json('PUT', '/api/reminders/settings', { ...defaultSettings, channels })
  await services.sweep()
  expect(server.taken.filter(({ path }) => path.includes('dora'))).toEqual([])
})

it('messages to a device are in the account’s language, to a webhook in English, and the list in the page’s language', async () => {
  const { nurse, browser } = await settle('sofia')
  await nurse.json('PUT', '/api/users/me', { settings: { locale: 'es-MX' } })
  await services.sweep()
  const push = server.taken.find(({ path }) => path === '/sofia')
  expect(push && browser.read(push)).toMatchObject({
    title: 'Texas RN: vence dentro de 30 días',
    body: '9 de abril de 2026.',
  })
  const hook = server.taken.find(({ path }) => path === '/hook-sofia')
  expect(JSON.parse(hook?.body.toString('utf8') ?? '{}').reminders).toMatchObject([
    { title: 'Texas RN license', headline: 'Texas RN license expires in 30 days' },
  ])
  server.answer({ status: 404 })
  const inSpanish = { 'Accept-Language': 'es' }
  expect(
    await readJson(nurse.json('POST', '/api/reminders/test', { channel: 'webhook' }, inSpanish)),
  ).toEqual({ state: 'failed', error: 'El webhook respondió 404' })
  const { lastError } = await readJson<{ lastError: string }>(
    nurse.fetch('/api/reminders/webhook', { headers: inSpanish }),
  )
  expect(lastError).toBe('El webhook respondió 404')
})

it('a test of each channel returns the result as a sentence', async () => {
  const { nurse, browser } = await settle('emma')
  expect(await sendTest(nurse, 'push')).toEqual({ state: 'sent', error: null })
  expect(await sendTest(nurse, 'webhook')).toEqual({ state: 'sent', error: null })
  const [push, hook] = server.taken
  expect(push && browser.read(push).title).toContain('test')
  expect(JSON.parse(hook?.body.toString('utf8') ?? '{}')).toMatchObject({ type: 'test' })
  server.answer({ status: 404 })
  expect(await sendTest(nurse, 'webhook')).toEqual({ state: 'failed', error: 'The webhook answered 404' })
  await nurse.fetch('/api/reminders/webhook', { method: 'DELETE' })
  expect(await sendTest(nurse, 'webhook')).toEqual({ state: 'skipped', error: 'No webhook is set up' })
})

it('a dismissed reminder has no calendar alarm until it is restored', async () => {
  const { nurse, calendar } = await settle('fay')
  await services.sweep()
  const alarms = async () =>
    (await (await services.stranger().fetch(calendar)).text()).split('BEGIN:VALARM').length - 1
  expect(await alarms()).toBe(5)
  const { items } = await readJson<{ items: Reminder[] }>(nurse.fetch('/api/reminders?state=sent'))
  const patch = (state: string) => nurse.json('PATCH', `/api/reminders/${items[0]?.id}`, { state })
  expect((await patch('dismissed')).status).toBe(200)
  expect(await alarms()).toBe(0)
  expect((await patch('sent')).status).toBe(200)
  expect(await alarms()).toBe(5)
})

it('after an account is deleted, none of its data is stored or sent', async () => {
  const { nurse, calendar } = await settle('gwen')
  const gone = await nurse.json('DELETE', '/api/users/me', { password: nurse.password })
  expect(gone.status).toBeLessThan(300)
  await services.sweep()
  expect(server.taken.filter(({ path }) => path.includes('gwen'))).toEqual([])
  expect((await services.stranger().fetch(calendar)).status).toBe(404)
  for (const table of [pushSubscriptions, webhooks, calendarFeeds]) {
    const rows = await services.db.select().from(table)
    expect(rows.filter(({ ownerId }) => ownerId === nurse.id)).toEqual([])
  }
})

it('tells only the owner which channels are set up and turned on', async () => {
  const { nurse } = await settle('dee')
  const channelsOf = (who: Nurse) => readJson(who.fetch('/api/reminders/channels'))
  const none = { email: false, push: false, webhook: false, calendar: false }
  expect(await channelsOf(nurse)).toEqual({ ...none, push: true, webhook: true, calendar: true })
  const channels = { email: true, push: false, webhook: false }
  await nurse.json('PUT', '/api/reminders/settings', { ...defaultSettings, channels })
  expect(await channelsOf(nurse)).toEqual({ ...none, calendar: true })
  expect(await channelsOf(await services.nurse('eve'))).toEqual(none)
  services.mailer.mode = 'smtp'
  expect(await channelsOf(nurse)).toEqual({ ...none, email: true, calendar: true })
  const kinds = Object.fromEntries(scheduledKind.options.map((kind) => [kind, { leads: null, email: false }]))
  await nurse.json('PUT', '/api/reminders/settings', { ...defaultSettings, kinds })
  expect(await channelsOf(nurse)).toMatchObject({ email: false })
})
