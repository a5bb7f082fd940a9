import { randomUUID } from 'node:crypto'
import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import { readCursor, writeCursor } from '#server/core/cursor.ts'
import type { Db } from '#server/core/database.ts'
import { batches } from '#server/core/database-batches.ts'
import type { Owner } from '#server/core/owner.ts'
import { lockVault } from '#server/core/owner-lock.ts'
import { attachFiles, listFileIds } from '#server/files/store.ts'
import { addDays } from '#shared/core/dates.ts'
import { Problem } from '#shared/core/errors.ts'
import { calendarDate, uuid } from '#shared/core/fields.ts'
import { filesAfter, mainFirst } from '#shared/credentials/attachments.ts'
import {
  type CredentialInput,
  type CredentialPatch,
  type CredentialQuery,
  type CredentialSummary,
  completeCredential,
  dateProblems,
  foreignFields,
  MAX_CREDENTIALS,
} from '#shared/credentials/credential.ts'
import { searchTextOf, searchWords, sortTitleOf } from '#shared/credentials/search.ts'
import { type ExpiryRange, expiryRange } from '#shared/credentials/status.ts'
import { type CredentialRow, credentials } from './table.ts'

export type { CredentialRow } from './table.ts'

/** A row with all its files, the main one first. */
export type CredentialRecord = CredentialRow & { fileIds: string[] }

const live = isNull(credentials.deletedAt)

/** One page, filtered and in the order asked for. `today` is the owner's calendar date. */
export async function listCredentials(
  db: Db,
  owner: Owner,
  query: CredentialQuery,
  today: string,
): Promise<{ items: CredentialRecord[]; nextCursor: string | null }> {
  const { kind, status, tag, q = '', limit, order } = query
  const { key, positionOf } = sortOf(query)
  const direction = order === 'asc' ? asc : desc
  const rows = await db
    .select()
    .from(credentials)
    .where(
      and(
        eq(credentials.ownerId, owner),
        live,
        kind && eq(credentials.kind, kind),
        status && expiresWithin(expiryRange(status, today)),
        tag === undefined ? undefined : arrayContains(credentials.tags, [tag]),
        ...searchWords(q).map((word) => like(credentials.searchText, `%${escapeLike(word)}%`)),
        query.cursor === undefined ? undefined : isAfter(owner, query, query.cursor),
      ),
    )
    .orderBy(direction(key), direction(credentials.id))
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: await withFiles(db, rows.slice(0, limit)),
    nextCursor: last ? writeCursor(listOf(owner, query), { value: positionOf(last), id: last.id }) : null,
  }
}

/** `0 <= daysLeft <= days`, soonest first. */
export function listExpiring(db: Db, owner: Owner, days: number, today: string): Promise<CredentialRecord[]> {
  return listByExpiry(db, owner, { from: today, to: addDays(today, days), orNone: false })
}

/** `daysLeft <= days`, lapsed ones too, soonest first. */
export function listRenewal(db: Db, owner: Owner, days: number, today: string): Promise<CredentialRecord[]> {
  return listByExpiry(db, owner, { to: addDays(today, days), orNone: false })
}

async function listByExpiry(db: Db, owner: Owner, range: ExpiryRange): Promise<CredentialRecord[]> {
  const rows = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.ownerId, owner), live, expiresWithin(range)))
    .orderBy(asc(credentials.expiresAt), asc(credentials.id))
  return withFiles(db, rows)
}

/** What each of these credentials is called; one that is deleted or another's is not in the map. */
export async function listTitles(db: Db, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, name } = credentials
  const title = sql<string>`coalesce(${credentials.title}, ${name})`
  const rows = await db
    .select({ id, title })
    .from(credentials)
    .where(and(eq(credentials.ownerId, owner), live, inArray(id, ids)))
  return new Map(rows.map((row) => [row.id, row.title]))
}

/** The owner's own credentials among those of `ids`, by id; a deleted one is not in the map. */
export async function listCredentialsById(
  db: Db,
  owner: Owner,
  ids: string[],
): Promise<Map<string, CredentialRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.ownerId, owner), live, inArray(credentials.id, ids)))
  return new Map((await withFiles(db, rows)).map((record) => [record.id, record]))
}

/** Every license and certification number of the owner's, each once; those of deleted ones, too. */
export async function listNumbers(db: Db, owner: Owner): Promise<string[]> {
  const rows = await db
    .selectDistinct({ number: credentials.number })
    .from(credentials)
    .where(and(eq(credentials.ownerId, owner), isNotNull(credentials.number)))
  return rows.flatMap(({ number }) => number ?? [])
}

/** How many of each status and kind the owner has, and the tags in use, most used first. */
export async function summarizeCredentials(db: Db, owner: Owner, today: string): Promise<CredentialSummary> {
  const countOf = (condition: SQL | undefined) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const mine = and(eq(credentials.ownerId, owner), live)
  const [counts] = await db
    .select({
      total: count(),
      active: countOf(expiresWithin(expiryRange('active', today))),
      renewal_due: countOf(expiresWithin(expiryRange('renewal_due', today))),
      expiring_soon: countOf(expiresWithin(expiryRange('expiring_soon', today))),
      expired: countOf(expiresWithin(expiryRange('expired', today))),
      license: countOf(eq(credentials.kind, 'license')),
      certification: countOf(eq(credentials.kind, 'certification')),
    })
    .from(credentials)
    .where(mine)
  if (!counts) throw new Error('A count without a row')
  const tags = await db
    .select({ tag: sql<string>`unnest(${credentials.tags})`, count: count() })
    .from(credentials)
    .where(mine)
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`)
  const { total, license, certification, ...byStatus } = counts
  return { total, byStatus, byKind: { license, certification }, tags }
}

/** Rejects with `license_not_found` (for an id that is neither kind as well) or `…_not_owned`. */
export async function requireCredential(db: Db, owner: Owner, id: string): Promise<CredentialRecord> {
  const [record] = await withFiles(db, [await requireOwned(db, owner, id)])
  if (!record) throw new Problem('license_not_found')
  return record
}

// Every write below wants a transaction of its caller's and first locks the owner's vault in it: parallel creates are
// counted one after the other, and a second edit starts from what the first one left. Rows are not locked by hand:
// removing a file locks it and then the credential that names it, so an edit must come to its files first.

/** Rejects with `too_many_credentials` past `limit`, or as `attachFiles` does. */
export async function createCredential(
  tx: Db,
  owner: Owner,
  input: CredentialInput,
  now: Date,
  limit = MAX_CREDENTIALS,
): Promise<CredentialRecord> {
  await lockVault(tx, owner)
  await requireRoom(tx, owner, limit)
  const complete = completeCredential(input)
  const { fileId, fileIds } = filesAfter(complete, { fileId: null, fileIds: [] })
  const id = randomUUID()
  await attachFiles(tx, owner, fileIds, { resourceType: complete.kind, resourceId: id })
  await tx
    .insert(credentials)
    .values({ ...complete, ...derived(complete), id, ownerId: owner, fileId, createdAt: now, updatedAt: now })
  return requireCredential(tx, owner, id)
}

/** What a rule says of two fields is checked on the result of the edit. */
export async function updateCredential(
  tx: Db,
  owner: Owner,
  id: string,
  patch: CredentialPatch,
  now: Date,
): Promise<CredentialRecord> {
  await lockVault(tx, owner)
  const row = await requireOwned(tx, owner, id)
  const merged = { ...row, ...patch }
  const errors = [...foreignFields(row.kind, patch), ...dateProblems(merged)]
  if (errors.length > 0) throw new Problem('invalid', { errors })

  const { fileId, fileIds, ...fields } = patch
  const main = fileId === undefined && fileIds === undefined ? {} : await reattach(tx, owner, row, patch)
  await tx
    .update(credentials)
    .set({ ...fields, ...main, ...derived(merged), updatedAt: now })
    .where(eq(credentials.id, row.id))
  return requireCredential(tx, owner, row.id)
}

async function reattach(tx: Db, owner: Owner, row: CredentialRow, patch: CredentialPatch) {
  const current = (await listFileIds(tx, [row.id])).get(row.id) ?? []
  const { fileId, fileIds } = filesAfter(patch, { fileId: row.fileId, fileIds: current })
  await attachFiles(tx, owner, fileIds, { resourceType: row.kind, resourceId: row.id })
  return { fileId }
}

/** "Another's: 403, missing: 404." A deleted one is missing, unless it was deleted at `deletedSince` or later. */
export async function requireOwned(
  db: Db,
  owner: Owner,
  id: string,
  deletedSince?: Date,
): Promise<CredentialRow> {
  const known = uuid.safeParse(id)
  if (!known.success) throw new Problem('license_not_found')
  const [row] = await db.select().from(credentials).where(eq(credentials.id, known.data))
  const isGone = row?.deletedAt && !(deletedSince && row.deletedAt >= deletedSince)
  if (!row || isGone) throw new Problem('license_not_found')
  if (row.ownerId !== owner) throw new Problem(`${row.kind}_not_owned`)
  return row
}

/** Rejects with `too_many_credentials` when `limit` of them are kept: wants the lock. */
export async function requireRoom(tx: Db, owner: Owner, limit: number): Promise<void> {
  const kept = await tx.$count(credentials, and(eq(credentials.ownerId, owner), live))
  if (kept >= limit) throw new Problem('too_many_credentials')
}

async function withFiles(db: Db, rows: CredentialRow[]): Promise<CredentialRecord[]> {
  const fileIds = await listFileIds(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...mainFirst(row.fileId, fileIds.get(row.id) ?? []) }))
}

function derived(record: Parameters<typeof searchTextOf>[0]) {
  return { sortTitle: sortTitleOf(record), searchText: searchTextOf(record) }
}

function expiresWithin({ from, to, orNone }: ExpiryRange): SQL | undefined {
  const within = and(
    from === undefined ? undefined : gte(credentials.expiresAt, from),
    to === undefined ? undefined : lte(credentials.expiresAt, to),
  )
  return orNone ? or(within, isNull(credentials.expiresAt)) : within
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

type Sorting = Pick<CredentialQuery, 'sort' | 'order'>

/** What a list is ordered by: never null in SQL, so that a page can begin after any row. */
function sortOf({ sort, order }: Sorting) {
  switch (sort) {
    case 'expiresAt': {
      // What never expires comes last in both orders.
      const never = order === 'asc' ? 'infinity' : '-infinity'
      return {
        key: sql`coalesce(${credentials.expiresAt}, ${sql.raw(`'${never}'::date`)})`,
        positionOf: (row: CredentialRow) => row.expiresAt ?? never,
        value: z.union([calendarDate, z.literal(never)]),
      }
    }
    case 'createdAt':
      return {
        key: sql`${credentials.createdAt}`,
        positionOf: (row: CredentialRow) => row.createdAt.toISOString(),
        value: z.iso.datetime(),
      }
    case 'title':
      return {
        // Code point order: a database's own collation may be any, and may change with its system.
        key: sql`${credentials.sortTitle} collate "C"`,
        positionOf: (row: CredentialRow) => row.sortTitle,
        value: z.string(),
      }
  }
}

/** Rows after the cursor's. */
function isAfter(owner: Owner, query: Sorting, cursor: string): SQL {
  const { key, value: known } = sortOf(query)
  const { value, id } = readCursor(listOf(owner, query), cursor, known)
  return query.order === 'asc'
    ? sql`(${key}, ${credentials.id}) > (${value}, ${id})`
    : sql`(${key}, ${credentials.id}) < (${value}, ${id})`
}

function listOf(owner: Owner, { sort, order }: Sorting): string[] {
  return ['credentials', owner, sort, order]
}

/** Every credential of the owner's, deleted ones too, oldest first. */
export function listEveryCredential(db: Db, owner: Owner): Promise<CredentialRow[]> {
  return db
    .select()
    .from(credentials)
    .where(eq(credentials.ownerId, owner))
    .orderBy(asc(credentials.createdAt), asc(credentials.id))
}

export type KeptCredential = Pick<
  CredentialRow,
  'id' | 'fileId' | 'createdAt' | 'updatedAt' | 'deletedAt'
> & { input: CredentialInput }

/** Keeps the records of an import as they were. The caller has locked the vault and counted them. */
export async function keepCredentials(tx: Db, owner: Owner, records: KeptCredential[]): Promise<void> {
  const rows = records.map(({ input, ...kept }) => {
    const complete = completeCredential(input)
    return { ...complete, ...derived(complete), ...kept, ownerId: owner }
  })
  for (const batch of batches(rows)) await tx.insert(credentials).values(batch)
}
