import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNull, ne, type SQL } from 'drizzle-orm'
import { listCurrentLicenses } from '#server/credentials/license-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow, restorable } from '#server/users/restorable-store.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { PracticeLicense } from '#shared/compact/practice-license.ts'
import { MAX_RESIDENCES } from '#shared/compact/residence.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { type ResidenceRow, residences } from './table.ts'

export type { ResidenceRow } from './table.ts'

export type NewResidence = Pick<ResidenceRow, 'state' | 'place' | 'from' | 'appliedOn' | 'applyBy'>
export type ImportedResidence = NewResidence & Pick<ResidenceRow, 'deletedAt'>

const notDeleted = isNull(residences.deletedAt)

/** Latest first. */
export function listResidences(db: Db, owner: Owner): Promise<ResidenceRow[]> {
  const { ownerId, from } = residences
  return db
    .select()
    .from(residences)
    .where(and(eq(ownerId, owner), notDeleted))
    .orderBy(desc(from))
}

/** All of the owner's residences, including deleted ones, oldest first. */
export function listEveryResidence(db: Db, owner: Owner): Promise<ResidenceRow[]> {
  const { ownerId, createdAt, id } = residences
  return db.select().from(residences).where(eq(ownerId, owner)).orderBy(asc(createdAt), asc(id))
}

/** The licenses that the owner counts on, with dates in `timeZone`. */
export async function listPracticeLicenses(
  db: Db,
  owner: Owner,
  timeZone: string | null,
): Promise<PracticeLicense[]> {
  const rows = await listCurrentLicenses(db, owner)
  return rows.map(({ updatedAt: changedAt, ...row }) => ({
    ...row,
    ...{ title: row.title ?? '', type: row.type ?? '', state: row.state ?? '' },
    recordedOn: todayIn(changedAt, timeZone),
  }))
}

export const requireResidence = requiredRow(residences, 'residence')

/** Rejects with `too_many_residences`, or with `invalid` if there is another from that day. */
export async function createResidence(
  tx: Db,
  owner: Owner,
  given: NewResidence,
  now: Date,
): Promise<ResidenceRow> {
  await lockOwnerRow(tx, owner)
  await requireRoom(tx, owner, given)
  const times = { createdAt: now, updatedAt: now, deletedAt: null }
  const row = { ...given, ...times, id: randomUUID(), ownerId: owner }
  await tx.insert(residences).values(row)
  return row
}

async function requireRoom(tx: Db, owner: Owner, { from }: Pick<NewResidence, 'from'>): Promise<void> {
  if ((await tx.$count(residences, and(eq(residences.ownerId, owner), notDeleted))) >= MAX_RESIDENCES)
    throw new Problem('too_many_residences')
  await requireFreeDay(tx, owner, eq(residences.from, from))
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
  if ((await tx.$count(residences, and(eq(residences.ownerId, owner), notDeleted, taken))) === 0) return
  const message = msg`You recorded another state from this day`
  throw new Problem('invalid', { errors: [{ path: 'from', message }] })
}

export const residenceTrash = restorable(residences, requireResidence, requireRoom)

/** Existing rows stay unchanged. Resolves with the rows that were added. */
export async function insertResidences(
  tx: Db,
  owner: Owner,
  given: readonly ImportedResidence[],
  now: Date,
): Promise<ResidenceRow[]> {
  if (given.length === 0) return []
  const rows = given.map((each) => ({ ...each, ownerId: owner, createdAt: now, updatedAt: now }))
  return tx.insert(residences).values(rows).onConflictDoNothing().returning()
}
