import { and, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { removeFilesOf } from './store.ts'

type Records = PgTable & { id: AnyPgColumn; ownerId: AnyPgColumn; deletedAt: AnyPgColumn }

/** How records with files in the trash are removed permanently. */
export function purgesOf(records: Records) {
  const { id, ownerId, deletedAt } = records

  async function listIds(db: Db, matches: SQL | undefined): Promise<string[]> {
    const rows = await db
      .select({ id: sql<string>`${id}` })
      .from(records)
      .where(matches)
    return rows.map((row) => row.id)
  }

  async function purgeMatching(tx: Db, owner: Owner, gone: SQL | undefined): Promise<string[]> {
    await lockOwnerRow(tx, owner)
    const keys = await removeFilesOf(tx, owner, ...(await listIds(tx, gone)))
    await tx.delete(records).where(gone)
    return keys
  }

  return {
    listIds,

    /** Up to `limit` records, of any owner, that can no longer be restored. */
    listUnrestorable: (db: Db, now: Date, limit: number): Promise<{ id: string; ownerId: string }[]> =>
      db
        .select({ id: sql<string>`${id}`, ownerId: sql<string>`${ownerId}` })
        .from(records)
        .where(lt(deletedAt, restorableSince(now)))
        .limit(limit),

    // Both remove rows only: pass the returned keys to `removeBytes` after the commit.

    /** A deleted record; with `before`, only if it was deleted earlier. */
    purge: (tx: Db, owner: Owner, of: string, before?: Date): Promise<string[]> => {
      const isGone = before ? lt(deletedAt, before) : isNotNull(deletedAt)
      return purgeMatching(tx, owner, and(eq(id, of), eq(ownerId, owner), isGone))
    },

    /** Empties the owner's trash of these records. */
    purgeAll: (tx: Db, owner: Owner): Promise<string[]> =>
      purgeMatching(tx, owner, and(eq(ownerId, owner), isNotNull(deletedAt))),
  }
}
