import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asOwnerId } from '#server/users/owner.ts'
import { english } from '#shared/i18n/translate.ts'
import type { WebhookState } from '#shared/reminders/channels.ts'
import { type ProblemAnswer, readJson } from '#testing/ceu-vault.ts'
import {
  fakeDns,
  loopbackOutboundHttp,
  type OutboundServer,
  openOutboundServer,
} from '#testing/outbound-server.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import type { Delivery } from './channel-service.ts'
import { webhooks } from './table.ts'
import { webhookChannel } from './webhook-service.ts'

const path = '/api/reminders/webhook'
type Made = WebhookState & { secret: string }

let services: TestServices
let server: OutboundServer
let url: string
let ann: Nurse
let bob: Nurse
beforeAll(async () => {
  server = await openOutboundServer()
  url = `https://hook.example:${server.port}/in?from=lanyard`
  const lookup = fakeDns({ 'hook.example': ['127.0.0.1'], 'inside.example': ['10.0.0.8'] })
  services = await openTestServices({ outboundHttp: loopbackOutboundHttp({ lookup }) })
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})
afterAll(async () => {
  await services.close()
  await server.close()
})
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  server.answer({ status: 200 })
  server.taken.length = 0
  await services.db.delete(webhooks)
})

const save = (nurse: Nurse, to = url) => readJson<Made>(nurse.json('PUT', path, { url: to }))
const stateOf = (nurse: Nurse) => readJson<WebhookState>(nurse.fetch(path))
const none = { url: null, createdAt: null, lastSentAt: null, lastError: null }

const delivery = (nurse: Nurse): Delivery => ({
  id: '00000000-0000-4000-8000-00000000000a',
  owner: asOwnerId(nurse.id),
  isTest: false,
  t: english,
  notices: [
    {
      resourceType: 'license',
      resourceId: '00000000-0000-4000-8000-000000000001',
      title: 'Texas RN license – Zoë',
      step: 'renew',
      dueOn: '2026-04-09',
      leadDays: 30,
      daysLeft: 30,
      headline: 'Texas RN license – Zoë expires in 30 days',
      url: 'http://localhost:8080/credentials',
    },
  ],
})
const send = (nurse: Nurse) => webhookChannel(services).send(delivery(nurse))

describe('setting a webhook', () => {
  it('returns its secret once', async () => {
    const made = await save(ann)
    expect(made).toMatchObject({ ...none, url, createdAt: '2026-03-10T15:00:00.000Z' })
    expect(Buffer.from(made.secret, 'base64url')).toHaveLength(32)
    expect(await stateOf(ann)).toEqual({ ...none, url, createdAt: made.createdAt })
    expect(await stateOf(bob)).toEqual(none)
    expect((await save(ann)).secret).not.toBe(made.secret)
  })

  it('and removing it affects only the owner’s', async () => {
    await save(ann)
    await save(bob)
    expect((await ann.fetch(path, { method: 'DELETE' })).status).toBe(204)
    expect((await ann.fetch(path, { method: 'DELETE' })).status).toBe(204)
    expect([await stateOf(ann), (await stateOf(bob)).url]).toEqual([none, url])
    expect(await send(ann)).toMatchObject({ result: 'skipped' })
  })

  it.each([
    'http://hook.example/',
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://0x0a000001/',
    'https://inside.example/',
    'https://nobody.example/',
    'https://user:secret@hook.example/',
    'file:///etc/passwd',
  ])('rejects %s', async (address) => {
    const answer = await ann.json('PUT', path, { url: address })
    const { errors } = (await answer.json()) as ProblemAnswer
    expect([answer.status, errors?.[0]?.path]).toEqual([422, 'url'])
    expect(await stateOf(ann)).toEqual(none)
  })

  it('requires a session', async () => {
    const stranger = services.stranger()
    expect((await stranger.fetch(path)).status).toBe(401)
    expect((await stranger.json('PUT', path, { url })).status).toBe(401)
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(401)
  })
})

describe('the owner’s server', () => {
  it('can verify that a message is from Lanyard and when it was sent', async () => {
    const { secret } = await save(ann)
    expect(await send(ann)).toEqual({ result: 'sent' })
    const [request] = server.taken
    if (!request) throw new Error('Nothing was sent')
    const { headers, body, method, path: asked } = request
    expect([method, asked, headers['content-type']]).toEqual([
      'POST',
      '/in?from=lanyard',
      'application/json; charset=utf-8',
    ])
    expect(headers['lanyard-timestamp']).toBe('1773154800')
    expect(headers['lanyard-delivery']).toBe(delivery(ann).id)
    const expected = createHmac('sha256', secret).update('1773154800.').update(body).digest('hex')
    expect(headers['lanyard-signature']).toBe(`sha256=${expected}`)
    expect(JSON.parse(body.toString('utf8'))).toEqual({
      type: 'reminder',
      id: delivery(ann).id,
      reminders: [
        {
          kind: 'license',
          title: 'Texas RN license – Zoë',
          headline: 'Texas RN license – Zoë expires in 30 days',
          step: 'renew',
          dueOn: '2026-04-09',
          daysLeft: 30,
          url: 'http://localhost:8080/credentials',
        },
      ],
    })
    expect(body.toString('utf8')).not.toContain(ann.id)
    expect((await stateOf(ann)).lastSentAt).toBe('2026-03-10T15:00:00.000Z')
  })

  it.each([
    [204, 'sent'],
    [301, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
    [410, 'failed'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('responds %d: %s, and gets no second request', async (status, result) => {
    await save(ann)
    server.answer({ status, headers: { Location: `https://hook.example:${server.port}/elsewhere` } })
    expect(await send(ann)).toMatchObject({ result })
    expect(server.taken).toHaveLength(1)
    const { lastError } = await stateOf(ann)
    expect(lastError === null).toBe(result === 'sent')
    expect(lastError ?? '').not.toContain('said')
  })

  it('that does not respond is tried again, and one that moved to an internal address is not', async () => {
    await save(ann)
    server.answer('stall')
    expect(await send(ann)).toMatchObject({ result: 'retry' })
    await services.db.update(webhooks).set({ url: 'https://inside.example/' })
    expect(await send(ann)).toMatchObject({ result: 'failed' })
    expect((await stateOf(ann)).lastError).toBe('The webhook’s URL is not on the public internet')
  })
})
