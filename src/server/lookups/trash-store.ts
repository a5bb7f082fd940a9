import { and, desc, eq, gte, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import { listTitles } from '#server/credentials/name-store.ts'
import { listDeletedCredentialIds } from '#server/credentials/trash-store.ts'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removeFilesOf } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { type LookupRow, lookups } from './table.ts'

const { id, ownerId, credentialId, deletedAt } = lookups

/** A deleted look-up with the title of its credential, which may be deleted too. */
export type DeletedLookup = LookupRow & { credentialTitle: string | null }

/** The owner's restorable look-ups, newest deletion first, `limit` of them after `after`. */
export async function listDeletedLookups(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<DeletedLookup[]> {
  const rows = await db
    .select()
    .from(lookups)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
  const titles = await listTitles(
    db,
    owner,
    rows.map((row) => row.credentialId),
  )
  return rows.map((row) => ({ ...row, credentialTitle: titles.get(row.credentialId) ?? null }))
}

/** How many look-ups can be restored. */
export function countDeletedLookups(db: Db, owner: Owner, since: Date): Promise<number> {
  return db.$count(lookups, and(eq(ownerId, owner), gte(deletedAt, since)))
}

/** Those under which printouts lie in the trash: deleted themselves, or with their credential. */
export async function listLookupIdsInTrash(db: Db, owner: Owner, since: Date): Promise<string[]> {
  const credentialIds = await listDeletedCredentialIds(db, owner, since)
  const isGone = or(gte(deletedAt, since), inArray(credentialId, credentialIds))
  return listIds(db, and(eq(ownerId, owner), isGone))
}

/** The look-ups of one credential, or of all of the owner's. */
export function listLookupIds(db: Db, owner: Owner, ofCredential?: string): Promise<string[]> {
  return listIds(db, and(eq(ownerId, owner), ofCredential ? eq(credentialId, ofCredential) : undefined))
}

async function listIds(db: Db, matches: SQL | undefined): Promise<string[]> {
  const rows = await db.select({ id }).from(lookups).where(matches)
  return rows.map((row) => row.id)
}

/** Rejects with `lookup_not_owned`, and with `lookup_not_found` for one that is not in the trash. */
export async function requireDeletedLookup(db: Db, owner: Owner, of: string, since: Date): Promise<void> {
  const known = uuid.safeParse(of)
  const [row] = known.success ? await db.select().from(lookups).where(eq(id, known.data)) : []
  if (!row?.deletedAt || row.deletedAt < since) throw new Problem('lookup_not_found')
  if (row.ownerId !== owner) throw new Problem('lookup_not_owned')
}

/** Up to `limit` look-ups, of any owner, that can no longer be restored. */
export function listUnrestorableLookups(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return db
    .select({ id, ownerId })
    .from(lookups)
    .where(lt(deletedAt, restorableSince(now)))
    .limit(limit)
}

// Both remove rows only: pass the returned keys to `removeBytes` after the commit.

/** A deleted look-up; with `before`, only if it was deleted earlier. */
export function purgeLookup(tx: Db, owner: Owner, of: string, before?: Date): Promise<string[]> {
  const isGone = before ? lt(deletedAt, before) : isNotNull(deletedAt)
  return purgeMatching(tx, owner, and(eq(id, of), eq(ownerId, owner), isGone))
}

/** Empties the owner's trash of look-ups. */
export function purgeLookups(tx: Db, owner: Owner): Promise<string[]> {
  return purgeMatching(tx, owner, and(eq(ownerId, owner), isNotNull(deletedAt)))
}

async function purgeMatching(tx: Db, owner: Owner, gone: SQL | undefined): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const keys = await removeFilesOf(tx, owner, ...(await listIds(tx, gone)))
  await tx.delete(lookups).where(gone)
  return keys
}
