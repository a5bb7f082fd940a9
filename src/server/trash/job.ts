import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { trashedTables } from './kind-store.ts'
import { listDeletedBefore, purge } from './purge-store.ts'

const BATCH = 100

/**
 * Purges every record that was deleted more than 30 days ago, with its dependent records and all files. Deletes rows
 * first, then bytes; after a crash in between, the file sweep removes the bytes. Resolves with the number of records;
 * safe to run again. A record that cannot be purged does not hold up the others: the job rejects after purging them.
 */
export async function purgeTrash(services: Services, stop?: AbortSignal): Promise<number> {
  const { db, clock } = services
  const before = restorableSince(clock.now())
  const failures: unknown[] = []
  let purged = 0
  for (const kind of trashedTables) {
    let afterId: string | null = null
    for (let found = BATCH; found === BATCH && !stop?.aborted; ) {
      const gone = await listDeletedBefore(db, kind, before, { afterId, limit: BATCH })
      for (const { id, ownerId } of gone) {
        try {
          const keys = await db.transaction((tx) => purge(tx, asOwnerId(ownerId), kind, id, before))
          await removeBytes(services, keys)
          purged += 1
        } catch (error) {
          // The account, and the record with it, was deleted in the meantime.
          if (!(error instanceof Problem)) failures.push(error)
        }
      }
      found = gone.length
      afterId = gone.at(-1)?.id ?? null
    }
  }
  if (failures.length > 0) throw failures[0]
  return purged
}
