import type { House } from '#server/core/house.ts'
import { originalKey } from './service.ts'
import { listAllFiles, listKnownKeys } from './store.ts'

const DAY_MS = 86_400_000
const BATCH = 500

/** Everything that uploads leave in storage; other rooms' keys are not ours to judge. */
const prefixes = ['files/', 'previews/', 'incoming/']

/**
 * Removes bytes that no row names and that are older than a day, as a crash leaves them, and reports rows whose
 * bytes are missing or cut. Safe to run beside uploads: none takes a day.
 */
export async function sweepFiles(house: House): Promise<{ removed: number; missing: string[] }> {
  let removed = 0
  for (const prefix of prefixes) removed += await removeForgotten(house, prefix)
  const missing = await listMissingBytes(house)
  if (removed > 0) house.log.info({ removed }, 'forgotten bytes were removed')
  if (missing.length > 0)
    house.log.error({ files: missing.slice(0, 100), count: missing.length }, 'bytes are missing')
  return { removed, missing }
}

async function removeForgotten(house: House, prefix: string): Promise<number> {
  const yesterday = house.clock.now().getTime() - DAY_MS
  let removed = 0
  let old: string[] = []
  const flush = async () => {
    const known = await listKnownKeys(house.db, old.map(originalKey))
    for (const key of old.filter((key) => !known.has(originalKey(key)))) {
      await house.storage.remove(key)
      removed += 1
    }
    old = []
  }
  for await (const { key, writtenAt } of house.storage.list(prefix)) {
    if (writtenAt.getTime() >= yesterday) continue
    old.push(key)
    if (old.length >= BATCH) await flush()
  }
  await flush()
  return removed
}

/** Ids of the files whose bytes are gone or have another size than was written. */
export async function listMissingBytes(house: House): Promise<string[]> {
  const missing: string[] = []
  let last: string | null = null
  for (;;) {
    const rows = await listAllFiles(house.db, last, BATCH)
    for (const row of rows) if ((await house.storage.size(row.key)) !== row.size) missing.push(row.id)
    last = rows.at(-1)?.id ?? null
    if (rows.length < BATCH) break
  }
  return missing
}
