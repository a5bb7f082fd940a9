import { sharing } from '#shared/offline/shared-files.ts'
import { SENT_IDS } from '#web/http/offline-source.ts'
import { deleteAllSecrets } from './record-secrets.ts'

/**
 * The id of the owner for whom this device keeps data, `off` if the owner wants nothing kept, or `ending` while the data
 * is deleted.
 */
const FLAG = 'lanyard-offline'
export const DATABASE = 'lanyard-offline'
/** Makes other tabs drop their data in memory. */
export const CHANNEL = 'lanyard-offline'

export type Flag = { kind: 'none' | 'off' | 'ending' } | { kind: 'kept'; ownerId: string }

export function readFlag(): Flag {
  const value = read()
  if (value === null) return { kind: 'none' }
  return value === 'off' || value === 'ending' ? { kind: value } : { kind: 'kept', ownerId: value }
}

function read(): string | null {
  if (typeof window === 'undefined') return null
  try {
    return localStorage.getItem(FLAG)
  } catch {
    return null
  }
}

export function writeFlag(value: string): void {
  localStorage.setItem(FLAG, value)
}

/**
 * Deletes all data that this device keeps, and the key. Resolves once nobody can decrypt it any more, even if nothing was
 * kept. If the page is closed meanwhile, the next one must call it again: `readFlag` says `ending` until then.
 */
export async function forgetDevice(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(sharing.cache)
  const { kind } = readFlag()
  if (kind === 'none' || kind === 'off') return
  localStorage.setItem(FLAG, 'ending')
  localStorage.removeItem(SENT_IDS)
  if (kind === 'kept') tellOtherTabs()
  await deleteAllSecrets()
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(DATABASE)
  request.onsuccess = () => resolve()
  request.onerror = () => resolve()
  await promise
  if (read() === 'ending') localStorage.removeItem(FLAG)
}

function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('forget')
  channel.close()
}
