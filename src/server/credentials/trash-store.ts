import { and, desc, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removeFilesOf } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { type CredentialRecord, requireCapacity, requireCredential, requireOwned } from './store.ts'
import { type CredentialRow, credentials } from './table.ts'

// Delete, restore and purge. As in the store, every write needs the caller's transaction.

/** Hides the credential from every list; `restoreCredential` brings it back for 30 days. */
export async function removeCredential(tx: Db, owner: Owner, id: string, now: Date): Promise<CredentialRow> {
  await lockOwnerRow(tx, owner)
  const row = await requireOwned(tx, owner, id)
  await tx.update(credentials).set({ deletedAt: now }).where(eq(credentials.id, row.id))
  return row
}

/** Undoes a delete; does nothing if it is not deleted. Rejects with `too_many_credentials` past `limit`. */
export async function restoreCredential(
  tx: Db,
  owner: Owner,
  id: string,
  now: Date,
  limit = MAX_CREDENTIALS,
): Promise<CredentialRecord> {
  await lockOwnerRow(tx, owner)
  const row = await requireOwned(tx, owner, id, restorableSince(now))
  if (row.deletedAt) {
    await requireCapacity(tx, owner, limit)
    await tx.update(credentials).set({ deletedAt: null }).where(eq(credentials.id, row.id))
  }
  return requireCredential(tx, owner, id)
}

/** Up to `limit` credentials, of any owner, that can no longer be restored. */
export function listUnrestorable(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return db
    .select({ id: credentials.id, ownerId: credentials.ownerId })
    .from(credentials)
    .where(lt(credentials.deletedAt, restorableSince(now)))
    .limit(limit)
}

/** The owner's deleted credentials that can be restored, newest first, `limit` of them after `after`. */
export function listDeletedCredentials(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<CredentialRow[]> {
  const { ownerId, deletedAt, id } = credentials
  return db
    .select()
    .from(credentials)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
}

/** The ids of all of them. */
export async function listDeletedCredentialIds(db: Db, owner: Owner, since: Date): Promise<string[]> {
  const { id, ownerId, deletedAt } = credentials
  const rows = await db
    .select({ id })
    .from(credentials)
    .where(and(eq(ownerId, owner), gte(deletedAt, since)))
  return rows.map((row) => row.id)
}

/** Rejects like `requireCredential`, and with `…_not_found` for a credential that is not deleted. */
export async function requireDeletedCredential(
  db: Db,
  owner: Owner,
  id: string,
  since: Date,
): Promise<CredentialRow> {
  const row = await requireOwned(db, owner, id, since)
  if (row.deletedAt === null) throw new Problem(`${row.kind}_not_found`)
  return row
}

// These two leave the files of renewals, earlier terms and look-ups: call `purgeCredential` of the renewals.

/** Empties the owner's trash of credentials. Pass the returned keys to `removeBytes` after the commit. */
export async function purgeCredentialRows(tx: Db, owner: Owner): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const gone = and(eq(credentials.ownerId, owner), isNotNull(credentials.deletedAt))
  const rows = await tx.select({ id: credentials.id }).from(credentials).where(gone)
  const keys = await removeFilesOf(tx, owner, ...rows.map(({ id }) => id))
  await tx.delete(credentials).where(gone)
  return keys
}

/**
 * Removes the row of a deleted credential (with `before`, only if it was deleted earlier) and the rows of its files.
 * Pass the returned keys to `removeBytes` after the commit.
 */
export async function purgeCredentialRow(tx: Db, owner: Owner, id: string, before?: Date): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const { deletedAt } = credentials
  const gone = and(eq(credentials.id, id), before ? lt(deletedAt, before) : isNotNull(deletedAt))
  if ((await tx.$count(credentials, gone)) === 0) return []
  const keys = await removeFilesOf(tx, owner, id)
  await tx.delete(credentials).where(gone)
  return keys
}
