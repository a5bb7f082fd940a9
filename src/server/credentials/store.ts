import { randomUUID } from 'node:crypto'
import { and, count, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { instantText } from '#server/db/columns.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { preparedRow } from '#server/db/prepared-row.ts'
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
import { keepFormerNumber } from './former-number-store.ts'
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
/** The columns that a list reads of each row; see `withMainFirst`. */
export const listed = {
  ...columns,
  createdAt: instantText(credentials.createdAt),
  updatedAt: instantText(credentials.updatedAt),
  archivedAt: instantText(credentials.archivedAt) as SQL<string | null>,
  fileIds: fileIdsOf(credentials),
}
export const at = sql.placeholder
export const ownNotDeleted = and(eq(credentials.ownerId, at('owner')), notDeleted)
/** Credentials that the owner counts on: neither deleted nor archived. */
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

// Every write below needs the caller's transaction, and first locks the owner's vault in it. Concurrent creates are
// therefore counted one after the other, and a second edit sees the result of the first. Do not lock rows explicitly:
// removing a file locks the file and then the credential that names it, so an edit must take its locks in the same
// order.

/** Rejects with `too_many_credentials` at `limit`, or like `attachFiles`. */
export async function createCredential(
  tx: Db,
  owner: Owner,
  input: CredentialInput,
  now: Date,
  limit = MAX_CREDENTIALS,
): Promise<CredentialRecord> {
  await Promise.all([lockOwnerRow(tx, owner), requireCapacity(tx, owner, limit)])
  const complete = completeCredential(input)
  const { fileId, fileIds } = applyFileChange(complete, { fileId: null, fileIds: [] })
  const id = randomUUID()
  if (fileIds.length > 0)
    await attachFiles(tx, owner, fileIds, { resourceType: complete.kind, resourceId: id })
  const [row] = await inserted(tx).execute(
    whole.valuesOf({
      ...complete,
      ...derived(complete),
      ...{ id, ownerId: owner, fileId, createdAt: now, updatedAt: now },
    }),
  )
  if (!row) throw new Error('The credential was not inserted')
  return withMainFirst(row)
}

const whole = preparedRow(credentials)
const inserted = prepared((db) =>
  db.insert(credentials).values(whole.placeholders).returning(listed).prepare('insert_credential'),
)

/**
 * Rules about two fields are checked on the result of the edit. Rejects with `changed_meanwhile` if the record no
 * longer has the version in `seen`.
 */
export async function updateCredential(
  tx: Db,
  owner: Owner,
  id: string,
  patch: CredentialPatch,
  now: Date,
  seen?: string,
): Promise<CredentialRecord> {
  const [, row] = await Promise.all([lockOwnerRow(tx, owner), requireOwned(tx, owner, id)])
  requireVersion(row.updatedAt, seen)
  const { fields, errors } = edited(row, patch, now)
  if (errors.length > 0) throw new Problem('invalid', { errors })

  const { fileId, fileIds } = patch
  const main = fileId === undefined && fileIds === undefined ? {} : await reattach(tx, owner, row, patch)
  const [record] = await updated(tx).execute(whole.valuesOf({ ...row, ...fields, ...main }))
  if (!record) throw new Problem('license_not_found')
  if (record.number !== row.number) await keepFormerNumber(tx, row, now)
  return withMainFirst(record)
}

const updated = prepared((db) =>
  db
    .update(credentials)
    .set(whole.placeholders)
    .where(eq(credentials.id, at('id')))
    .returning(listed)
    .prepare('update_credential'),
)

/** The changes that an edit makes to the row, without the files, and the problems of the result. */
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

async function reattach(tx: Db, owner: Owner, row: CredentialRow, patch: CredentialPatch) {
  const current = (await listFileIds(tx, [row.id])).get(row.id) ?? []
  const { fileId, fileIds } = applyFileChange(patch, { fileId: row.fileId, fileIds: current })
  await attachFiles(tx, owner, fileIds, { resourceType: row.kind, resourceId: row.id })
  return { fileId }
}

/**
 * A missing credential is 404, another owner's 403. A deleted one counts as missing, unless it was deleted at
 * `deletedSince` or later.
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
  const [found] = await currentCount(tx).execute({ owner })
  if ((found?.current ?? 0) >= limit) throw new Problem('too_many_credentials')
}

const currentCount = prepared((db) =>
  db.select({ current: count() }).from(credentials).where(ownNotDeleted).prepare('count_credentials'),
)

/** Changes the row in place, because the query created it for us. Copying each row costs a tenth of a page. */
export function withMainFirst(row: CredentialRecord): CredentialRecord {
  return Object.assign(row, mainFirst(row.fileId, row.fileIds))
}

export function derived(record: Parameters<typeof searchTextOf>[0]) {
  return { sortTitle: sortTitleOf(record), searchText: searchTextOf(record) }
}
