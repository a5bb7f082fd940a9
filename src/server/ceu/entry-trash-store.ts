import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removeFilesOf } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { requireEntryRow } from './entry-store.ts'
import { idOf, type PurgeableRow } from './store.ts'
import { ceuEntries, type EntryRow } from './table.ts'

/** Up to `limit` entries of any owner that can no longer be restored. */
export function listUnrestorableEntries(db: Db, now: Date, limit: number): Promise<PurgeableRow[]> {
  const { id, ownerId, deletedAt } = ceuEntries
  return db
    .select({ id, ownerId })
    .from(ceuEntries)
    .where(lt(deletedAt, restorableSince(now)))
    .limit(limit)
}

/** Up to `limit` restorable entries that were deleted separately, newest first, after `after`. */
export function listDeletedEntries(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<EntryRow[]> {
  const { deletedAt, id } = ceuEntries
  return db
    .select()
    .from(ceuEntries)
    .where(and(deletedSeparately(owner, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
}

/** The ids of all restorable entries, and how many of them were deleted separately from a cycle. */
export async function listDeletedEntryIds(
  db: Db,
  owner: Owner,
  since: Date,
): Promise<{ separateCount: number; ids: string[] }> {
  const { id, ownerId, deletedAt, deletedWithCycleId } = ceuEntries
  const rows = await db
    .select({ id, deletedWithCycleId })
    .from(ceuEntries)
    .where(and(eq(ownerId, owner), gte(deletedAt, since)))
  const separateCount = rows.filter((row) => row.deletedWithCycleId === null).length
  return { separateCount, ids: rows.map(idOf) }
}

function deletedSeparately(owner: Owner, since: Date): SQL | undefined {
  const { ownerId, deletedAt, deletedWithCycleId } = ceuEntries
  return and(eq(ownerId, owner), gte(deletedAt, since), isNull(deletedWithCycleId))
}

/** Rejects as `requireEntry`, and with `ceu_entry_not_found` unless the entry was deleted separately from a cycle. */
export async function requireDeletedEntry(db: Db, owner: Owner, id: string, since: Date): Promise<EntryRow> {
  const row = await requireEntryRow(db, owner, id, since)
  if (row.deletedAt === null || row.deletedWithCycleId !== null) throw new Problem('ceu_entry_not_found')
  return row
}

/**
 * Permanently removes a deleted entry and its file rows; with `before`, only if it was deleted before that. Pass the
 * resulting keys to `removeBytes` after the commit.
 */
export async function purgeEntry(tx: Db, owner: Owner, id: string, before?: Date): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const { deletedAt } = ceuEntries
  const purgeable = and(eq(ceuEntries.id, id), before ? lt(deletedAt, before) : isNotNull(deletedAt))
  if ((await tx.$count(ceuEntries, purgeable)) === 0) return []
  const keys = await removeFilesOf(tx, owner, id)
  await tx.delete(ceuEntries).where(purgeable)
  return keys
}
