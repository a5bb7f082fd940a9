import type { currentSessionContract } from '#shared/auth/current-session-contract.ts'
import type { AnswerOf } from '#shared/http/contract.ts'
import { type Contact, type Kept, keptAfter } from '#shared/offline/device-end.ts'
import { type Device, listNames, readDevice, write } from './database.ts'
import { dropDevice } from './device.ts'
import { changeOfflineState } from './offline-state.ts'
import { bytesOf, OUTBOX } from './outbox-store.ts'
import { countSharedFiles } from './shared-files.ts'

type SessionEnd = AnswerOf<(typeof currentSessionContract)['GET /api/auth/ended-session']>

/**
 * The session has ended. Only pending changes, encrypted, and shared files may stay if it timed out; if the reason is unknown, until the
 * next time. Everything else is deleted at once.
 */
export async function endDevice(now: Date): Promise<void> {
  const kept = await applyContact({ kind: 'signed-out', endedBy: 'unknown' }, now)
  if (kept === 'nothing') return
  const session = await askForEnd().catch(() => null)
  // No answer, or its owner has signed in meanwhile, perhaps in another tab.
  if (session === null || session === 'open') return
  await applyContact({ kind: 'signed-out', endedBy: session === 'timed_out' ? 'time' : 'somebody' }, now)
}

async function askForEnd(): Promise<SessionEnd['session']> {
  const response = await fetch('/api/auth/ended-session', {
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  const { session }: SessionEnd = await response.json()
  return session
}

/** Deletes the data that the device may not keep after this contact. */
export async function applyContact(contact: Contact, now: Date): Promise<Kept> {
  const device = await readDevice()
  const names = device ? await listNames('') : []
  const hasWaiting = names.some((name) => name.startsWith(OUTBOX)) || (await countSharedFiles(now)) > 0
  const kept = device ? keptAfter({ ...device, hasWaiting }, contact, now) : 'nothing'
  if (kept === 'nothing') await dropDevice()
  else if (kept === 'waiting' && device) await keepOnlyWaiting(device, names)
  return kept
}

async function keepOnlyWaiting(device: Device, names: readonly string[]): Promise<void> {
  const waiting = names.filter((name) => name.startsWith(OUTBOX))
  const left = new Set([...waiting, ...waiting.map((name) => bytesOf(name.slice(OUTBOX.length)))])
  await write(device.ownerId, { remove: names.filter((name) => !left.has(name)) })
  changeOfflineState({ asOf: null, isOffline: false })
}
