import type { Services } from '#server/services.ts'
import { finishRemoval, tidyMail } from './service.ts'
import { forgetRemovals, listRemovals } from './store.ts'

/** An unfinished upload may take ten minutes, so its folder is checked until nothing more can arrive. */
const WATCHED_MS = 15 * 60_000

/**
 * Finishes deletions that were interrupted, by a kill or unreachable storage, and checks each for a while after that.
 * One that still cannot be finished does not hold up the others.
 */
export async function finishDeletions(services: Services): Promise<void> {
  const { db, clock, log } = services
  for (const row of await listRemovals(db)) {
    try {
      await finishRemoval(services, row)
      await tidyMail(services, row)
    } catch {
      log.error({ removal: row.id }, 'a deleted account could not be finished yet')
    }
  }
  await forgetRemovals(db, new Date(clock.now().getTime() - WATCHED_MS))
}
