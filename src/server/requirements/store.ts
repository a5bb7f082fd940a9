import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow, restorable } from '#server/users/restorable-store.ts'
import { Problem } from '#shared/http/errors.ts'
import { MAX_LISTS } from '#shared/requirements/list.ts'
import { type RequirementListRow, requirementLists } from './table.ts'

export type { RequirementListRow } from './table.ts'
export type NewRequirementList = Omit<typeof requirementLists.$inferInsert, 'ownerId'> & { id: string }

const { ownerId, startsOn, deletedAt } = requirementLists
const ownNotDeleted = (owner: Owner) => and(eq(ownerId, owner), isNull(deletedAt))

/** By first day; those without one last. */
export function listRequirementLists(db: Db, owner: Owner): Promise<RequirementListRow[]> {
  return db
    .select()
    .from(requirementLists)
    .where(ownNotDeleted(owner))
    .orderBy(asc(startsOn), asc(requirementLists.id))
}

export const requireRequirementList = requiredRow(requirementLists, 'requirement_list')

/** Rejects with `too_many_requirement_lists` if there would be more than `limit`. The caller must hold the owner's lock. */
export async function requireRoomForLists(
  tx: Db,
  owner: Owner,
  added: number,
  limit = MAX_LISTS,
): Promise<void> {
  if (added === 0) return
  if ((await tx.$count(requirementLists, ownNotDeleted(owner))) + added > limit)
    throw new Problem('too_many_requirement_lists')
}

export const requirementTrash = restorable(
  requirementLists,
  requireRequirementList,
  (tx, owner, _row, limit) => requireRoomForLists(tx, owner, 1, limit),
)

export async function insertRequirementLists(
  tx: Db,
  owner: Owner,
  rows: NewRequirementList[],
): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(requirementLists).values(batch.map((row) => ({ ...row, ownerId: owner })))
}

export async function updateRequirementRow(
  tx: Db,
  id: string,
  values: Partial<NewRequirementList>,
): Promise<void> {
  await tx.update(requirementLists).set(values).where(eq(requirementLists.id, id))
}

/** The names of these lists by id, deleted ones too; other owners' are not in the map. */
export async function listRequirementNames(
  db: Db,
  owner: Owner,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, name } = requirementLists
  const rows = await db
    .select({ id, name })
    .from(requirementLists)
    .where(and(eq(ownerId, owner), inArray(id, ids)))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Every list of the owner, deleted ones included, oldest first. */
export function listEveryRequirementList(db: Db, owner: Owner): Promise<RequirementListRow[]> {
  const { createdAt, id } = requirementLists
  return db.select().from(requirementLists).where(eq(ownerId, owner)).orderBy(asc(createdAt), asc(id))
}
