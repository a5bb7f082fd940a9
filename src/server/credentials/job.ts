import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { listUnrestorable, purgeCredential } from './trash-store.ts'

const BATCH = 100

/**
 * Purges credentials that were deleted more than 30 days ago, with their files. Rows first, then bytes: the sweeper
 * removes what a crash leaves between the two. Resolves to the number of credentials processed; safe to run again.
 */
export async function purgeDeletedCredentials(services: Services): Promise<number> {
  const { db, clock } = services
  let purged = 0
  for (let batch = BATCH; batch === BATCH; ) {
    const gone = await listUnrestorable(db, clock.now(), BATCH)
    for (const { id, ownerId } of gone) {
      const keys = await db.transaction((tx) =>
        purgeCredential(tx, asOwnerId(ownerId), id, restorableSince(clock.now())),
      )
      await removeBytes(services, keys)
    }
    batch = gone.length
    purged += batch
  }
  return purged
}
