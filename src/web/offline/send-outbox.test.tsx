import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { ProblemCode } from '#shared/http/errors.ts'
import type { OutboxItem } from '#shared/offline/outbox.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { sentPath } from '#web/http/offline-source.ts'
import { claimDevice, dropDevice } from './device.ts'
import { forgetDevice } from './forget-device.ts'
import { addWaiting, listWaiting } from './outbox-store.ts'
import { sendOutbox } from './send-outbox.ts'

const path = '/api/ceu/entries'
const entry: OutboxItem = {
  key: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  method: 'POST',
  path,
  body: { title: 'Sepsis update', hours: 2 },
  file: null,
  title: 'Sepsis update',
  seen: null,
  queuedAt: '2026-11-23T18:00:00.000Z',
  state: { kind: 'waiting' },
}

beforeEach(dropDevice)
afterEach(dropDevice)

async function keepEntry() {
  const device = await claimDevice('ann', new Date('2026-11-23T18:00:00Z'))
  await addWaiting(device, entry, undefined)
  const send = () => sendOutbox(device, async () => true)
  return {
    network: stubNetwork(),
    send,
    states: async () => (await listWaiting(device)).map((one) => one.state),
  }
}

test.each(['too_many_requests', 'too_slow', 'unexpected', 'unavailable', 'not_authenticated'] as const)(
  'what waits is sent again after %s',
  async (code: ProblemCode) => {
    const { network, send, states } = await keepEntry()
    network.refuse('POST', path, code)
    expect(await send()).toBe(0)
    expect(await states()).toEqual([{ kind: 'waiting' }])
    network.answer('POST', path, z.object({ id: z.string() }), { id: 'e1' })
    expect(await send()).toBe(1)
    expect(await states()).toEqual([])
    const keys = network.sent('POST', path).map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([entry.key, entry.key])
  },
)

test('the address of a record made offline still finds it once it is sent, until the device is forgotten', async () => {
  const { network, send } = await keepEntry()
  network.answer('POST', path, z.object({ id: z.string() }), { id: 'e1' })
  expect(sentPath(`${path}/${entry.key}`)).toBe(`${path}/${entry.key}`)
  await send()
  expect(sentPath(`${path}/${entry.key}`)).toBe(`${path}/e1`)
  await forgetDevice()
  expect(sentPath(`${path}/${entry.key}`)).toBe(`${path}/${entry.key}`)
})

test('a rejected change is kept with the reason, and not sent again', async () => {
  const { network, send, states } = await keepEntry()
  network.refuse('POST', path, 'invalid', { errors: [{ path: 'hours', message: 'At most 500 hours' }] })
  expect(await send()).toBe(0)
  expect(await states()).toEqual([{ kind: 'refused', message: 'At most 500 hours' }])
  expect(await send()).toBe(0)
  expect(network.sent('POST', path)).toHaveLength(1)
})
