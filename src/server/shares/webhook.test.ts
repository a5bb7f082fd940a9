import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signatureOf } from '#server/reminders/webhook-service.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import {
  fakeDns,
  loopbackOutboundHttp,
  type OutboundServer,
  openOutboundServer,
} from '#testing/outbound-server.ts'
import { addLicense, createLink, licenseNumber, openLinkAsVisitor, revokeLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { sendWebhookEvents } from './webhook-job.ts'

const MINUTE = 60_000
const path = '/api/reminders/webhook'

let services: TestServices
let server: OutboundServer
let ann: Nurse
let url: string
beforeAll(async () => {
  server = await openOutboundServer()
  url = `https://hook.example:${server.port}/in`
  const lookup = fakeDns({ 'hook.example': ['127.0.0.1'] })
  services = await openTestServices({ outboundHttp: loopbackOutboundHttp({ lookup }) })
})
afterAll(async () => {
  await services.close()
  await server.close()
})
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  server.answer({ status: 200 })
  server.taken.length = 0
  ann = await services.nurse('ann')
})

const setWebhook = () => readJson<{ secret: string }>(ann.json('PUT', path, { url }))
const send = () => sendWebhookEvents(services)
const waiting = async () => (await services.database.pool.query('select * from share_webhook_events')).rows

describe('the owner’s webhook', () => {
  it('gets a signed message for each opening, with nothing that the link does not show', async () => {
    const { secret } = await setWebhook()
    const link = await createLink(ann, {
      ...{ resourceType: 'license', resourceId: await addLicense(ann, { title: 'Texas RN' }) },
      recipient: 'Agency',
    })
    await openLinkAsVisitor(services, link.token)
    services.clock.advance(MINUTE)
    await openLinkAsVisitor(services, link.token)
    await send()
    expect(server.taken).toHaveLength(2)
    const messages = server.taken.map(({ body }) => JSON.parse(String(body)) as { id: string; share: object })
    const share = {
      ...{ titles: ['Texas RN'], recipient: 'Agency', device: null },
      url: `${services.config.publicUrl}/credentials/shares/${link.id}`,
    }
    const opened = [
      { type: 'share_opened', share: { ...share, openedAt: '2026-03-10T15:00:00.000Z', opening: 1 } },
      { type: 'share_opened', share: { ...share, openedAt: '2026-03-10T15:01:00.000Z', opening: 2 } },
    ]
    expect(messages.map(({ id: _id, ...message }) => message)).toEqual(expect.arrayContaining(opened))
    for (const { headers, body } of server.taken) {
      const seconds = String(headers['lanyard-timestamp'])
      const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      expect(headers['lanyard-signature']).toBe(`sha256=${expected}`)
      expect(headers['lanyard-signature']).toBe(signatureOf(secret, seconds, String(body)))
      expect(messages.map(({ id }) => id)).toContain(headers['lanyard-delivery'])
      expect(String(body)).not.toContain(licenseNumber)
      expect(String(body)).not.toContain(link.token)
    }
    expect(await waiting()).toEqual([])
    await send()
    expect(server.taken).toHaveLength(2)
  })

  it('does not get the name of a health record', async () => {
    await setWebhook()
    const record = await addHealthRecord(ann)
    const resources = [{ resourceType: 'healthRecord', resourceId: record }]
    const link = await createLink(ann, { resourceType: 'packet', resources })
    await openLinkAsVisitor(services, link.token)
    await send()
    expect(JSON.parse(String(server.taken[0]?.body))).toMatchObject({
      share: { titles: ['a health record'] },
    })
  })

  it('gets no message while it is not set up, is turned off, or after it is removed', async () => {
    const { token } = await createLink(ann)
    await openLinkAsVisitor(services, token)
    expect(await waiting()).toEqual([])
    await setWebhook()
    const channels = { ...defaultSettings.channels, webhook: false }
    await ann.json('PUT', '/api/reminders/settings', { ...defaultSettings, channels })
    await openLinkAsVisitor(services, token)
    expect(await waiting()).toHaveLength(1)
    await send()
    expect([server.taken.length, (await waiting()).length]).toEqual([0, 0])
    await openLinkAsVisitor(services, token)
    await ann.fetch(path, { method: 'DELETE' })
    expect(await waiting()).toEqual([])
  })

  it('is retried after 1, 5, 30, 120 and 720 minutes with the same id, and then no more', async () => {
    await setWebhook()
    const { token } = await createLink(ann)
    await openLinkAsVisitor(services, token)
    server.answer({ status: 500 })
    for (const minutes of [0, 1, 5, 30, 120, 720]) {
      services.clock.advance(minutes * MINUTE - 1)
      await send()
      services.clock.advance(1)
      await send()
      await send()
    }
    expect(server.taken).toHaveLength(6)
    expect(new Set(server.taken.map(({ headers }) => headers['lanyard-delivery'])).size).toBe(1)
    expect(await waiting()).toEqual([])
    expect(await readJson(ann.fetch(path))).toMatchObject({ lastError: 'The webhook answered 500' })
  })

  it('is not retried after a permanent error, and gets the opening of a link that has ended since', async () => {
    await setWebhook()
    const link = await createLink(ann)
    await openLinkAsVisitor(services, link.token)
    server.answer({ status: 410 })
    await send()
    expect([server.taken.length, (await waiting()).length]).toEqual([1, 0])
    await openLinkAsVisitor(services, link.token)
    await revokeLink(ann, link.id)
    server.answer({ status: 200 })
    await send()
    expect(server.taken).toHaveLength(2)
  })

  it('has at most a hundred queued messages, no matter how often a link is opened', async () => {
    await setWebhook()
    const { token } = await createLink(ann)
    for (let i = 0; i < 102; i += 1) await openLinkAsVisitor(services, token)
    expect(await waiting()).toHaveLength(100)
  })
})
