import type { Services } from '#server/services.ts'
import { originalKey } from './storage-key-service.ts'
import { listAllFiles, listKnownKeys } from './store.ts'

const DAY_MS = 86_400_000
const BATCH = 500

const HOUR_MS = 3_600_000

/** At most this many packets of all owners together are kept to be served again; each is at most 10 MB. */
const MAX_PACKETS = 200

/**
 * Everything that uploads leave in storage, with its minimum age; other features' keys are not touched. No upload takes
 * an hour, so older incoming bytes belong to none.
 */
const prefixes = { 'files/': DAY_MS, 'previews/': DAY_MS, 'incoming/': HOUR_MS }

/**
 * Removes bytes without a row that are older than a day, which crashes leave behind, and reports rows whose bytes are
 * missing or truncated. Safe during uploads: none takes that long.
 */
export async function sweepFiles(services: Services): Promise<{ removed: number; missing: string[] }> {
  let removed = 0
  for (const [prefix, age] of Object.entries(prefixes))
    removed += await removeForgotten(services, prefix, age)
  await removeOldPackets(services)
  const missing = await listMissingBytes(services)
  if (removed > 0) services.log.info({ removed }, 'forgotten bytes were removed')
  if (missing.length > 0)
    services.log.error({ files: missing.slice(0, 100), count: missing.length }, 'bytes are missing')
  return { removed, missing }
}

async function removeForgotten(services: Services, prefix: string, age: number): Promise<number> {
  const before = services.clock.now().getTime() - age
  let removed = 0
  let old: string[] = []
  const flush = async () => {
    const known = await listKnownKeys(services.db, old.map(originalKey))
    for (const key of old.filter((key) => !known.has(originalKey(key)))) {
      await services.storage.remove(key)
      removed += 1
    }
    old = []
  }
  for await (const { key, writtenAt } of services.storage.list(prefix)) {
    if (writtenAt.getTime() >= before) continue
    old.push(key)
    if (old.length >= BATCH) await flush()
  }
  await flush()
  return removed
}

/** Packets older than a day, and the oldest of too many. */
async function removeOldPackets({ storage, clock }: Services): Promise<void> {
  const before = clock.now().getTime() - DAY_MS
  let stored: { key: string; at: number }[] = []
  const trim = async () => {
    const sorted = stored.toSorted((a, b) => b.at - a.at)
    stored = sorted.slice(0, MAX_PACKETS)
    for (const { key } of sorted.slice(MAX_PACKETS)) await storage.remove(key)
  }
  for await (const { key, writtenAt } of storage.list('packets/')) {
    if (writtenAt.getTime() < before) await storage.remove(key)
    else if (stored.push({ key, at: writtenAt.getTime() }) > MAX_PACKETS * 10) await trim()
  }
  await trim()
}

/** Ids of the files whose bytes are missing or have another size than was written. */
export async function listMissingBytes(services: Services): Promise<string[]> {
  const missing: string[] = []
  let last: string | null = null
  for (;;) {
    const rows = await listAllFiles(services.db, last, BATCH)
    for (const row of rows) if ((await services.storage.size(row.key)) !== row.size) missing.push(row.id)
    last = rows.at(-1)?.id ?? null
    if (rows.length < BATCH) break
  }
  return missing
}
