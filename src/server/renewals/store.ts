import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import { requireOwned } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { listFileIds } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow, restorable } from '#server/users/restorable-store.ts'
import { mainFirst } from '#shared/credentials/attachments.ts'
import { Problem } from '#shared/http/errors.ts'
import { MAX_RENEWALS } from '#shared/renewals/renewal.ts'
import { type RenewalRow, renewals, type TermRow, terms } from './table.ts'

export type { RenewalRow, TermRow } from './table.ts'

export type RenewalRecord = RenewalRow & { fileIds: string[] }
export type TermRecord = TermRow & { fileIds: string[] }
export type NewRenewal = Omit<typeof renewals.$inferInsert, 'ownerId'> & { id: string }
export type NewTerm = Omit<typeof terms.$inferInsert, 'ownerId'> & { id: string }

export const renewalNotDeleted = isNull(renewals.deletedAt)
export const isOpen = and(renewalNotDeleted, ne(renewals.state, 'done'))

/** Newest first. Rejects like `requireCredential`. */
export async function listRenewals(db: Db, owner: Owner, credentialId: string): Promise<RenewalRecord[]> {
  const credential = await requireOwned(db, owner, credentialId)
  const rows = await db
    .select()
    .from(renewals)
    .where(and(eq(renewals.credentialId, credential.id), renewalNotDeleted))
    .orderBy(desc(renewals.openedOn), desc(renewals.createdAt), desc(renewals.id))
  return withFiles(db, rows)
}

/** The terms that renewals have ended, the latest first. Rejects like `requireCredential`. */
export async function listTerms(db: Db, owner: Owner, credentialId: string): Promise<TermRecord[]> {
  const credential = await requireOwned(db, owner, credentialId)
  const rows = await db
    .select({ term: terms })
    .from(terms)
    .innerJoin(renewals, eq(renewals.id, terms.renewalId))
    .where(and(eq(terms.credentialId, credential.id), renewalNotDeleted))
    .orderBy(desc(terms.endedAt), desc(terms.id))
  const found = rows.map(({ term }) => term)
  const files = await listFileIds(
    db,
    found.map(({ id }) => id),
  )
  return found.map((row) => ({ ...row, ...mainFirst(row.fileId, files.get(row.id) ?? []) }))
}

/** Rejects with `renewal_not_found`, also if its credential is deleted, or with `renewal_not_owned`. */
export async function requireRenewal(db: Db, owner: Owner, id: string): Promise<RenewalRecord> {
  const [record] = await withFiles(db, [await requireRenewalRow(db, owner, id)])
  if (!record) throw new Problem('renewal_not_found')
  return record
}

const requireOwnRow = requiredRow(renewals, 'renewal')

/** A deleted renewal counts as missing, unless it was deleted at `deletedSince` or later. */
export async function requireRenewalRow(
  db: Db,
  owner: Owner,
  id: string,
  deletedSince?: Date,
): Promise<RenewalRow> {
  const row = await requireOwnRow(db, owner, id, deletedSince)
  await requireOwned(db, owner, row.credentialId).catch(() => {
    throw new Problem('renewal_not_found')
  })
  return row
}

/**
 * A renewal with the term that it ended. Restoring rejects with `renewal_open` if another renewal has begun in the
 * meantime.
 */
export const renewalTrash = restorable(renewals, requireRenewalRow, async (tx, _owner, row) => {
  if (row.state !== 'done') await requireNoneOpen(tx, row.credentialId)
})

/** Rejects with `renewal_open` if the credential has an open renewal. The caller must hold the owner's lock. */
export async function requireNoneOpen(tx: Db, credentialId: string): Promise<void> {
  const open = await tx.$count(renewals, and(eq(renewals.credentialId, credentialId), isOpen))
  if (open > 0) throw new Problem('renewal_open')
}

/** Rejects with `too_many_renewals`. The caller must hold the owner's lock. */
export async function requireRoomForRenewal(tx: Db, credentialId: string): Promise<void> {
  const kept = await tx.$count(renewals, eq(renewals.credentialId, credentialId))
  if (kept >= MAX_RENEWALS) throw new Problem('too_many_renewals')
}

export async function insertRenewal(tx: Db, owner: Owner, row: NewRenewal): Promise<void> {
  await tx.insert(renewals).values({ ...row, ownerId: owner })
}

export async function updateRenewalRow(tx: Db, id: string, values: Partial<NewRenewal>): Promise<void> {
  await tx.update(renewals).set(values).where(eq(renewals.id, id))
}

export async function insertTerm(tx: Db, owner: Owner, row: NewTerm): Promise<void> {
  await tx.insert(terms).values({ ...row, ownerId: owner })
}

export async function requireTermOf(tx: Db, renewalId: string): Promise<TermRow> {
  const [row] = await tx.select().from(terms).where(eq(terms.renewalId, renewalId))
  if (!row) throw new Error('A finished renewal without a term')
  return row
}

export async function removeTerm(tx: Db, id: string): Promise<void> {
  await tx.delete(terms).where(eq(terms.id, id))
}

async function withFiles(db: Db, rows: RenewalRow[]): Promise<RenewalRecord[]> {
  const files = await listFileIds(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, fileIds: files.get(row.id) ?? [] }))
}
