import { and, desc, eq, gte } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removalsOf } from '#server/db/removals.ts'
import { purgesOf } from '#server/files/purge-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { type HealthRow, requireHealthRow } from './store.ts'
import { healthRecords } from './table.ts'

const { ownerId, deletedAt, id } = healthRecords
const purges = purgesOf(healthRecords)

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
  return purges.listIds(db, and(eq(ownerId, owner), gte(deletedAt, since)))
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

export const {
  listUnrestorable: listUnrestorableHealth,
  purge: purgeHealthRecord,
  purgeAll: purgeHealthRecords,
} = purges

export const healthRemovals = removalsOf(healthRecords)
