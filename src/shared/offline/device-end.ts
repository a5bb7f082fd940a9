import { isOutdated } from './vault-copy.ts'

/** The state of the owner's session, as known to the device. `unknown`: nobody is signed in, for an unknown reason. */
export type Contact =
  | { kind: 'signed-in'; userId: string; session: 'remembered' | 'brief' | 'shared' }
  | { kind: 'signed-out'; endedBy: 'time' | 'somebody' | 'unknown' }

export type KeptDevice = { ownerId: string; contactAt: Date; hasWaiting: boolean }

/** `waiting`: only pending changes, encrypted and hidden, until their owner signs in again. */
export type Kept = 'everything' | 'waiting' | 'nothing'

/** The data that a device may keep after contact with the server. */
export function keptAfter(device: KeptDevice, contact: Contact, now: Date): Kept {
  if (isOutdated(device.contactAt, now)) return 'nothing'
  const left = device.hasWaiting ? 'waiting' : 'nothing'
  if (contact.kind === 'signed-out') return contact.endedBy === 'somebody' ? 'nothing' : left
  if (contact.userId !== device.ownerId || contact.session === 'shared') return 'nothing'
  return contact.session === 'remembered' ? 'everything' : left
}
