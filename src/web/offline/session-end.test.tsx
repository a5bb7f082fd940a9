import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionEnd } from '#shared/auth/answers.ts'
import { sharing } from '#shared/offline/shared-files.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { listNames, write } from './database.ts'
import { claimDevice, dropDevice, openJson, sealJson } from './device.ts'
import { readFlag } from './forget-device.ts'
import { applyContact, endDevice } from './session-end.ts'
import { countSharedFiles } from './shared-files.ts'

const today = new Date('2026-11-23T18:00:00Z')
const after = (days: number) => new Date(today.getTime() + days * 86_400_000)
const path = '/api/auth/ended-session'

beforeEach(dropDevice)
afterEach(dropDevice)

async function keep(names: string[]) {
  const device = await claimDevice('ann', today)
  for (const name of names) await write('ann', { put: [[name, await sealJson(device, name, { of: name })]] })
  return device
}

const everything = ['vault', 'kept doc', 'bytes doc', 'outbox new', 'bytes new']
const answer = (session: 'open' | 'timed_out' | 'none') => {
  const network = stubNetwork()
  network.answer('GET', path, sessionEnd, { session })
  return network
}

test('after a timeout only pending changes are kept, and their owner can still read them', async () => {
  const device = await keep(everything)
  answer('timed_out')
  await endDevice(after(20))
  expect(await listNames('')).toEqual(['bytes new', 'outbox new'])
  expect(await openJson(device, 'outbox new')).toEqual({ of: 'outbox new' })
})

test('keeps nothing if someone ended the session', async () => {
  await keep(everything)
  answer('none')
  await endDevice(after(1))
  expect(readFlag()).toEqual({ kind: 'none' })
  expect(await indexedDB.databases()).toEqual([])
})

test('without an answer only pending changes are kept, until the next time', async () => {
  await keep(everything)
  stubNetwork().disconnect('GET', path)
  await endDevice(after(1))
  expect(await listNames('')).toEqual(['bytes new', 'outbox new'])
  answer('none')
  await endDevice(after(2))
  expect(await indexedDB.databases()).toEqual([])
})

test('deletes everything without a request if there are no pending changes', async () => {
  await keep(['vault', 'kept doc', 'bytes doc'])
  const network = answer('timed_out')
  await endDevice(after(1))
  expect(await indexedDB.databases()).toEqual([])
  expect(network.sent('GET', path)).toEqual([])
})

test('keeps nothing after 30 days without contact', async () => {
  await keep(everything)
  answer('timed_out')
  await endDevice(after(30))
  expect(await indexedDB.databases()).toEqual([])
})

test('keeps pending changes for their owner in a short session, and nothing for anyone else', async () => {
  await keep(everything)
  const brief = { kind: 'signed-in', userId: 'ann', session: 'brief' } as const
  expect(await applyContact(brief, after(20))).toBe('waiting')
  expect(await listNames('')).toEqual(['bytes new', 'outbox new'])
  expect(await applyContact({ ...brief, userId: 'bob', session: 'remembered' }, after(20))).toBe('nothing')
  expect(await indexedDB.databases()).toEqual([])
})

/** As the service worker keeps it. */
async function shareFile(sharedAt: Date): Promise<void> {
  const headers = { 'x-name': 'card.pdf', 'x-size': '3', 'x-shared-at': sharedAt.toISOString() }
  const cache = await caches.open(sharing.cache)
  await cache.put(`${sharing.path}/${crypto.randomUUID()}`, new Response('abc', { headers }))
}

test('a shared file is kept after a timeout, and deleted with the rest once someone ended the session', async () => {
  await keep(everything)
  await shareFile(today)
  const network = answer('timed_out')
  await endDevice(after(1))
  expect(await countSharedFiles(after(1))).toBe(1)
  network.answer('GET', path, sessionEnd, { session: 'none' })
  await endDevice(after(2))
  expect(await caches.has(sharing.cache)).toBe(false)
})

test('a shared file that nobody takes is deleted after seven days', async () => {
  await shareFile(today)
  expect(await countSharedFiles(after(6.9))).toBe(1)
  expect(await countSharedFiles(after(7))).toBe(0)
  expect(await (await caches.open(sharing.cache)).keys()).toEqual([])
})
