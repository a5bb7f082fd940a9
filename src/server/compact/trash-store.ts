import { and, desc, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removalsOf } from '#server/db/removals.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { requireResidence } from './store.ts'
import { type ResidenceRow, residences } from './table.ts'

const { id, ownerId, deletedAt } = residences

/** The owner's restorable residences, newest deletion first, `limit` of them after `after`. */
export function listDeletedResidences(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<ResidenceRow[]> {
  return db
    .select()
    .from(residences)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
}

/** How many residences can be restored. */
export function countDeletedResidences(db: Db, owner: Owner, since: Date): Promise<number> {
  return db.$count(residences, and(eq(ownerId, owner), gte(deletedAt, since)))
}

/** Rejects as `requireResidence`, and with `residence_not_found` unless it is in the trash. */
export async function requireDeletedResidence(db: Db, owner: Owner, of: string, since: Date): Promise<void> {
  const row = await requireResidence(db, owner, of, since)
  if (row.deletedAt === null) throw new Problem('residence_not_found')
}

/** Removes a deleted residence. It has no files. */
export async function purgeResidence(tx: Db, owner: Owner, of: string): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  await tx.delete(residences).where(and(eq(id, of), eq(ownerId, owner), isNotNull(deletedAt)))
  return []
}

/** Empties the owner's trash of residences. */
export async function purgeResidences(tx: Db, owner: Owner): Promise<void> {
  await lockOwnerRow(tx, owner)
  await tx.delete(residences).where(and(eq(ownerId, owner), isNotNull(deletedAt)))
}

/** Removes those, of any owner, that can no longer be restored. Resolves with their number. */
export async function purgeUnrestorableResidences(db: Db, now: Date): Promise<number> {
  const gone = await db
    .delete(residences)
    .where(lt(deletedAt, restorableSince(now)))
    .returning({ id })
  return gone.length
}

export const residenceRemovals = removalsOf(residences)
