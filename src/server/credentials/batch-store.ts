import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import { removalsOf } from '#server/db/removals.ts'
import type { Owner } from '#server/users/owner.ts'
import { credentials } from './table.ts'

/** A change, an archiving or a renewal: each sets `updated_at`. */
const isChanged = sql<boolean>`(${credentials.updatedAt} > ${credentials.createdAt})`

/** Every credential of the owner, deleted ones included, with whether it was changed since it was made. */
export function listChanges(db: Db, owner: Owner) {
  return db
    .select({
      id: credentials.id,
      isChanged,
      isDeleted: sql<boolean>`(${credentials.deletedAt} is not null)`,
    })
    .from(credentials)
    .where(eq(credentials.ownerId, owner))
}

/** Moves those of `ids` that are there to the trash. The caller holds the owner's lock. */
export async function removeCredentials(tx: Db, owner: Owner, ids: string[], now: Date): Promise<void> {
  for (const batch of batches(ids))
    await tx
      .update(credentials)
      .set({ deletedAt: now })
      .where(
        and(eq(credentials.ownerId, owner), inArray(credentials.id, batch), isNull(credentials.deletedAt)),
      )
}

export const credentialRemovals = removalsOf(credentials)
