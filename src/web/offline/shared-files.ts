import { sharing } from '#shared/offline/shared-files.ts'

/** A file that another app shared with Lanyard; the service worker keeps it under `key`. */
export type SharedFile = { key: string; file: File }

const DAY_MS = 86_400_000

/** Not opened before there is one: `open` would create an empty cache on every device. */
async function openCache(): Promise<Cache | null> {
  const isKept = typeof caches !== 'undefined' && (await caches.has(sharing.cache))
  return isKept ? caches.open(sharing.cache) : null
}

/** Deletes those that nobody has taken for seven days. */
async function listKept(now: Date): Promise<{ cache: Cache; kept: Map<string, Response> } | null> {
  const cache = await openCache()
  if (!cache) return null
  const kept = new Map<string, Response>()
  for (const { url } of await cache.keys()) {
    const response = await cache.match(url)
    if (!response) continue
    const sharedAt = Date.parse(response.headers.get('x-shared-at') ?? '')
    if (now.getTime() - sharedAt < sharing.maxDays * DAY_MS) kept.set(url, response)
    else await cache.delete(url)
  }
  return { cache, kept }
}

export async function countSharedFiles(now: Date): Promise<number> {
  return (await listKept(now))?.kept.size ?? 0
}

export async function listSharedFiles(now: Date): Promise<SharedFile[]> {
  const kept = [...((await listKept(now))?.kept ?? [])]
  return Promise.all(
    kept.map(async ([key, response]) => {
      const name = decodeURIComponent(response.headers.get('x-name') ?? '')
      const type = response.headers.get('content-type') ?? ''
      return { key, file: new File([await response.blob()], name, { type }) }
    }),
  )
}

/** The owner has taken or deleted them. */
export async function removeSharedFiles(keys: readonly string[]): Promise<void> {
  const cache = await openCache()
  for (const key of keys) await cache?.delete(key)
}
