import { and, asc, desc, eq, gt, gte, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { batches } from '#server/db/batches.ts'
import { type CursorPosition, isOlder, readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { type FilePatch, type FileQuery, type ResourceType, takenFileNames } from '#shared/files/file.ts'
import type { ObjectDetails } from '#shared/files/stored-object.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { mergeFreeFields } from '#shared/kernel/free-field-values.ts'
import { tooManyFreeFields } from '#shared/kernel/free-fields.ts'
import { type FileRow, files, hasSealedName, isUnencrypted } from './table.ts'

export type { FileRow, StoredName } from './table.ts'
export type NewFile = Pick<
  FileRow,
  'id' | 'key' | 'name' | 'nameSealedBy' | 'size' | 'mimeType' | 'sha256' | 'createdAt'
> &
  Partial<Pick<FileRow, 'freeFields' | 'objectPath' | 'objectDetails' | 'resourceType' | 'resourceId'>>
type AttachedTo = { resourceType: ResourceType; resourceId: string }

/** Deleted files are visible only in the trash. */
export const notDeleted = isNull(files.deletedAt)

/**
 * Inserts the row of bytes that are already durable. Call it in a transaction: it locks the owner's row, so that
 * concurrent uploads are counted one after the other. Rejects with `too_many_files` past `quota` bytes.
 */
export async function createFile(tx: Db, owner: Owner, file: NewFile, quota: number): Promise<FileRow> {
  await lockOwnerRow(tx, owner)
  await requireSpace(tx, owner, file.size, quota)
  const [row] = await tx
    .insert(files)
    .values({ ...file, ownerId: owner })
    .returning()
  if (!row) throw new Error('The file was not kept')
  return row
}

/** Rejects with `too_many_files` if `size` more bytes exceed `quota`. */
export async function requireSpace(db: Db, owner: Owner, size: number, quota: number): Promise<void> {
  if ((await sizeOf(db, owner)) + size > quota) throw new Problem('too_many_files')
}

/** Bytes of all files of the owner, including deleted ones, which are still stored. */
async function sizeOf(db: Db, owner: Owner): Promise<number> {
  const total = sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number)
  const [row] = await db.select({ total }).from(files).where(eq(files.ownerId, owner))
  return row?.total ?? 0
}

/**
 * Not scoped to an owner: check `ownerId` before returning it. Finds a deleted file only if it was deleted at
 * `deletedSince` or later.
 */
export async function findFile(db: Db, id: string, deletedSince?: Date): Promise<FileRow | null> {
  if (!isUuid(id)) return null
  const there = deletedSince ? or(notDeleted, gte(files.deletedAt, deletedSince)) : notDeleted
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), there))
  return row ?? null
}

/** `rename` returns the columns of the new name, if there is one. */
type Renaming = {
  rename: (current: FileRow) => Partial<Pick<FileRow, 'name' | 'nameSealedBy'>>
  patch: Omit<FilePatch, 'name'>
}

/** Rejects with `file_not_found` if it was deleted meanwhile, and with `invalid` for too many free fields. */
export async function updateMetadata(
  tx: Db,
  owner: Owner,
  id: string,
  { rename, patch }: Renaming,
  now: Date,
): Promise<FileRow> {
  await lockOwnerRow(tx, owner)
  const current = await findFile(tx, id)
  if (current?.ownerId !== owner) throw new Problem('file_not_found')
  const freeFields = mergeFreeFields(current.freeFields, patch, takenFileNames)
  if (freeFields === null) throw new Problem('invalid', { errors: [tooManyFreeFields] })
  const details = current.objectDetails
  const [row] = await tx
    .update(files)
    .set({ ...rename(current), freeFields, objectDetails: details && nextVersion(details, now) })
    .where(eq(files.id, id))
    .returning()
  if (!row) throw new Problem('file_not_found')
  return row
}

/** A client of Firebase Storage sees by its version that the metadata of its file changed. */
function nextVersion(details: ObjectDetails, now: Date): ObjectDetails {
  return { ...details, version: details.version + 1, updatedAt: now.toISOString() }
}

/** Newest first, one page. */
export async function listFiles(
  db: Db,
  owner: Owner,
  { unattached, limit, cursor }: FileQuery,
): Promise<{ items: FileRow[]; nextCursor: string | null }> {
  const rows = await db
    .select()
    .from(files)
    .where(
      and(
        eq(files.ownerId, owner),
        notDeleted,
        unattached ? isNull(files.resourceType) : undefined,
        isOlder(files.createdAt, files.id, cursorPositionOf(owner, cursor)),
      ),
    )
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const place = last && { value: last.createdAt.toISOString(), id: last.id }
  return { items: rows.slice(0, limit), nextCursor: place ? writeCursor(['files', owner], place) : null }
}

function cursorPositionOf(owner: Owner, cursor: string | undefined): CursorPosition | null {
  return cursor === undefined ? null : readCursor(['files', owner], cursor, z.iso.datetime())
}

/**
 * Attaches exactly these files to the record and detaches all others. Rejects with `file_not_found`, `file_not_owned`,
 * or `invalid` naming `fileIds.N` if the file belongs to another record.
 */
export async function attachFiles(
  tx: Db,
  owner: Owner,
  fileIds: string[],
  record: AttachedTo,
): Promise<void> {
  const ids = [...new Set(fileIds)]
  const named = ids.length === 0 ? [] : await lockFiles(tx, ids)
  if (named.length < ids.length) throw new Problem('file_not_found')
  if (named.some((row) => row.ownerId !== owner)) throw new Problem('file_not_owned')
  const errors = named
    .filter(({ resourceType, resourceId }) =>
      resourceId === null
        ? resourceType !== null && resourceType !== record.resourceType
        : resourceId !== record.resourceId,
    )
    .map(({ id }) => ({
      path: `fileIds.${fileIds.indexOf(id)}`,
      message: msg`This file belongs to another record`,
    }))
  if (errors.length > 0) throw new Problem('invalid', { errors })

  // A deleted file stays attached, so that restoring it brings it back to its record.
  const ownFiles = and(eq(files.ownerId, owner), eq(files.resourceId, record.resourceId), notDeleted)
  await tx
    .update(files)
    .set({ resourceType: null, resourceId: null })
    .where(ids.length === 0 ? ownFiles : and(ownFiles, notInArray(files.id, ids)))
  if (ids.length > 0) await tx.update(files).set(record).where(inArray(files.id, ids))
}

/** Attaches all files of one record, including deleted ones, to another record of the owner. */
export async function moveFiles(tx: Db, owner: Owner, resourceId: string, to: AttachedTo): Promise<void> {
  await tx
    .update(files)
    .set(to)
    .where(and(eq(files.ownerId, owner), eq(files.resourceId, resourceId)))
}

/** Detaches all files of one record, including deleted ones. */
export async function detachFiles(tx: Db, owner: Owner, resourceId: string): Promise<void> {
  await tx
    .update(files)
    .set({ resourceType: null, resourceId: null })
    .where(and(eq(files.ownerId, owner), eq(files.resourceId, resourceId)))
}

/** Always in the same order, so that two records that request the same files wait instead of deadlocking. */
async function lockFiles(tx: Db, ids: string[]): Promise<FileRow[]> {
  if (!ids.every(isUuid)) throw new Problem('file_not_found')
  return tx
    .select()
    .from(files)
    .where(and(inArray(files.id, ids), notDeleted))
    .orderBy(asc(files.id))
    .for('update')
}

/** The files of each record, oldest first. A record without files is not in the map. */
export async function listFileIds(db: Db, resourceIds: string[]): Promise<Map<string, string[]>> {
  const fileIds = new Map<string, string[]>()
  if (resourceIds.length === 0) return fileIds
  const rows = await idsOf(db).execute({ resourceIds })
  for (const { id, resourceId } of rows) {
    if (resourceId !== null) fileIds.set(resourceId, [...(fileIds.get(resourceId) ?? []), id])
  }
  return fileIds
}

const idsOf = prepared((db) =>
  db
    .select({ id: files.id, resourceId: files.resourceId })
    .from(files)
    .where(and(sql`${files.resourceId} = any(${sql.placeholder('resourceIds')}::uuid[])`, notDeleted))
    .orderBy(asc(files.createdAt), asc(files.id))
    .prepare('file_ids'),
)

/** The same for each row of a query on `records`, as a column of it. Drizzle leaves out a lone table's name: hence `f`. */
export const fileIdsOf = (records: PgTable) =>
  sql<string[]>`array(select f.id from ${files} f where f.resource_id = ${records}.id and f.deleted_at is null
    order by f.created_at, f.id)`

/** The owner's files among `ids`, by id. */
export async function listFilesById(db: Db, owner: Owner, ids: string[]): Promise<Map<string, FileRow>> {
  const rows = (await listAnyById(db, ids)).filter(({ ownerId }) => ownerId === owner)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * All of `ids`, by id. Rejects with `file_not_found` or `file_not_owned`; missing ones are reported before another
 * owner's.
 */
export async function requireFiles(db: Db, owner: Owner, ids: string[]): Promise<Map<string, FileRow>> {
  if (!ids.every(isUuid)) throw new Problem('file_not_found')
  const rows = await listAnyById(db, ids)
  if (rows.length < new Set(ids).size) throw new Problem('file_not_found')
  if (rows.some(({ ownerId }) => ownerId !== owner)) throw new Problem('file_not_owned')
  return new Map(rows.map((row) => [row.id, row]))
}

/** The ids are one parameter: 5,000 entries have more files than a statement allows parameters. */
async function listAnyById(db: Db, ids: string[]): Promise<FileRow[]> {
  return ids.length === 0 ? [] : byIds(db).execute({ ids })
}

const byIds = prepared((db) =>
  db
    .select()
    .from(files)
    .where(and(sql`${files.id} = any(${sql.placeholder('ids')}::uuid[])`, notDeleted))
    .prepare('files_by_id'),
)

/**
 * Removes the rows of the files among `ids`, and of all files of the records among them, including deleted ones. Pass
 * the returned keys to `removeBytes` after the commit: a row must never be without bytes.
 */
export async function removeFiles(tx: Db, owner: Owner, ...ids: string[]): Promise<string[]> {
  const isAmong = (column: AnyPgColumn) => sql`${column} = any(${sql.param(ids)}::uuid[])`
  const rows = await tx
    .delete(files)
    .where(and(eq(files.ownerId, owner), or(isAmong(files.id), isAmong(files.resourceId))))
    .returning({ key: files.key })
  return rows.map(({ key }) => key)
}

/** The keys that have a row. */
export async function listKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.select({ key: files.key }).from(files).where(inArray(files.key, keys))
  return new Set(rows.map(({ key }) => key))
}

/** Every owner's files by id, `limit` after `afterId`, to iterate over all of them. */
export async function listAllFiles(db: Db, afterId: string | null, limit: number): Promise<FileRow[]> {
  const after = afterId === null ? undefined : sql`${files.id} > ${afterId}`
  return db.select().from(files).where(after).orderBy(asc(files.id)).limit(limit)
}

/** How many files were stored before `FILES_KEY` was set and are not encrypted yet. */
export function countUnencryptedFiles(db: Db): Promise<number> {
  return db.$count(files, isUnencrypted(files.key))
}

/** Files of any owner whose bytes are not encrypted, by id, `limit` after `afterId`. */
export function listUnencryptedFiles(db: Db, afterId: string | null, limit: number) {
  const after = afterId === null ? undefined : gt(files.id, afterId)
  return db
    .select()
    .from(files)
    .where(and(isUnencrypted(files.key), after))
    .orderBy(asc(files.id))
    .limit(limit)
}

/** All files of a record, deleted ones too. */
export function listFilesOf(db: Db, resourceId: string): Promise<FileRow[]> {
  return db.select().from(files).where(eq(files.resourceId, resourceId))
}

/** Files of any owner whose names must be sealed with the key `current`, by id. */
export function listNamesToSeal(
  db: Db,
  current: string,
  afterId: string | null,
  limit: number,
): Promise<FileRow[]> {
  const { id, nameSealedBy } = files
  const after = afterId === null ? undefined : gt(id, afterId)
  return db
    .select()
    .from(files)
    .where(and(hasSealedName(files), ne(nameSealedBy, current), after))
    .orderBy(asc(id))
    .limit(limit)
}

/** `false` if the file was renamed or removed in the meantime. */
export async function replaceName(
  db: Db,
  { id, name }: Pick<FileRow, 'id' | 'name'>,
  to: Pick<FileRow, 'name' | 'nameSealedBy'>,
): Promise<boolean> {
  const changed = await db
    .update(files)
    .set(to)
    .where(and(eq(files.id, id), eq(files.name, name)))
    .returning({ id: files.id })
  return changed.length > 0
}

/** Whether a name is sealed by a key that is not among these. */
export async function hasNameSealedByOther(db: Db, known: string[]): Promise<boolean> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(hasSealedName(files), notInArray(files.nameSealedBy, ['', ...known])))
    .limit(1)
  return rows.length > 0
}

/** Changes the storage key. `false` if the file was removed, or moved by another process, in the meantime. */
export async function moveFile(db: Db, id: string, from: string, to: string): Promise<boolean> {
  const moved = await db
    .update(files)
    .set({ key: to })
    .where(and(eq(files.id, id), eq(files.key, from)))
    .returning({ id: files.id })
  return moved.length > 0
}

function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success
}

/** All of the owner's files, attached or not, oldest first. */
export function listEveryFile(db: Db, owner: Owner): Promise<FileRow[]> {
  return db.select().from(files).where(eq(files.ownerId, owner)).orderBy(asc(files.createdAt), asc(files.id))
}

/** Inserts the rows of an import, attached as given. The caller has locked the vault and checked the quota. */
export async function insertFiles(
  tx: Db,
  owner: Owner,
  rows: Omit<typeof files.$inferInsert, 'ownerId'>[],
): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(files).values(batch.map((row) => ({ ...row, ownerId: owner })))
}
