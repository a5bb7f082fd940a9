/** The id of the owner for whom this device keeps data, or `off` if the owner wants nothing kept. */
const FLAG = 'lanyard-offline'
export const DATABASE = 'lanyard-offline'
/** Makes other tabs drop their data in memory. */
export const CHANNEL = 'lanyard-offline'

export type Flag = { kind: 'none' | 'off' } | { kind: 'kept'; ownerId: string }

export function readFlag(): Flag {
  const value = read()
  if (value === null) return { kind: 'none' }
  return value === 'off' ? { kind: 'off' } : { kind: 'kept', ownerId: value }
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

/** Deletes all data that this device keeps, and the key. Resolves once it is deleted, even if nothing was kept. */
export async function forgetDevice(): Promise<void> {
  if (read() === null) return
  localStorage.removeItem(FLAG)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('forget')
  channel.close()
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(DATABASE)
  request.onsuccess = () => resolve()
  request.onerror = () => resolve()
  await promise
}
