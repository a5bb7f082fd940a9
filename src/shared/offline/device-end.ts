import { isOutdated } from './vault-copy.ts'

/** What a device learns about the session of its owner. `unknown`: that nobody is signed in, and not why. */
export type Contact =
  | { kind: 'signed-in'; userId: string; session: 'remembered' | 'brief' | 'shared' }
  | { kind: 'signed-out'; endedBy: 'time' | 'somebody' | 'unknown' }

export type KeptDevice = { ownerId: string; contactAt: Date; hasWaiting: boolean }

/** `waiting`: only what waits to be sent, encrypted and not shown, until its owner signs in again. */
export type Kept = 'everything' | 'waiting' | 'nothing'

/** What a device may keep after a contact with the server. */
export function keptAfter(device: KeptDevice, contact: Contact, now: Date): Kept {
  if (isOutdated(device.contactAt, now)) return 'nothing'
  const left = device.hasWaiting ? 'waiting' : 'nothing'
  if (contact.kind === 'signed-out') return contact.endedBy === 'somebody' ? 'nothing' : left
  if (contact.userId !== device.ownerId || contact.session === 'shared') return 'nothing'
  return contact.session === 'remembered' ? 'everything' : left
}
