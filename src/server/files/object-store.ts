import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { ObjectDetails } from '#shared/files/stored-object.ts'
import { createFile, type NewFile, notDeleted } from './store.ts'
import { type FileRow, files } from './table.ts'

/** A file with a path. */
export type ObjectRow = FileRow & { objectPath: string; objectDetails: ObjectDetails }
export type NewObject = NewFile & { objectPath: string; objectDetails: ObjectDetails }

/** The owner's object at `path`, if it is not in the trash. */
export async function findObject(db: Db, owner: Owner, path: string): Promise<ObjectRow | null> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, owner), eq(files.objectPath, path), notDeleted))
  return row ? asObject(row) : null
}

/** The same, locked with everything else of the owner until the transaction ends. */
export async function lockObject(tx: Db, owner: Owner, path: string): Promise<ObjectRow | null> {
  await lockOwnerRow(tx, owner)
  return findObject(tx, owner, path)
}

/**
 * Inserts the row of an object; its bytes are already durable. The file previously at its path moves to the trash
 * without the path, so that it can be restored next to the new one, which takes its place on its record. Returns both.
 */
export async function replaceObject(
  tx: Db,
  owner: Owner,
  object: NewObject,
  quota: number,
): Promise<{ row: ObjectRow; earlier: ObjectRow | null }> {
  const earlier = await lockObject(tx, owner, object.objectPath)
  await tx
    .update(files)
    .set({ objectPath: null, objectDetails: null, ...(earlier && { deletedAt: object.createdAt }) })
    .where(and(eq(files.ownerId, owner), eq(files.objectPath, object.objectPath)))
  const { resourceType = null, resourceId = null } = earlier ?? {}
  const row = await createFile(tx, owner, { ...object, resourceType, resourceId }, quota)
  return { row: asObject(row), earlier }
}

export async function updateObjectDetails(
  tx: Db,
  { id }: Pick<ObjectRow, 'id'>,
  changed: Pick<ObjectRow, 'objectDetails' | 'freeFields'>,
): Promise<ObjectRow> {
  const [row] = await tx.update(files).set(changed).where(eq(files.id, id)).returning()
  if (!row) throw new Error('The object is gone')
  return asObject(row)
}

export type ObjectQuery = { prefix: string; isFlat: boolean; after: string; limit: number }

/**
 * Paths that begin with `prefix`, in the order of their bytes, `limit` of them after `after`. Unless `isFlat`, all
 * paths in a subfolder are one entry, which ends in a slash.
 */
export async function listObjectPaths(
  db: Db,
  owner: Owner,
  { prefix, isFlat, after, limit }: ObjectQuery,
): Promise<string[]> {
  const path = files.objectPath
  const rest = sql`substr(${path}, char_length(${prefix}::text) + 1)`
  const entry = isFlat
    ? sql`${path}`
    : sql`${prefix}::text || split_part(${rest}, '/', 1) || case when strpos(${rest}, '/') > 0 then '/' else '' end`
  const bytewise = sql.raw('collate "C"')
  const entries = db
    .selectDistinct({ entry: sql<string>`(${entry}) ${bytewise}`.as('entry') })
    .from(files)
    .where(and(eq(files.ownerId, owner), notDeleted, sql`starts_with(${path}, ${prefix}::text)`))
    .as('entries')
  const rows = await db
    .select({ entry: entries.entry })
    .from(entries)
    .where(sql`${entries.entry} > ${after}::text ${bytewise}`)
    .orderBy(entries.entry)
    .limit(limit)
  return rows.map((row) => row.entry)
}

function asObject(row: FileRow): ObjectRow {
  const { objectPath, objectDetails } = row
  if (objectPath === null || objectDetails === null) throw new Error('This file is not at a path')
  return { ...row, objectPath, objectDetails }
}
