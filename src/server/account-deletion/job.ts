import type { Services } from '#server/services.ts'
import { finishRemoval, tidyMail } from './service.ts'
import { forgetRemovals, listRemovals } from './store.ts'

/** An upload that was under way may take ten minutes; what it leaves is looked for until nothing can come any more. */
const WATCHED_MS = 15 * 60_000

/**
 * Finishes the deletions that were cut off, by a kill or by a store that was away, and looks after each for a while.
 * One that still cannot be finished holds up none of the others.
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
