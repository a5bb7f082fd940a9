import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { instantText } from '#server/db/columns.ts'
import { readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { escapeLike } from '#server/db/like.ts'
import { placeholdersFor, prepared, preparedEach } from '#server/db/prepared-query.ts'
import { attachFiles, fileIdsOf, listFileIds } from '#server/files/store.ts'
import { requireVersion } from '#server/http/record-version.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { applyFileChange, mainFirst } from '#shared/credentials/attachments.ts'
import {
  type CredentialInput,
  type CredentialPatch,
  type CredentialQuery,
  completeCredential,
  dateProblems,
  foreignFields,
  MAX_CREDENTIALS,
} from '#shared/credentials/credential.ts'
import { takenNames } from '#shared/credentials/field-display.ts'
import { searchTextOf, searchWords, sortTitleOf } from '#shared/credentials/search.ts'
import { type ExpiryRange, expiryRange } from '#shared/credentials/status.ts'
import { Problem } from '#shared/http/errors.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { mergeFreeFields } from '#shared/kernel/free-field-values.ts'
import { tooManyFreeFields } from '#shared/kernel/free-fields.ts'
import { listOf, sortOf } from './sort-store.ts'
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
const listed = {
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

/** One page, filtered and sorted. `today` is the owner's calendar date. */
export async function listCredentials(
  db: Db,
  owner: Owner,
  query: CredentialQuery,
  today: string,
): Promise<{ items: CredentialRecord[]; nextCursor: string | null }> {
  const { kind = null, status: wanted, tag = null, q = '', archived, dateMissing = null, limit } = query
  const { positionOf, value } = sortOf(query)
  const list = listOf(owner, query)
  const after = query.cursor === undefined ? null : readCursor(list, query.cursor, value)
  const rows = await pageOf(db, `${query.sort}_${query.order}${after ? '_next' : ''}`).execute({
    owner,
    kind,
    tag,
    archived,
    dateMissing,
    words: searchWords(q).map((word) => `%${escapeLike(word)}%`),
    ...rangeValues('wanted', wanted ? expiryRange(wanted, today) : { orNone: true }),
    after: after?.value,
    afterId: after?.id,
    limit: limit + 1,
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(withMainFirst),
    nextCursor: last ? writeCursor(list, { value: positionOf(last), id: last.id }) : null,
  }
}

type PageVariant = `${CredentialQuery['sort']}_${CredentialQuery['order']}${'' | '_next'}`

const pageOf = preparedEach((db, variant: PageVariant) => {
  const [sort, order, next] = variant.split('_') as [
    CredentialQuery['sort'],
    CredentialQuery['order'],
    'next'?,
  ]
  const { key } = sortOf({ sort, order })
  const [direction, beyond] = order === 'asc' ? [asc, sql`>`] : [desc, sql`<`]
  return db
    .select(listed)
    .from(credentials)
    .where(
      and(
        ownNotDeleted,
        expiresWithin('wanted'),
        sql`(${at('kind')}::text is null or ${credentials.kind} = ${at('kind')}::text)`,
        sql`(${at('tag')}::text is null or ${credentials.tags} @> array[${at('tag')}::text])`,
        sql`(${credentials.archivedAt} is not null) = ${at('archived')}::boolean`,
        sql`(${at('dateMissing')}::boolean is null or ${isDateMissing} = ${at('dateMissing')}::boolean)`,
        sql`${credentials.searchText} like all(${at('words')}::text[])`,
        next && sql`(${key}, ${credentials.id}) ${beyond} (${at('after')}, ${at('afterId')}::uuid)`,
      ),
    )
    .orderBy(direction(key), direction(credentials.id))
    .limit(at('limit'))
    .prepare(`credentials_${variant}`)
})

export const isDateMissing = sql`(${credentials.expiresAt} is null and not ${credentials.neverExpires})`

/** `0 <= daysLeft <= days`, soonest first, without archived ones. */
export function listExpiring(db: Db, owner: Owner, days: number, today: string): Promise<CredentialRecord[]> {
  return listByExpiry(db, owner, { from: today, to: addDays(today, days), orNone: false })
}

/** `daysLeft <= days`, including lapsed ones, soonest first, without archived ones. */
export function listRenewal(db: Db, owner: Owner, days: number, today: string): Promise<CredentialRecord[]> {
  return listByExpiry(db, owner, { to: addDays(today, days), orNone: false })
}

async function listByExpiry(db: Db, owner: Owner, range: ExpiryRange): Promise<CredentialRecord[]> {
  const rows = await byExpiry(db).execute({ owner, ...rangeValues('wanted', range) })
  return rows.map(withMainFirst)
}

const byExpiry = prepared((db) =>
  db
    .select(listed)
    .from(credentials)
    .where(and(ownCurrent, expiresWithin('wanted')))
    .orderBy(asc(credentials.expiresAt), asc(credentials.id))
    .prepare('credentials_by_expiry'),
)

export const isAmong = sql`${credentials.id} = any(${at('ids')}::uuid[])`

/** The owner's credentials among `ids`, by id; deleted ones are not in the map. */
export async function listCredentialsById(
  db: Db,
  owner: Owner,
  ids: string[],
): Promise<Map<string, CredentialRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(db).execute({ owner, ids })
  return new Map(rows.map((row) => [row.id, withMainFirst(row)]))
}

const byIds = prepared((db) =>
  db.select(listed).from(credentials).where(and(ownNotDeleted, isAmong)).prepare('credentials_by_id'),
)

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

/** The row as it will be, and the `version` of the row as it was read: another one after each change. */
export type Edit = { row: CredentialRow; record: CredentialRecord; version: string }

/** Reads without a lock. `null` where `updateCredential` has to do it: the edit changes files, or is to be refused. */
export async function findEdit(
  db: Db,
  owner: Owner,
  id: string,
  patch: CredentialPatch,
  now: Date,
  seen?: string,
): Promise<Edit | null> {
  const known = uuid.safeParse(id)
  const [found] = known.success ? await toEdit(db).execute({ id: known.data, owner }) : []
  if (!found || patch.fileId !== undefined || patch.fileIds !== undefined) return null
  const { fileIds, version, ...before } = found
  const { fields, errors } = edited(before, patch, now)
  if (errors.length > 0 || (seen !== undefined && before.updatedAt.toISOString() !== seen)) return null
  const row = { ...before, ...fields }
  return { row, record: recordOf(row, fileIds), version }
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
function withMainFirst(row: CredentialRecord): CredentialRecord {
  return Object.assign(row, mainFirst(row.fileId, row.fileIds))
}

export function derived(record: Parameters<typeof searchTextOf>[0]) {
  return { sortTitle: sortTitleOf(record), searchText: searchTextOf(record) }
}

/** Rows whose `expiresAt` is in the named range; `rangeValues` supplies its bounds. */
export function expiresWithin(name: string): SQL {
  const value = (of: keyof ExpiryRange) => sql.placeholder(`${name}.${of}`)
  const { expiresAt } = credentials
  return sql`(${expiresAt} between coalesce(${value('from')}::date, '-infinity') and coalesce(${value('to')}::date, 'infinity')
    or (${value('orNone')}::boolean and ${expiresAt} is null))`
}

export function rangeValues(name: string, { from, to, orNone }: ExpiryRange) {
  return { [`${name}.from`]: from ?? null, [`${name}.to`]: to ?? null, [`${name}.orNone`]: orNone }
}
