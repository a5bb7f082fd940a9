import { and, desc, eq, gte, isNotNull, lt, type SQL } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removeFilesOf } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { type HealthRow, requireHealthRow } from './store.ts'
import { healthRecords } from './table.ts'

const { ownerId, deletedAt, id } = healthRecords

/** The owner's restorable records, newest deletion first, `limit` of them after `after`. */
export function listDeletedHealth(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<HealthRow[]> {
  return db
    .select()
    .from(healthRecords)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
}

/** The ids of all restorable records. */
export function listDeletedHealthIds(db: Db, owner: Owner, since: Date): Promise<string[]> {
  return listIds(db, and(eq(ownerId, owner), gte(deletedAt, since)))
}

async function listIds(db: Db, matches: SQL | undefined): Promise<string[]> {
  const rows = await db.select({ id }).from(healthRecords).where(matches)
  return rows.map((row) => row.id)
}

/** Rejects as `requireHealthRow`, and with `health_record_not_found` unless it is in the trash. */
export async function requireDeletedHealth(
  db: Db,
  owner: Owner,
  recordId: string,
  since: Date,
): Promise<void> {
  const row = await requireHealthRow(db, owner, recordId, since)
  if (row.deletedAt === null) throw new Problem('health_record_not_found')
}

/** Up to `limit` records, of any owner, that can no longer be restored. */
export function listUnrestorableHealth(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return db
    .select({ id, ownerId })
    .from(healthRecords)
    .where(lt(deletedAt, restorableSince(now)))
    .limit(limit)
}

// Both remove rows only: pass the returned keys to `removeBytes` after the commit.

/** A deleted record; with `before`, only if it was deleted earlier. */
export function purgeHealthRecord(tx: Db, owner: Owner, recordId: string, before?: Date): Promise<string[]> {
  const isGone = before ? lt(deletedAt, before) : isNotNull(deletedAt)
  return purgeMatching(tx, owner, and(eq(id, recordId), eq(ownerId, owner), isGone))
}

/** Empties the owner's trash of records. */
export function purgeHealthRecords(tx: Db, owner: Owner): Promise<string[]> {
  return purgeMatching(tx, owner, and(eq(ownerId, owner), isNotNull(deletedAt)))
}

async function purgeMatching(tx: Db, owner: Owner, gone: SQL | undefined): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const keys = await removeFilesOf(tx, owner, ...(await listIds(tx, gone)))
  await tx.delete(healthRecords).where(gone)
  return keys
}
