import { and, desc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removalsOf } from '#server/db/removals.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-kinds.ts'
import { notDeleted } from './store.ts'
import { type FileRow, files } from './table.ts'

/** Moves the file to the trash: for 30 days `restoreFile` brings it back to its record. */
export async function removeFile(tx: Db, owner: Owner, id: string, now: Date): Promise<FileRow | null> {
  const [row] = await tx
    .update(files)
    .set({ deletedAt: now })
    .where(and(eq(files.id, id), eq(files.ownerId, owner), notDeleted))
    .returning()
  return row ?? null
}

/** Undoes a delete. If its record has the maximum of files by now, the file comes back unattached. */
export async function restoreFile(tx: Db, owner: Owner, id: string): Promise<FileRow | null> {
  await lockOwnerRow(tx, owner)
  const mine = and(eq(files.id, id), eq(files.ownerId, owner))
  const [row] = await tx.select().from(files).where(mine).for('update')
  if (!row) return null
  const beside =
    row.resourceId === null
      ? 0
      : await tx.$count(files, and(eq(files.resourceId, row.resourceId), notDeleted))
  const isFull = row.deletedAt !== null && beside >= MAX_FILES_PER_RECORD
  const [restored] = await tx
    .update(files)
    .set({ deletedAt: null, ...(isFull ? { resourceType: null, resourceId: null } : {}) })
    .where(mine)
    .returning()
  return restored ?? null
}

/**
 * Removes only the row, from the trash; with `before`, only if it was deleted earlier. Remove the bytes after the
 * commit (`removeBytes`): a row must never be without bytes.
 */
export async function purgeFile(tx: Db, owner: Owner, id: string, before?: Date): Promise<FileRow | null> {
  const [row] = await tx
    .delete(files)
    .where(and(eq(files.id, id), eq(files.ownerId, owner), deleted(before)))
    .returning()
  return row ?? null
}

/** Empties the owner's trash of files. Pass the returned keys to `removeBytes` after the commit. */
export async function purgeFiles(tx: Db, owner: Owner): Promise<string[]> {
  const rows = await tx
    .delete(files)
    .where(and(eq(files.ownerId, owner), deleted()))
    .returning({ key: files.key })
  return rows.map(({ key }) => key)
}

/** The owner's files deleted at `since` or later, newest first, `limit` of them after `after`. */
export function listDeletedFiles(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<FileRow[]> {
  const { ownerId, deletedAt, id } = files
  return db
    .select()
    .from(files)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
}

/** How many files are in the trash, and the bytes of these plus those on the deleted records of `resourceIds`. */
export async function measureDeletedFiles(
  db: Db,
  owner: Owner,
  since: Date,
  resourceIds: string[],
): Promise<{ count: number; size: number }> {
  const isOne = gte(files.deletedAt, since)
  const isOnOne = sql`${files.resourceId} = any(${sql.param(resourceIds)}::uuid[])`
  const [row] = await db
    .select({
      count: sql<number>`count(*) filter (where ${isOne})`.mapWith(Number),
      size: sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number),
    })
    .from(files)
    .where(and(eq(files.ownerId, owner), or(isOne, isOnOne)))
  return row ?? { count: 0, size: 0 }
}

/** Up to `limit` files, of any owner, that can no longer be restored. */
export function listUnrestorableFiles(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return db.select({ id: files.id, ownerId: files.ownerId }).from(files).where(deleted(before)).limit(limit)
}

function deleted(before?: Date) {
  return before ? lt(files.deletedAt, before) : isNotNull(files.deletedAt)
}

/** The names of these files by id, deleted ones too; other owners' are not in the map. */
export async function listFileNames(db: Db, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: files.id, name: files.name })
    .from(files)
    .where(and(eq(files.ownerId, owner), sql`${files.id} = any(${sql.param(ids)}::uuid[])`))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Files that belong to no record; one that was attached since is changed. */
export const fileRemovals = removalsOf(files, () => sql`${files.resourceId} is not null`)
