import { type Device, listNames, readDevice, write } from './database.ts'
import { holdKey, openBytes, sealBytes } from './device.ts'
import { lockKey } from './pin-lock.ts'
import { createKeys, type Sealed } from './sealed-box.ts'

/** With a `pin` the copy opens only after it; with `null` it opens for whoever opens this browser. Needs the open key. */
export async function changeLock(pin: string | null): Promise<void> {
  const device = await readDevice()
  if (!device) return
  const { publicKey, privateKey } = await createKeys(pin !== null)
  const lock = pin === null ? null : await lockKey(privateKey, pin)
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
