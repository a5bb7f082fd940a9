import { and, desc, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removalsOf } from '#server/db/removals.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { type RequirementListRow, requireRequirementList } from './store.ts'
import { requirementLists } from './table.ts'

const { ownerId, deletedAt, id } = requirementLists

/** The owner's restorable lists, newest deletion first, `limit` of them after `after`. */
export function listDeletedRequirementLists(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<RequirementListRow[]> {
  return db
    .select()
    .from(requirementLists)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
}

export function countDeletedRequirementLists(db: Db, owner: Owner, since: Date): Promise<number> {
  return db.$count(requirementLists, and(eq(ownerId, owner), gte(deletedAt, since)))
}

/** Rejects as `requireRequirementList`, and with `requirement_list_not_found` unless it is in the trash. */
export async function requireDeletedRequirementList(
  db: Db,
  owner: Owner,
  listId: string,
  since: Date,
): Promise<void> {
  const row = await requireRequirementList(db, owner, listId, since)
  if (row.deletedAt === null) throw new Problem('requirement_list_not_found')
}

/** A list has no files: the returned keys are always none. */
export async function purgeRequirementList(tx: Db, owner: Owner, listId: string): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  await tx.delete(requirementLists).where(and(eq(id, listId), eq(ownerId, owner), isNotNull(deletedAt)))
  return []
}

/** Empties the owner's trash of lists. */
export async function purgeRequirementLists(tx: Db, owner: Owner): Promise<void> {
  await lockOwnerRow(tx, owner)
  await tx.delete(requirementLists).where(and(eq(ownerId, owner), isNotNull(deletedAt)))
}

/** The lists, of any owner, that can no longer be restored. Returns how many there were. */
export async function purgeUnrestorableRequirementLists(db: Db, now: Date): Promise<number> {
  const gone = await db
    .delete(requirementLists)
    .where(lt(deletedAt, restorableSince(now)))
    .returning({ id })
  return gone.length
}

export const listRemovals = removalsOf(requirementLists)
