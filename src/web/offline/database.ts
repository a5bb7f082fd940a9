import { DATABASE } from './forget-device.ts'
import type { Lock } from './pin-lock.ts'
import { deleteSecrets } from './record-secrets.ts'
import type { Sealed } from './sealed-box.ts'

/** The device's owner, its keys, and when it last reached the server. With a lock there is no `privateKey`. */
export type Device = {
  ownerId: string
  publicKey: CryptoKey
  privateKey: CryptoKey | null
  lock: Lock | null
  contactAt: Date
}

/** The device was forgotten meanwhile, or belongs to another owner: nothing was written. */
export class ForgottenError extends Error {
  override name = 'ForgottenError'
}

let opened: Promise<IDBDatabase> | null = null

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('device')
      request.result.createObjectStore('records')
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      const drop = () => {
        opened = null
      }
      // Otherwise deleting the database would wait for this tab to close.
      database.onversionchange = () => {
        database.close()
        drop()
      }
      database.onclose = drop
      resolve(database)
    }
  }).catch((error) => {
    opened = null
    throw error
  })
  return opened
}

function answerTo<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function read<T>(
  store: 'device' | 'records',
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  return answerTo(ask(database.transaction(store).objectStore(store)))
}

export async function readDevice(): Promise<Device | null> {
  return (await read('device', (store): IDBRequest<Device | undefined> => store.get('device'))) ?? null
}

export function readRecord(name: string): Promise<Sealed | undefined> {
  return read('records', (store): IDBRequest<Sealed | undefined> => store.get(name))
}

/** The names that begin with `prefix`, in order. */
export async function listNames(prefix: string): Promise<string[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  return (await read('records', (store) => store.getAllKeys(range))).map(String)
}

type Changes = {
  put?: [name: string, value: Sealed][]
  remove?: string[]
  device?: (found: Device) => Device
}

/**
 * Writes all of it or nothing, for the device's owner. Rejects with `ForgottenError`, or with the browser's
 * `QuotaExceededError` if there is no room. Nobody can decrypt what was replaced or removed.
 */
export async function write(ownerId: string, { put = [], remove = [], device }: Changes): Promise<void> {
  const database = await openDatabase()
  const transaction = database.transaction(['device', 'records'], 'readwrite', { durability: 'strict' })
  const done = endOf(transaction)
  const devices = transaction.objectStore('device')
  const records = transaction.objectStore('records')
  const gone: string[] = []
  const owned: IDBRequest<Device | undefined> = devices.get('device')
  owned.onsuccess = () => {
    if (owned.result?.ownerId !== ownerId) return transaction.abort()
    for (const name of [...remove, ...put.map(([name]) => name)]) {
      const before: IDBRequest<Sealed | undefined> = records.get(name)
      before.onsuccess = () => gone.push(...secretsOf([before.result]))
    }
    for (const name of remove) records.delete(name)
    for (const [name, value] of put) records.put(value, name)
    if (device) devices.put(device(owned.result), 'device')
  }
  await done.catch(async (error) => {
    await deleteSecrets(secretsOf(put.map(([, value]) => value)))
    throw error
  })
  await deleteSecrets(gone)
}

const secretsOf = (records: (Sealed | undefined)[]): string[] =>
  records.flatMap((record) => record?.secretId ?? [])

/** Makes this the device of an owner for whom it keeps nothing yet. */
export async function createDevice(device: Device): Promise<void> {
  const database = await openDatabase()
  const transaction = database.transaction(['device', 'records'], 'readwrite')
  const done = endOf(transaction)
  transaction.objectStore('records').clear()
  transaction.objectStore('device').put(device, 'device')
  await done
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new ForgottenError())
  })
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
