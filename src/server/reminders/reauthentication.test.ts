import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loopbackOutboundHttp } from '#testing/outbound-server.ts'
import { openPushBrowser } from '#testing/push-browser.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

const TEN_MINUTES = 600_000

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({ outboundHttp: loopbackOutboundHttp() })
})
afterAll(() => services.close())
afterEach(async () => {
  await services.database.clear()
  services.outbox().length = 0
})

const channels: [string, string, (nurse: Nurse) => Promise<Response>][] = [
  ['a calendar feed', 'way_in_calendar_made', (nurse) => nurse.json('POST', '/api/reminders/calendar', {})],
  [
    'a webhook',
    'way_in_webhook_set',
    (nurse) => nurse.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-ann' }),
  ],
  [
    'notifications',
    'way_in_push_added',
    (nurse) =>
      nurse.json('POST', '/api/reminders/push', openPushBrowser('https://push.example/of-ann').subscription),
  ],
]

test.each(channels)('%s take a recent sign-in, and the owner is told by mail', async (_name, kind, make) => {
  const ann = await services.nurse('ann')
  services.clock.set(new Date(services.clock.now().getTime() + TEN_MINUTES).toISOString())
  services.outbox().length = 0
  const refused = await make(ann)
  expect(await refused.json()).toMatchObject({ status: 401, code: 'reauthentication_needed' })
  expect(services.outbox()).toEqual([])
  await ann.json('POST', '/api/auth/reauthenticate', { password: testPassword })
  expect((await make(ann)).status).toBe(200)
  expect(services.outbox()).toMatchObject([{ to: ann.email, kind }])
})
