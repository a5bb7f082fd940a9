import { randomUUID } from 'node:crypto'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import { listCurrentLicenses } from '#server/credentials/license-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { PracticeLicense } from '#shared/compact/practice-license.ts'
import { MAX_RESIDENCES } from '#shared/compact/residence.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { type ResidenceRow, residences } from './table.ts'

export type { ResidenceRow } from './table.ts'

export type NewResidence = Pick<ResidenceRow, 'state' | 'place' | 'from' | 'appliedOn' | 'applyBy'>

/** Latest first. */
export function listResidences(db: Db, owner: Owner): Promise<ResidenceRow[]> {
  const { ownerId, from } = residences
  return db.select().from(residences).where(eq(ownerId, owner)).orderBy(desc(from))
}

/** The licenses that the owner counts on. */
export async function listPracticeLicenses(db: Db, owner: Owner): Promise<PracticeLicense[]> {
  const rows = await listCurrentLicenses(db, owner)
  return rows.map(({ updatedAt: changedAt, ...row }) => ({
    ...row,
    ...{ title: row.title ?? '', type: row.type ?? '', state: row.state ?? '' },
    recordedOn: changedAt.toISOString().slice(0, 10),
  }))
}

/** Rejects with `residence_not_found` or `residence_not_owned`. */
export async function requireResidence(db: Db, owner: Owner, id: string): Promise<ResidenceRow> {
  const known = uuid.safeParse(id)
  const [row] = known.success ? await db.select().from(residences).where(eq(residences.id, known.data)) : []
  if (!row) throw new Problem('residence_not_found')
  if (row.ownerId !== owner) throw new Problem('residence_not_owned')
  return row
}

/** Rejects with `too_many_residences`, or with `invalid` if there is another from that day. */
export async function createResidence(
  tx: Db,
  owner: Owner,
  given: NewResidence,
  now: Date,
): Promise<ResidenceRow> {
  await lockOwnerRow(tx, owner)
  if ((await tx.$count(residences, eq(residences.ownerId, owner))) >= MAX_RESIDENCES)
    throw new Problem('too_many_residences')
  await requireFreeDay(tx, owner, eq(residences.from, given.from))
  const row = { ...given, id: randomUUID(), ownerId: owner, createdAt: now, updatedAt: now }
  await tx.insert(residences).values(row)
  return row
}

export async function updateResidence(
  tx: Db,
  owner: Owner,
  row: ResidenceRow,
  changed: NewResidence,
  now: Date,
): Promise<ResidenceRow> {
  await requireFreeDay(tx, owner, and(eq(residences.from, changed.from), ne(residences.id, row.id)))
  const fields = { ...changed, updatedAt: now }
  await tx.update(residences).set(fields).where(eq(residences.id, row.id))
  return { ...row, ...fields }
}

async function requireFreeDay(tx: Db, owner: Owner, taken: SQL | undefined): Promise<void> {
  if ((await tx.$count(residences, and(eq(residences.ownerId, owner), taken))) === 0) return
  const message = 'You recorded another state from this day'
  throw new Problem('invalid', { errors: [{ path: 'from', message }] })
}

export async function removeResidence(tx: Db, id: string): Promise<void> {
  await tx.delete(residences).where(eq(residences.id, id))
}

/** What is there already stays. */
export async function insertResidences(
  tx: Db,
  owner: Owner,
  given: readonly NewResidence[],
  now: Date,
): Promise<void> {
  if (given.length === 0) return
  const rows = given.map((each) => ({ ...each, ownerId: owner, createdAt: now, updatedAt: now }))
  await tx.insert(residences).values(rows).onConflictDoNothing()
}
