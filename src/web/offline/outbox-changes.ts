import { findDevice } from './device.ts'
import { discardWaiting, sendMine } from './outbox-store.ts'
import { synchronize } from './start-offline.ts'

export async function discardItem(key: string): Promise<void> {
  const device = await findDevice(new Date())
  if (device) await discardWaiting(device, key)
}

/** After a conflict: the owner's own version replaces the saved one. */
export async function sendMineItem(key: string): Promise<void> {
  const device = await findDevice(new Date())
  if (!device) return
  await sendMine(device, key)
  await synchronize()
}
