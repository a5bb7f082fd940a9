import { afterEach, beforeEach, expect, test } from 'vitest'
import { listNames, write } from './database.ts'
import { claimDevice, dropDevice, findDevice, openJson, sealJson, unlockDevice } from './device.ts'
import { changeLock } from './device-lock.ts'
import { readFlag } from './forget-device.ts'
import { offlineState } from './offline-state.ts'
import { lockKey, MOST_TRIES } from './pin-lock.ts'

const today = new Date('2026-11-23T18:00:00Z')
const after = (days: number) => new Date(today.getTime() + days * 86_400_000)
const secret = { number: 'TX-778899' }

beforeEach(dropDevice)
afterEach(dropDevice)

async function keepSecret() {
  const device = await claimDevice('ann', today)
  await write('ann', { put: [['vault', await sealJson(device, 'vault', secret)]] })
  return device
}

test('kept data can be read back, but not from the database alone', async () => {
  const device = await keepSecret()
  expect(await openJson(device, 'vault')).toEqual(secret)
  expect(device.privateKey?.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('pkcs8', device.privateKey as CryptoKey)).rejects.toThrow()
})

test('a record does not open under another name, or for another owner', async () => {
  const device = await keepSecret()
  await write('ann', { put: [['bytes', await sealJson(device, 'vault', secret)]] })
  await expect(openJson(device, 'bytes')).rejects.toThrow()
  await expect(openJson({ ...device, ownerId: 'bob' }, 'vault')).rejects.toThrow()
  await expect(write('bob', { remove: ['vault'] })).rejects.toMatchObject({ name: 'ForgottenError' })
  expect(await listNames('')).toEqual(['bytes', 'vault'])
})

test('kept data is deleted after 30 days without contact, and not before', async () => {
  await keepSecret()
  expect(await findDevice(after(29.9))).not.toBeNull()
  expect(await findDevice(after(30))).toBeNull()
  expect(readFlag()).toEqual({ kind: 'none' })
  expect(await indexedDB.databases()).not.toContainEqual(expect.objectContaining({ name: 'lanyard-offline' }))
})

test('a device with a PIN opens with that PIN only, and can be written to without it', async () => {
  await keepSecret()
  await changeLock((key) => lockKey(key, '418273'))
  const locked = await findDevice(today)
  expect(locked?.privateKey).toBeNull()
  if (!locked) return
  await write('ann', { put: [['later', await sealJson(locked, 'later', secret)]] })
  expect(await unlockDevice('000000')).toBe(MOST_TRIES - 1)
  expect(await unlockDevice('418273')).toBeNull()
  expect([await openJson(locked, 'vault'), await openJson(locked, 'later')]).toEqual([secret, secret])
  expect(offlineState().isLocked).toBe(false)
})

async function lockWithTries(triesLeft: number) {
  await keepSecret()
  await changeLock((key) => lockKey(key, '418273'))
  await write('ann', {
    device: (found) => ({ ...found, lock: found.lock && { ...found.lock, triesLeft } }),
  })
}

test('the last wrong PIN deletes everything', async () => {
  await lockWithTries(1)
  expect(await unlockDevice('000000')).toBe(0)
  expect(await findDevice(today)).toBeNull()
})

test('counts PINs that two tabs try at the same time separately', async () => {
  await lockWithTries(MOST_TRIES)
  await Promise.all([unlockDevice('000000'), unlockDevice('111111'), unlockDevice('222222')])
  expect((await findDevice(today))?.lock?.triesLeft).toBe(MOST_TRIES - 3)
})

test('a device that was closed before it could delete everything does not open with any PIN', async () => {
  await lockWithTries(0)
  expect(await unlockDevice('418273')).toBe(0)
  expect(await findDevice(today)).toBeNull()
})
