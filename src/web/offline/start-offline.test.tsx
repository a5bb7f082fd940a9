import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { VaultCopy } from '#shared/offline/vault-copy.ts'
import type { Change } from '#web/http/offline-source.ts'
import { VAULT } from './copy-vault.ts'
import { listNames, write } from './database.ts'
import { claimDevice, dropDevice, sealJson } from './device.ts'
import { findOfflineSource } from './start-offline.ts'

const copy: VaultCopy = {
  asOf: '2026-11-23T18:00:00.000Z',
  user: { id: 'ann', locale: null, timeZone: null },
  ...{ credentials: [], entries: [], cycles: [], renewals: [], compact: {}, answers: {} },
}
const license: Omit<Change, 'idempotencyKey'> = {
  ...{ method: 'POST', path: '/api/credentials', title: 'Ohio RN license', seen: null },
  body: { kind: 'license', type: 'RN', state: 'OH' },
}

beforeEach(dropDevice)
afterEach(dropDevice)

async function openSource() {
  const device = await claimDevice('ann', new Date())
  await write('ann', { put: [[VAULT, await sealJson(device, VAULT, copy)]] })
  const source = await findOfflineSource()
  if (!source) throw new Error('This device keeps nothing')
  return source
}

/** Like a browser without room: the transaction is aborted, and nothing is written. */
function fillDevice() {
  const { put } = IDBObjectStore.prototype
  const error = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'error') as PropertyDescriptor
  const ended = new Set<IDBTransaction>()
  IDBObjectStore.prototype.put = function abort(this: IDBObjectStore) {
    if (!ended.has(this.transaction)) this.transaction.abort()
    ended.add(this.transaction)
    return new EventTarget() as IDBRequest<IDBValidKey>
  }
  Object.defineProperty(IDBTransaction.prototype, 'error', {
    configurable: true,
    get: () => new DOMException('No room', 'QuotaExceededError'),
  })
  onTestFinished(() => {
    IDBObjectStore.prototype.put = put
    Object.defineProperty(IDBTransaction.prototype, 'error', error)
  })
}

test('rejects a change at once if the device has no room, and keeps the pending ones', async () => {
  const source = await openSource()
  const first = '00000000-0000-4000-8000-000000000001'
  expect(await source.queue({ ...license, idempotencyKey: first })).toMatchObject({ id: first })
  fillDevice()
  const photo = new File(['photo'], 'card.jpg', { type: 'image/jpeg' })
  const upload = { ...license, path: '/api/upload', body: null, file: photo }
  await expect(
    source.queue({ ...upload, idempotencyKey: '00000000-0000-4000-8000-000000000002' }),
  ).rejects.toMatchObject({ code: 'storage_full', message: expect.stringContaining('still on this page') })
  expect(await listNames('')).toEqual([`outbox ${first}`, VAULT])
})
