import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { batches } from './batches.ts'
import type { Db } from './database.ts'

type Records = PgTable & { id: AnyPgColumn; ownerId: AnyPgColumn; deletedAt: AnyPgColumn }

/** What has happened to a record since. */
export type Outcome = { id: string; isChanged: boolean; isDeleted: boolean }

/**
 * How records that were created together are looked up and moved to the trash. `isChanged` is true for one that was
 * changed since.
 */
export function removalsOf(records: Records, isChanged: (since: Date) => SQL = changedIn(records)) {
  const { id, ownerId, deletedAt } = records
  const own = (owner: string, ids: string[]) => and(eq(ownerId, owner), inArray(id, ids))

  return {
    /** Those of `ids` that exist, including those in the trash. */
    list: async (db: Db, owner: string, ids: string[], since: Date): Promise<Outcome[]> => {
      const found: Outcome[] = []
      for (const batch of batches(ids))
        found.push(
          ...(await db
            .select({
              id: sql<string>`${id}`,
              isChanged: sql<boolean>`(${isChanged(since)})`,
              isDeleted: sql<boolean>`(${deletedAt} is not null)`,
            })
            .from(records)
            .where(own(owner, batch))),
        )
      return found
    },

    /** The caller holds the owner's lock. */
    remove: async (tx: Db, owner: string, ids: string[], now: Date): Promise<void> => {
      for (const batch of batches(ids))
        await tx
          .update(records)
          .set({ deletedAt: now })
          .where(and(own(owner, batch), isNull(deletedAt)))
    },
  }
}

function changedIn(records: Records): (since: Date) => SQL {
  const { updatedAt } = getTableColumns(records)
  return (since) => sql`${updatedAt} > ${since.toISOString()}`
}
