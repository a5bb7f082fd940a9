import { type Device, listNames, readDevice, write } from './database.ts'
import { holdKey, openBytes, sealBytes } from './device.ts'
import type { Lock } from './pin-lock.ts'
import { createKeys, type Sealed } from './sealed-box.ts'

/**
 * With `lockWith` the copy opens only with that secret; with `null` it opens for anyone who uses this browser.
 * Requires the unlocked key. If `lockWith` rejects, nothing has changed.
 */
export async function changeLock(lockWith: ((privateKey: CryptoKey) => Promise<Lock>) | null): Promise<void> {
  const device = await readDevice()
  if (!device) return
  const { publicKey, privateKey } = await createKeys(lockWith !== null)
  const lock = lockWith && (await lockWith(privateKey))
  const next: Device = { ...device, publicKey, privateKey: lock ? null : privateKey, lock }
  await write(device.ownerId, { device: () => next, put: await sealedAgain(device, next) })
  holdKey(privateKey)
}

async function sealedAgain(device: Device, next: Device): Promise<[string, Sealed][]> {
  const sealed: [string, Sealed][] = []
  for (const name of await listNames('')) {
    const bytes = await openBytes(device, name)
    if (bytes) sealed.push([name, await sealBytes(next, name, bytes)])
  }
  return sealed
}
