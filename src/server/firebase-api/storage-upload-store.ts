import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { storageUploads, type UploadPart } from './table.ts'

export type { UploadPart } from './table.ts'
export type UploadRow = typeof storageUploads.$inferSelect
export type NewUpload = Pick<UploadRow, 'objectPath' | 'size' | 'metadata'>

const { id: uploadId, ownerId, createdAt, usedAt } = storageUploads

/**
 * Clients never report that they gave up on an upload. If an owner has more than `most`, the least recently used ones
 * are removed. Also returns the storage keys of their parts: remove the bytes after the commit.
 */
export async function createUpload(
  tx: Db,
  owner: Owner,
  upload: NewUpload,
  { now, most }: { now: Date; most: number },
): Promise<{ row: UploadRow; droppedKeys: string[] }> {
  await lockOwnerRow(tx, owner)
  const others = await tx
    .select({ id: uploadId })
    .from(storageUploads)
    .where(eq(ownerId, owner))
    .orderBy(desc(usedAt), desc(uploadId))
    .offset(most - 1)
  const dropped = others.map(({ id }) => id)
  const droppedKeys = dropped.length === 0 ? [] : await removeWhere(tx, inArray(uploadId, dropped))
  const [row] = await tx
    .insert(storageUploads)
    .values({ ...upload, ownerId: owner, parts: [], createdAt: now, usedAt: now })
    .returning()
  if (!row) throw new Error('The upload was not kept')
  return { row, droppedKeys }
}

export async function findUpload(db: Db, owner: Owner, id: string): Promise<UploadRow | null> {
  const [row] = await db.select().from(storageUploads).where(isUpload(owner, id))
  return row ?? null
}

/**
 * Like `findUpload`, locked until the transaction ends: of two requests for one upload, the second sees the result of
 * the first.
 */
export async function lockUpload(tx: Db, owner: Owner, id: string): Promise<UploadRow | null> {
  const [row] = await tx.select().from(storageUploads).where(isUpload(owner, id)).for('update')
  return row ?? null
}

export async function updateUpload(
  tx: Db,
  id: string,
  changes: { parts: UploadPart[]; fileId?: string; usedAt: Date },
): Promise<void> {
  await tx.update(storageUploads).set(changes).where(eq(uploadId, id))
}

/** Returns the storage keys of its parts: remove the bytes after the commit. */
export function removeUpload(db: Db, owner: Owner, id: string): Promise<string[]> {
  return removeWhere(db, isUpload(owner, id))
}

/** The uploads of all owners that began before this time. */
export function removeOldUploads(db: Db, before: Date): Promise<string[]> {
  return removeWhere(db, lt(createdAt, before))
}

async function removeWhere(db: Db, where: ReturnType<typeof and>): Promise<string[]> {
  const rows = await db.delete(storageUploads).where(where).returning({ parts: storageUploads.parts })
  return rows.flatMap(({ parts }) => parts.map(({ key }) => key))
}

function isUpload(owner: Owner, id: string) {
  return and(eq(uploadId, id), eq(ownerId, owner))
}
