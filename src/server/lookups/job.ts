import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { listUnrestorableLookups, purgeLookup } from './trash-store.ts'

const BATCH = 100

/**
 * Purges look-ups that were deleted more than 30 days ago, with their printouts. Rows first, then bytes: the file sweep
 * removes what a crash leaves in between. Resolves with the number of look-ups; safe to run again.
 */
export async function purgeDeletedLookups(services: Services): Promise<number> {
  const { db, clock } = services
  let purged = 0
  for (let batch = BATCH; batch === BATCH; ) {
    const gone = await listUnrestorableLookups(db, clock.now(), BATCH)
    for (const { id, ownerId } of gone) {
      const before = restorableSince(clock.now())
      const keys = await db.transaction((tx) => purgeLookup(tx, asOwnerId(ownerId), id, before))
      await removeBytes(services, keys)
    }
    batch = gone.length
    purged += batch
  }
  return purged
}
