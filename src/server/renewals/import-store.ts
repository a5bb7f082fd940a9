import { and, asc, eq, or, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { type NewRenewal, type NewTerm, type RenewalRow, renewalNotDeleted, type TermRow } from './store.ts'
import { renewals, terms } from './table.ts'

/** All of the owner's renewals, including deleted ones, oldest first. */
export function listEveryRenewal(db: Db, owner: Owner): Promise<RenewalRow[]> {
  return db
    .select()
    .from(renewals)
    .where(eq(renewals.ownerId, owner))
    .orderBy(asc(renewals.createdAt), asc(renewals.id))
}

/** The owner's renewals that were finished at exactly this time, oldest first: those of one import. */
export function listFinishedAt(db: Db, owner: Owner, finishedAt: Date): Promise<RenewalRow[]> {
  return db
    .select()
    .from(renewals)
    .where(and(eq(renewals.ownerId, owner), eq(renewals.finishedAt, finishedAt), renewalNotDeleted))
    .orderBy(asc(renewals.createdAt), asc(renewals.id))
}

/** All terms that the owner's renewals have ended, oldest first. */
export function listEveryTerm(db: Db, owner: Owner): Promise<TermRow[]> {
  return db.select().from(terms).where(eq(terms.ownerId, owner)).orderBy(asc(terms.endedAt), asc(terms.id))
}

/** The ids among `ids` of the owner's renewals and terms that are not deleted with their renewal. */
export async function listExistingRecordIds(db: Db, owner: Owner, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const wanted = sql`any(${sql.param(ids)}::uuid[])`
  const rows = await db
    .select({ id: renewals.id, termId: terms.id })
    .from(renewals)
    .leftJoin(terms, eq(terms.renewalId, renewals.id))
    .where(
      and(
        eq(renewals.ownerId, owner),
        renewalNotDeleted,
        or(sql`${renewals.id} = ${wanted}`, sql`${terms.id} = ${wanted}`),
      ),
    )
  return new Set(rows.flatMap(({ id, termId }) => (termId === null ? [id] : [id, termId])))
}

/** Inserts the renewals and terms of an import unchanged. The caller has locked the vault. */
export async function insertRenewals(
  tx: Db,
  owner: Owner,
  { renewals: added, terms: ended }: { renewals: NewRenewal[]; terms: NewTerm[] },
): Promise<void> {
  for (const batch of batches(added))
    await tx.insert(renewals).values(batch.map((row) => ({ ...row, ownerId: owner })))
  for (const batch of batches(ended))
    await tx.insert(terms).values(batch.map((row) => ({ ...row, ownerId: owner })))
}
