import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { instantText } from '#server/db/columns.ts'
import type { Db } from '#server/db/database.ts'
import { placeholdersFor, prepared } from '#server/db/prepared-query.ts'
import { attachFiles, fileIdsOf, listFileIds } from '#server/files/store.ts'
import { requireVersion } from '#server/http/record-version.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { applyFileChange, mainFirst } from '#shared/credentials/attachments.ts'
import {
  type CredentialInput,
  type CredentialPatch,
  completeCredential,
  dateProblems,
  foreignFields,
  MAX_CREDENTIALS,
} from '#shared/credentials/credential.ts'
import { takenNames } from '#shared/credentials/field-display.ts'
import { searchTextOf, sortTitleOf } from '#shared/credentials/search.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { mergeFreeFields } from '#shared/kernel/free-field-values.ts'
import { tooManyFreeFields } from '#shared/kernel/free-fields.ts'
import { type CredentialRow, credentials } from './table.ts'

export type { CredentialRow } from './table.ts'

type Instants = 'createdAt' | 'updatedAt' | 'archivedAt'
type Unlisted = 'ownerId' | 'searchText' | 'deletedAt'

/** A row with its instants as text and the ids of all its files, the main one first. */
export type CredentialRecord = Omit<CredentialRow, Instants | Unlisted> & {
  createdAt: string
  updatedAt: string
  archivedAt: string | null
  fileIds: string[]
}

const notDeleted = isNull(credentials.deletedAt)

const { ownerId: _owner, searchText: _text, deletedAt: _deleted, ...columns } = getTableColumns(credentials)
/** What is read of a row; see `withMainFirst`. */
export const listed = {
  ...columns,
  createdAt: instantText(credentials.createdAt),
  updatedAt: instantText(credentials.updatedAt),
  archivedAt: instantText(credentials.archivedAt) as SQL<string | null>,
  fileIds: fileIdsOf(credentials),
}
export const at = sql.placeholder
export const ownNotDeleted = and(eq(credentials.ownerId, at('owner')), notDeleted)
/** Neither deleted nor archived: what the owner counts on. */
export const ownCurrent = and(ownNotDeleted, isNull(credentials.archivedAt))
export const isAmong = sql`${credentials.id} = any(${at('ids')}::uuid[])`

/** Rejects with `…_not_found` (`license_not_found` for an id of neither kind) or `…_not_owned`. */
export async function requireCredential(db: Db, owner: Owner, id: string): Promise<CredentialRecord> {
  const known = uuid.safeParse(id)
  if (!known.success) throw new Problem('license_not_found')
  const [row] = await byId(db).execute({ id: known.data })
  if (!row || row.deletedAt) throw notFound(owner, row)
  const { ownerId, deletedAt, ...record } = row
  if (ownerId !== owner) throw new Problem(`${record.kind}_not_owned`)
  return withMainFirst(record)
}

const byId = prepared((db) =>
  db
    .select({ ...listed, ownerId: credentials.ownerId, deletedAt: credentials.deletedAt })
    .from(credentials)
    .where(eq(credentials.id, at('id')))
    .prepare('credential_by_id'),
)

// Every write below needs the caller's transaction and first locks the owner's vault in it: concurrent creates are
// counted one after the other, and a second edit sees the result of the first. Do not lock rows explicitly: removing a
// file locks the file and then the credential that names it, so an edit must take them in the same order.

/** Rejects with `too_many_credentials` past `limit`, or like `attachFiles`. */
export async function createCredential(
  tx: Db,
  owner: Owner,
  input: CredentialInput,
  now: Date,
  limit = MAX_CREDENTIALS,
): Promise<CredentialRecord> {
  await lockOwnerRow(tx, owner)
  const { row: created, fileIds } = newCredential(owner, input, now)
  if (fileIds.length > 0)
    await attachFiles(tx, owner, fileIds, { resourceType: created.kind, resourceId: created.id })
  const [row] = await inserted(tx).execute({ ...created, owner })
  if (!row) throw new Error('The credential was not inserted')
  const { others, ...record } = row
  if (others >= limit) throw new Problem('too_many_credentials')
  return withMainFirst(record)
}

/** The row of a new credential, and the files that it shall have. */
export function newCredential(owner: Owner, input: CredentialInput, now: Date) {
  const complete = completeCredential(input)
  const { fileId, fileIds } = applyFileChange(complete, { fileId: null, fileIds: [] })
  const values = { ...complete, ...derived(complete), fileId, createdAt: now, updatedAt: now }
  const row: CredentialRow = { ...emptyRow, ...values, id: randomUUID(), ownerId: owner }
  return { row, fileIds }
}

/** A row of which all is known, as it is read. */
export function recordOf(row: CredentialRow, fileIds: string[]): CredentialRecord {
  const { ownerId: _owner, searchText: _text, deletedAt: _deleted, createdAt, updatedAt, ...rest } = row
  return withMainFirst({
    ...rest,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    fileIds,
  })
}

const allColumns = Object.entries(getTableColumns(credentials))
const keys = Object.keys(getTableColumns(credentials)) as (keyof CredentialRow)[]
/** Each column's own default: a prepared insert names all columns. */
const emptyRow = Object.fromEntries(
  allColumns.map(([key, column]) => [key, column.default ?? null]),
) as CredentialRow

/** With the number of the owner's other credentials, which the caller compares with the limit. */
const inserted = prepared((db) =>
  db
    .insert(credentials)
    .values(placeholdersFor(keys))
    .returning({
      ...listed,
      others: sql`(select count(*) from ${credentials} where ${ownNotDeleted})`.mapWith(Number),
    })
    .prepare('insert_credential'),
)

/**
 * Rules about two fields are checked on the result of the edit. Rejects with `changed_meanwhile` where the record is not the
 * one that was `seen`.
 */
export async function updateCredential(
  tx: Db,
  owner: Owner,
  id: string,
  patch: CredentialPatch,
  now: Date,
  seen?: string,
): Promise<CredentialRecord> {
  await lockOwnerRow(tx, owner)
  const row = await requireOwned(tx, owner, id)
  requireVersion(row.updatedAt, seen)
  const { fields, errors } = edited(row, patch, now)
  if (errors.length > 0) throw new Problem('invalid', { errors })

  const { fileId, fileIds } = patch
  const main = fileId === undefined && fileIds === undefined ? {} : await reattach(tx, owner, row, patch)
  const [record] = await tx
    .update(credentials)
    .set({ ...fields, ...main })
    .where(eq(credentials.id, row.id))
    .returning(listed)
  if (!record) throw new Problem('license_not_found')
  return withMainFirst(record)
}

/** What an edit changes in the row, files apart, and what is wrong with the result. */
function edited(row: CredentialRow, patch: CredentialPatch, now: Date) {
  const { fileId: _fileId, fileIds: _fileIds, ...fields } = patch
  const merged = { ...row, ...fields }
  const freeFields = mergeFreeFields(row.freeFields, patch, takenNames)
  const errors = [...foreignFields(row.kind, patch), ...dateProblems(merged)]
  if (errors.length === 0 && freeFields === null) errors.push(tooManyFreeFields)
  return {
    fields: { ...fields, freeFields: freeFields ?? {}, ...derived(merged), updatedAt: now },
    errors,
  }
}

/** A row to edit, and its `version`: another one after each change. */
export type VersionedRow = { row: CredentialRow; fileIds: string[]; version: string }

/** The row as it will be, and the `version` of the row that is edited. */
export type Edit = { row: CredentialRow; record: CredentialRecord; version: string }

/** `null` where `updateCredential` has to do it: the edit changes files, or is to be refused. */
export function editOf(
  { row: before, fileIds, version }: VersionedRow,
  patch: CredentialPatch,
  now: Date,
  seen?: string,
): Edit | null {
  if (patch.fileId !== undefined || patch.fileIds !== undefined) return null
  const { fields, errors } = edited(before, patch, now)
  if (errors.length > 0 || (seen !== undefined && before.updatedAt.toISOString() !== seen)) return null
  const row = { ...before, ...fields }
  return { row, record: recordOf(row, fileIds), version }
}

/** Reads without a lock. `null` for what is not the owner's, or deleted. */
export async function findVersionedRow(db: Db, owner: Owner, id: string): Promise<VersionedRow | null> {
  const known = uuid.safeParse(id)
  const [found] = known.success ? await toEdit(db).execute({ id: known.data, owner }) : []
  if (!found) return null
  const { fileIds, version, ...row } = found
  return { row, fileIds, version }
}

const toEdit = prepared((db) =>
  db
    .select({
      ...getTableColumns(credentials),
      fileIds: fileIdsOf(credentials),
      version: sql<string>`${credentials}.xmin::text`,
    })
    .from(credentials)
    .where(and(eq(credentials.id, at('id')), ownNotDeleted))
    .prepare('credential_to_edit'),
)

async function reattach(tx: Db, owner: Owner, row: CredentialRow, patch: CredentialPatch) {
  const current = (await listFileIds(tx, [row.id])).get(row.id) ?? []
  const { fileId, fileIds } = applyFileChange(patch, { fileId: row.fileId, fileIds: current })
  await attachFiles(tx, owner, fileIds, { resourceType: row.kind, resourceId: row.id })
  return { fileId }
}

/**
 * "Another's: 403, missing: 404." A deleted one counts as missing, unless it was deleted at `deletedSince` or later.
 */
export async function requireOwned(
  db: Db,
  owner: Owner,
  id: string,
  deletedSince?: Date,
): Promise<CredentialRow> {
  const known = uuid.safeParse(id)
  if (!known.success) throw new Problem('license_not_found')
  const [row] = await rowById(db).execute({ id: known.data })
  const isGone = row?.deletedAt && !(deletedSince && row.deletedAt >= deletedSince)
  if (!row || isGone) throw notFound(owner, row)
  if (row.ownerId !== owner) throw new Problem(`${row.kind}_not_owned`)
  return row
}

/** Only its owner learns that a deleted credential was a certification. */
function notFound(owner: Owner, deleted: Pick<CredentialRow, 'kind' | 'ownerId'> | undefined): Problem {
  return new Problem(deleted?.ownerId === owner ? `${deleted.kind}_not_found` : 'license_not_found')
}

const rowById = prepared((db) =>
  db
    .select()
    .from(credentials)
    .where(eq(credentials.id, at('id')))
    .prepare('credential_row'),
)

/** Rejects with `too_many_credentials` at `limit`. The caller must hold the lock. */
export async function requireCapacity(tx: Db, owner: Owner, limit: number): Promise<void> {
  const kept = await tx.$count(credentials, and(eq(credentials.ownerId, owner), notDeleted))
  if (kept >= limit) throw new Problem('too_many_credentials')
}

/** Changes the row, which is the query's own: a copy of each costs a tenth of a page. */
export function withMainFirst(row: CredentialRecord): CredentialRecord {
  return Object.assign(row, mainFirst(row.fileId, row.fileIds))
}

export function derived(record: Parameters<typeof searchTextOf>[0]) {
  return { sortTitle: sortTitleOf(record), searchText: searchTextOf(record) }
}
