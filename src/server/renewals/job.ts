import { listUnrestorable } from '#server/credentials/trash-store.ts'
import type { Db } from '#server/db/database.ts'
import { removeBytes } from '#server/files/service.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { listUnrestorableRenewals, purgeCredential, purgeRenewal } from './trash-store.ts'

const BATCH = 100

/**
 * Purges credentials that were deleted more than 30 days ago, with their renewals, their earlier terms and all files.
 * Rows first, then bytes: the sweeper removes what a crash leaves between the two. Resolves to the number of credentials
 * processed; safe to run again.
 */
export function purgeDeletedCredentials(services: Services): Promise<number> {
  return purgeAll(services, listUnrestorable, purgeCredential)
}

/** The same for renewals that were deleted on their own. */
export function purgeDeletedRenewals(services: Services): Promise<number> {
  return purgeAll(services, listUnrestorableRenewals, purgeRenewal)
}

async function purgeAll(
  services: Services,
  list: (db: Db, now: Date, limit: number) => Promise<{ id: string; ownerId: string }[]>,
  purge: (tx: Db, owner: Owner, id: string, before: Date) => Promise<string[]>,
): Promise<number> {
  const { db, clock } = services
  let purged = 0
  for (let batch = BATCH; batch === BATCH; ) {
    const gone = await list(db, clock.now(), BATCH)
    for (const { id, ownerId } of gone) {
      const keys = await db.transaction((tx) =>
        purge(tx, asOwnerId(ownerId), id, restorableSince(clock.now())),
      )
      await removeBytes(services, keys)
    }
    batch = gone.length
    purged += batch
  }
  return purged
}
