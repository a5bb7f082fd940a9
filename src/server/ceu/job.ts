import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { listUnrestorableCycles, purgeCycle } from './cycle-store.ts'
import { listUnrestorableEntries, purgeEntry } from './entry-trash-store.ts'

const BATCH = 100

/**
 * Purges entries and cycles that were deleted more than 30 days ago, with their files. Rows first, then bytes: the file
 * sweep removes what a crash leaves in between. Resolves with the number of rows; safe to run again.
 */
export async function purgeDeletedCeu(services: Services): Promise<number> {
  const entries = await purgeAll(services, listUnrestorableEntries, purgeEntry)
  return entries + (await purgeAll(services, listUnrestorableCycles, purgeCycle))
}

async function purgeAll(
  services: Services,
  list: typeof listUnrestorableEntries,
  purge: typeof purgeEntry,
): Promise<number> {
  const { db, clock } = services
  let purged = 0
  for (let batch = BATCH; batch === BATCH; ) {
    const purgeable = await list(db, clock.now(), BATCH)
    for (const { id, ownerId } of purgeable) {
      const keys = await db.transaction((tx) =>
        purge(tx, asOwnerId(ownerId), id, restorableSince(clock.now())),
      )
      await removeBytes(services, keys)
    }
    batch = purgeable.length
    purged += batch
  }
  return purged
}
