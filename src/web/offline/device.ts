import { isOutdated } from '#shared/offline/vault-copy.ts'
import { createDevice, type Device, readDevice, readRecord, write } from './database.ts'
import { CHANNEL, forgetDevice, readFlag, writeFlag } from './forget-device.ts'
import { changeOfflineState } from './offline-state.ts'
import { unlockKeyByPasskey } from './passkey-lock.ts'
import { MOST_TRIES, unlockKey } from './pin-lock.ts'
import { deleteAllSecrets } from './record-secrets.ts'
import { createKeys, open, type Sealed, seal } from './sealed-box.ts'

/** The opened private key, in the memory of this tab only; pending while the PIN is awaited. */
let key = Promise.withResolvers<CryptoKey>()
let isOpen = false

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

/** Calls `listener` when another tab changed or deleted the device's data. */
export function listenToTabs(listener: (message: 'forget' | 'changed') => void): void {
  channel?.addEventListener('message', ({ data }) => listener(data))
}

export function tellTabs(): void {
  channel?.postMessage('changed')
}

/** The device, unless it keeps nothing. After 30 days without a contact everything is deleted instead. */
export async function findDevice(now: Date): Promise<Device | null> {
  if (readFlag().kind !== 'kept') return null
  const device = await readDevice()
  if (!device) return null
  if (isOutdated(device.contactAt, now)) {
    await dropDevice()
    return null
  }
  if (device.privateKey) {
    isOpen = true
    key.resolve(device.privateKey)
  }
  changeOfflineState({ isLocked: !isOpen, unlocksBy: device.lock?.passkeyId ? 'passkey' : 'pin' })
  return device
}

/** Begins to keep something for this owner. Rejects where the browser cannot. */
export async function claimDevice(ownerId: string, now: Date): Promise<Device> {
  const { publicKey, privateKey } = await createKeys(false)
  const device = { ownerId, publicKey, privateKey, lock: null, contactAt: now }
  await deleteAllSecrets()
  await createDevice(device)
  writeFlag(ownerId)
  changeOfflineState({ isKept: true })
  holdKey(privateKey)
  return device
}

/** Work that waited for the key continues. */
export function holdKey(privateKey: CryptoKey): void {
  key.resolve(privateKey)
  key = Promise.withResolvers()
  key.resolve(privateKey)
  isOpen = true
  changeOfflineState({ isLocked: false })
}

/** Deletes everything, here and in the memory of this tab. */
export async function dropDevice(): Promise<void> {
  key = Promise.withResolvers()
  isOpen = false
  changeOfflineState({ isKept: false, isLocked: false, asOf: null, waiting: [], isOffline: false })
  await forgetDevice()
}

export const isUnlocked = (): boolean => isOpen

/** Resolves to the tries that are left after a wrong PIN, or `null` for the right one. After the last try nothing is left. */
export async function unlockDevice(pin: string): Promise<number | null> {
  const device = await readDevice()
  if (!device?.lock) return null
  // Before the try: closing the page must not give it back.
  const triesLeft = await countTry(device)
  return settleTry(device, triesLeft < 0 ? null : await unlockKey(device.lock, pin), triesLeft)
}

/**
 * The same with the passkey that locks it. Its authenticator counts wrong fingers and PINs itself, so closing its
 * dialog, which rejects with `cancelled`, does not count as an attempt here; a wrong secret does.
 */
export async function unlockDeviceByPasskey(): Promise<number | null> {
  const device = await readDevice()
  if (!device?.lock) return null
  const privateKey = await unlockKeyByPasskey(device.lock)
  return settleTry(device, privateKey, privateKey ? device.lock.triesLeft : await countTry(device))
}

/** Resolves to the tries that are left after this one, negative if there was none. Another tab may try at the same time. */
async function countTry({ ownerId }: Device): Promise<number> {
  let triesLeft = MOST_TRIES
  await write(ownerId, {
    device: (found) => {
      triesLeft = (found.lock?.triesLeft ?? MOST_TRIES) - 1
      return withTries(found, triesLeft)
    },
  })
  return triesLeft
}

async function settleTry(
  { ownerId }: Device,
  privateKey: CryptoKey | null,
  triesLeft: number,
): Promise<number | null> {
  if (privateKey) {
    await write(ownerId, { device: (found) => withTries(found, MOST_TRIES) })
    holdKey(privateKey)
    return null
  }
  if (triesLeft <= 0) {
    await dropDevice()
    changeOfflineState({ isDeleted: true })
  }
  return Math.max(triesLeft, 0)
}

function withTries(device: Device, triesLeft: number): Device {
  return device.lock ? { ...device, lock: { ...device.lock, triesLeft } } : device
}

const labelOf = (ownerId: string, name: string) => `${ownerId} ${name}`

export function sealBytes(
  { ownerId, publicKey }: Device,
  name: string,
  bytes: BufferSource,
): Promise<Sealed> {
  return seal(publicKey, labelOf(ownerId, name), bytes)
}

export function sealJson(device: Device, name: string, value: unknown): Promise<Sealed> {
  return sealBytes(device, name, new TextEncoder().encode(JSON.stringify(value)))
}

/** Waits for the PIN while the device is locked. */
export async function openBytes(device: Device, name: string): Promise<ArrayBuffer | null> {
  const sealed = await readRecord(name)
  if (!sealed) return null
  const bytes = await open(await key.promise, labelOf(device.ownerId, name), sealed)
  if (bytes) return bytes
  // Another tab has replaced it since it was read.
  const isReplaced = (await readRecord(name))?.secretId !== sealed.secretId
  return isReplaced ? openBytes(device, name) : null
}

export async function openJson<T>(device: Device, name: string): Promise<T | null> {
  const bytes = await openBytes(device, name)
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}
