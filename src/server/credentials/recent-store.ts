import { RecentMap } from '#server/kernel/recent-map.ts'
import type { Owner } from '#server/users/owner.ts'
import type { VersionedRow } from './store.ts'

/** About 2 kB each; the oldest are read again. */
const MAX_KEPT = 4000

/**
 * The rows that this process stored last, so that a change of one of them needs no reading. A kept row may be out of date:
 * another process may have changed it. So what is made from it is stored only if the row still has its version
 * (`changeAtOnce`); otherwise the row is read.
 */
export function createRecentRows() {
  const kept = new RecentMap<string, VersionedRow>(MAX_KEPT)
  return {
    keep: (stored: VersionedRow) => kept.set(stored.row.id, stored),

    /** Removes it: of two changes at the same time only one can succeed with it. */
    take(owner: Owner, id: string): VersionedRow | null {
      const found = kept.get(id)
      if (found?.row.ownerId !== owner) return null
      kept.delete(id)
      return found
    },
  }
}
