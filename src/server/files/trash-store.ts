import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
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

/** These files, deleted ones too, for their names; other owners' are left out. */
export async function listNamedFiles(db: Db, owner: Owner, ids: string[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, owner), sql`${files.id} = any(${sql.param(ids)}::uuid[])`))
}
