import { and, desc, eq, gte, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import { listTitles } from '#server/credentials/name-store.ts'
import {
  listDeletedCredentialIds,
  purgeCredentialRow,
  purgeCredentialRows,
} from '#server/credentials/trash-store.ts'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { removeFilesOf } from '#server/files/store.ts'
import { listLookupIds } from '#server/lookups/trash-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { type RenewalRow, renewals, terms } from './table.ts'

/** A deleted renewal with the title of its credential, which may be deleted too. */
export type DeletedRenewal = RenewalRow & { credentialTitle: string | null }

/** The owner's restorable renewals, newest deletion first, `limit` of them after `after`. */
export async function listDeletedRenewals(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<DeletedRenewal[]> {
  const { ownerId, deletedAt, id } = renewals
  const rows = await db
    .select()
    .from(renewals)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
  const titles = await listTitles(
    db,
    owner,
    rows.map(({ credentialId }) => credentialId),
  )
  return rows.map((row) => ({ ...row, credentialTitle: titles.get(row.credentialId) ?? null }))
}

/** How many renewals can be restored. */
export function countDeletedRenewals(db: Db, owner: Owner, since: Date): Promise<number> {
  return db.$count(renewals, and(eq(renewals.ownerId, owner), gte(renewals.deletedAt, since)))
}

/**
 * The ids of renewals and terms whose documents are in the trash: renewals and terms that were deleted, or whose credential
 * was, at `since` or later.
 */
export async function listDeletedRecordIds(db: Db, owner: Owner, since: Date): Promise<string[]> {
  const credentialIds = await listDeletedCredentialIds(db, owner, since)
  const own = eq(renewals.ownerId, owner)
  return [
    ...(await listRecordIds(db, and(own, gte(renewals.deletedAt, since)))),
    ...(await listRecordIds(db, and(own, inArray(renewals.credentialId, credentialIds)))),
  ]
}

/** The ids of the renewals that match, and of the terms that they ended. */
async function listRecordIds(db: Db, matches: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: renewals.id, termId: terms.id })
    .from(renewals)
    .leftJoin(terms, eq(terms.renewalId, renewals.id))
    .where(matches)
  return rows.flatMap(({ id, termId }) => (termId === null ? [id] : [id, termId]))
}

/** Rejects with `renewal_not_owned`, and with `renewal_not_found` for a renewal that is not in the trash. */
export async function requireDeletedRenewal(
  db: Db,
  owner: Owner,
  id: string,
  since: Date,
): Promise<RenewalRow> {
  const known = uuid.safeParse(id)
  const [row] = known.success ? await db.select().from(renewals).where(eq(renewals.id, known.data)) : []
  if (!row?.deletedAt || row.deletedAt < since) throw new Problem('renewal_not_found')
  if (row.ownerId !== owner) throw new Problem('renewal_not_owned')
  return row
}

/** Up to `limit` renewals, of any owner, that can no longer be restored. */
export function listUnrestorableRenewals(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return db
    .select({ id: renewals.id, ownerId: renewals.ownerId })
    .from(renewals)
    .where(lt(renewals.deletedAt, restorableSince(now)))
    .limit(limit)
}

// Each of these removes rows only: pass the returned keys to `removeBytes` after the commit.

/** A deleted renewal with the term that it ended; with `before`, only if it was deleted earlier. */
export async function purgeRenewal(tx: Db, owner: Owner, id: string, before?: Date): Promise<string[]> {
  const { deletedAt } = renewals
  const gone = and(eq(renewals.id, id), before ? lt(deletedAt, before) : isNotNull(deletedAt))
  return purgeMatching(tx, owner, gone)
}

/** Empties the owner's trash of renewals. */
export function purgeRenewals(tx: Db, owner: Owner): Promise<string[]> {
  return purgeMatching(tx, owner, and(eq(renewals.ownerId, owner), isNotNull(renewals.deletedAt)))
}

async function purgeMatching(tx: Db, owner: Owner, gone: SQL | undefined): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const keys = await removeFilesOf(tx, owner, ...(await listRecordIds(tx, gone)))
  await tx.delete(renewals).where(gone)
  return keys
}

/**
 * A deleted credential with its renewals, earlier terms and look-ups; with `before`, only if it was deleted earlier.
 */
export function purgeCredential(tx: Db, owner: Owner, id: string, before?: Date): Promise<string[]> {
  const list = () => listDependentIds(tx, owner, eq(renewals.credentialId, id), id)
  return withRecordFiles(tx, owner, list, () => purgeCredentialRow(tx, owner, id, before))
}

/** Empties the owner's trash of credentials. */
export function purgeCredentials(tx: Db, owner: Owner): Promise<string[]> {
  const list = () => listDependentIds(tx, owner, eq(renewals.ownerId, owner))
  return withRecordFiles(tx, owner, list, () => purgeCredentialRows(tx, owner))
}

/** The ids of the records that belong to a credential, or to all of the owner's. */
async function listDependentIds(
  tx: Db,
  owner: Owner,
  matches: SQL,
  credentialId?: string,
): Promise<string[]> {
  return [...(await listRecordIds(tx, matches)), ...(await listLookupIds(tx, owner, credentialId))]
}

/**
 * The rows of renewals, terms and look-ups are deleted with their credential; their files can only be found before
 * that.
 */
async function withRecordFiles(
  tx: Db,
  owner: Owner,
  list: () => Promise<string[]>,
  purge: () => Promise<string[]>,
): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const ids = await list()
  const keys = await purge()
  const left = new Set(await list())
  return [...keys, ...(await removeFilesOf(tx, owner, ...ids.filter((id) => !left.has(id))))]
}
