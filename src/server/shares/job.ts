import { removeBytes } from '#server/files/service.ts'
import { removeFiles } from '#server/files/store.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { removeExpiredSessions } from './session-store.ts'
import { listEndedBefore, removeShare } from './store.ts'

const RETENTION_MS = 365 * 86_400_000
const BATCH = 100

/**
 * Removes expired sessions. Also removes shares that ended more than a year ago, with their logs and redacted pictures.
 * Deletes rows first, then bytes; safe to run again.
 */
export async function removeOldShares(services: Services): Promise<void> {
  const { db, clock } = services
  const before = new Date(clock.now().getTime() - RETENTION_MS)
  await removeExpiredSessions(db, clock.now())
  for (let left = BATCH; left === BATCH; ) {
    const ended = await listEndedBefore(db, before, BATCH)
    for (const { id, ownerId } of ended) {
      const keys = await db.transaction(async (tx) =>
        (await removeShare(tx, id, before)) ? removeFiles(tx, asOwnerId(ownerId), id) : [],
      )
      await removeBytes(services, keys)
    }
    left = ended.length
  }
}
