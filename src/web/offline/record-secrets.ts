/**
 * A random secret for each record on the device. Without it the record cannot be decrypted, even by someone who has the
 * device's private key. IndexedDB leaves deleted values in its files until it compacts them, the private key included.
 * Cache Storage keeps each secret in a file of its own, which is deleted with it.
 */
const CACHE = 'lanyard-record-secrets'

export type RecordSecret = { id: string; bytes: Uint8Array<ArrayBuffer> }

const addressOf = (id: string) => `/record-secrets/${id}`

export async function createSecret(): Promise<RecordSecret> {
  const id = crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const cache = await caches.open(CACHE)
  await cache.put(addressOf(id), new Response(bytes))
  return { id, bytes }
}

/** `null` if the record was replaced or deleted meanwhile. */
export async function readSecret(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const cache = await caches.open(CACHE)
  const response = await cache.match(addressOf(id))
  return response ? new Uint8Array(await response.arrayBuffer()) : null
}

export async function deleteSecrets(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const cache = await caches.open(CACHE)
  await Promise.all(ids.map((id) => cache.delete(addressOf(id))))
}

/** Deletes every file by itself: a whole cache stays on the disk as long as any page has it open. */
export async function deleteAllSecrets(): Promise<void> {
  if (!(await caches.has(CACHE))) return
  const cache = await caches.open(CACHE)
  await Promise.all((await cache.keys()).map((request) => cache.delete(request)))
  await caches.delete(CACHE)
}
