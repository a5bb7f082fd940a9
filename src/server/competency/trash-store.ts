import { and, desc, eq, gte } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removalsOf } from '#server/db/removals.ts'
import { purgesOf } from '#server/files/purge-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { type CompetencyRow, requireCompetencyRow } from './store.ts'
import { competencyRecords } from './table.ts'

const { ownerId, deletedAt, id } = competencyRecords
const purges = purgesOf(competencyRecords)

/** The owner's restorable records, newest deletion first, `limit` of them after `after`. */
export function listDeletedCompetency(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<CompetencyRow[]> {
  return db
    .select()
    .from(competencyRecords)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
}

/** The ids of all restorable records. */
export function listDeletedCompetencyIds(db: Db, owner: Owner, since: Date): Promise<string[]> {
  return purges.listIds(db, and(eq(ownerId, owner), gte(deletedAt, since)))
}

/** Rejects as `requireCompetencyRow`, and with `competency_record_not_found` unless it is in the trash. */
export async function requireDeletedCompetency(
  db: Db,
  owner: Owner,
  recordId: string,
  since: Date,
): Promise<void> {
  const row = await requireCompetencyRow(db, owner, recordId, since)
  if (row.deletedAt === null) throw new Problem('competency_record_not_found')
}

export const {
  listUnrestorable: listUnrestorableCompetency,
  purge: purgeCompetencyRecord,
  purgeAll: purgeCompetencyRecords,
} = purges

export const competencyRemovals = removalsOf(competencyRecords)
