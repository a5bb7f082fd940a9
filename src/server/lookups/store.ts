import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { listTitles } from '#server/credentials/name-store.ts'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { listFileIds } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow, restorable } from '#server/users/restorable-store.ts'
import { Problem } from '#shared/http/errors.ts'
import { MAX_LOOKUPS } from '#shared/lookups/record.ts'
import { type LookupRow, lookups } from './table.ts'

export type { LookupRow } from './table.ts'

/** A row with its files. */
export type LookupRecordRow = LookupRow & { fileIds: string[] }
export type NewLookup = Omit<typeof lookups.$inferInsert, 'ownerId'> & { id: string }

const notDeleted = isNull(lookups.deletedAt)
const latestFirst = [desc(lookups.lookedUpOn), desc(lookups.createdAt), desc(lookups.id)]

/** The look-ups of one credential of the owner, latest first. */
export async function listLookups(db: Db, owner: Owner, credentialId: string): Promise<LookupRecordRow[]> {
  const rows = await db
    .select()
    .from(lookups)
    .where(and(eq(lookups.credentialId, credentialId), eq(lookups.ownerId, owner), notDeleted))
    .orderBy(...latestFirst)
  return withFiles(db, rows)
}

/** The latest look-up of each of these credentials, by credential. */
export async function listLatestLookups(
  db: Db,
  owner: Owner,
  credentialIds: string[],
): Promise<Map<string, LookupRow>> {
  if (credentialIds.length === 0) return new Map()
  const rows = await latestLookups(db).execute({ owner, credentialIds })
  return new Map(rows.map((row) => [row.credentialId, row]))
}

const latestLookups = prepared((db) => {
  const { credentialId, ownerId } = lookups
  return db
    .selectDistinctOn([credentialId])
    .from(lookups)
    .where(
      and(
        sql`${credentialId} = any(${sql.placeholder('credentialIds')}::uuid[])`,
        eq(ownerId, sql.placeholder('owner')),
        notDeleted,
      ),
    )
    .orderBy(credentialId, ...latestFirst)
    .prepare('latest_lookups')
})

/** Rejects with `lookup_not_found`, also if its credential is deleted, or with `lookup_not_owned`. */
export async function requireLookup(db: Db, owner: Owner, id: string): Promise<LookupRecordRow> {
  const [record] = await withFiles(db, [await requireLookupRow(db, owner, id)])
  if (!record) throw new Problem('lookup_not_found')
  return record
}

const requireOwnRow = requiredRow(lookups, 'lookup')

/**
 * Like `requireLookup`, without files. A deleted look-up counts as missing, unless it was deleted at `deletedSince` or
 * later.
 */
export async function requireLookupRow(
  db: Db,
  owner: Owner,
  id: string,
  deletedSince?: Date,
): Promise<LookupRow> {
  const row = await requireOwnRow(db, owner, id, deletedSince)
  const credentials = await listTitles(db, owner, [row.credentialId])
  if (!credentials.has(row.credentialId)) throw new Problem('lookup_not_found')
  return row
}

/** Restoring never exceeds the limit, because deleted look-ups count toward it. */
export const lookupTrash = restorable(lookups, requireLookupRow)

async function withFiles(db: Db, rows: LookupRow[]): Promise<LookupRecordRow[]> {
  const files = await listFileIds(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, fileIds: files.get(row.id) ?? [] }))
}

/** Rejects with `too_many_lookups`. The caller must hold the owner's lock. */
export async function requireRoomForLookup(tx: Db, credentialId: string): Promise<void> {
  if ((await tx.$count(lookups, eq(lookups.credentialId, credentialId))) >= MAX_LOOKUPS)
    throw new Problem('too_many_lookups')
}

export async function insertLookups(tx: Db, owner: Owner, rows: NewLookup[]): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(lookups).values(batch.map((row) => ({ ...row, ownerId: owner })))
}

export async function updateLookupRow(tx: Db, id: string, values: Partial<NewLookup>): Promise<void> {
  await tx.update(lookups).set(values).where(eq(lookups.id, id))
}

/** The owner's look-ups among `ids`. Leaves out deleted ones, and ones whose credential is deleted. */
export async function listExistingLookupIds(db: Db, owner: Owner, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: lookups.id, credentialId: lookups.credentialId })
    .from(lookups)
    .where(and(inArray(lookups.id, ids), eq(lookups.ownerId, owner), notDeleted))
  const credentials = await listTitles(
    db,
    owner,
    rows.map(({ credentialId }) => credentialId),
  )
  return new Set(rows.flatMap(({ id, credentialId }) => (credentials.has(credentialId) ? id : [])))
}

/** Every look-up of the owner, deleted ones included, oldest first. */
export function listEveryLookup(db: Db, owner: Owner): Promise<LookupRow[]> {
  return db
    .select()
    .from(lookups)
    .where(eq(lookups.ownerId, owner))
    .orderBy(asc(lookups.createdAt), asc(lookups.id))
}
