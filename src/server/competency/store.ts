import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import { type CursorPosition, isOlder, readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { listFileIds } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow, restorable } from '#server/users/restorable-store.ts'
import { type CompetencyRecordQuery, MAX_COMPETENCY_RECORDS } from '#shared/competency/record.ts'
import { Problem } from '#shared/http/errors.ts'
import { calendarDate } from '#shared/kernel/fields.ts'
import { type CompetencyRow, competencyRecords } from './table.ts'

export type { CompetencyRow } from './table.ts'

/** A row with its files. */
export type CompetencyRecordRow = CompetencyRow & { fileIds: string[] }
export type NewCompetencyRow = Omit<typeof competencyRecords.$inferInsert, 'ownerId'> & { id: string }

const notDeleted = isNull(competencyRecords.deletedAt)

/** Newest last day first, one page. */
export async function listCompetencyRecords(
  db: Db,
  owner: Owner,
  { limit, cursor }: CompetencyRecordQuery,
): Promise<{ items: CompetencyRecordRow[]; nextCursor: string | null }> {
  const { ownerId, endDate, id } = competencyRecords
  const rows = await db
    .select()
    .from(competencyRecords)
    .where(and(eq(ownerId, owner), notDeleted, isOlder(endDate, id, positionOf(owner, cursor))))
    .orderBy(desc(endDate), desc(id))
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: await withFiles(db, rows.slice(0, limit)),
    nextCursor: last ? writeCursor(['competency', owner], { value: last.endDate, id: last.id }) : null,
  }
}

function positionOf(owner: Owner, cursor: string | undefined): CursorPosition | null {
  return cursor === undefined ? null : readCursor(['competency', owner], cursor, calendarDate)
}

async function withFiles(db: Db, rows: CompetencyRow[]): Promise<CompetencyRecordRow[]> {
  const files = await listFileIds(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, fileIds: files.get(row.id) ?? [] }))
}

/** Rejects with `competency_record_not_found` or `competency_record_not_owned`. */
export async function requireCompetencyRecord(
  db: Db,
  owner: Owner,
  id: string,
): Promise<CompetencyRecordRow> {
  const [record] = await withFiles(db, [await requireCompetencyRow(db, owner, id)])
  if (!record) throw new Problem('competency_record_not_found')
  return record
}

export const requireCompetencyRow = requiredRow(competencyRecords, 'competency_record')

/** Rejects with `too_many_competency_records` at `limit`. The caller must hold the owner's lock. */
export async function requireRoomForCompetencyRecord(
  tx: Db,
  owner: Owner,
  limit = MAX_COMPETENCY_RECORDS,
): Promise<void> {
  const current = await tx.$count(competencyRecords, and(eq(competencyRecords.ownerId, owner), notDeleted))
  if (current >= limit) throw new Problem('too_many_competency_records')
}

export const competencyTrash = restorable(competencyRecords, requireCompetencyRow, (tx, owner, _row, limit) =>
  requireRoomForCompetencyRecord(tx, owner, limit),
)

export async function insertCompetencyRecords(tx: Db, owner: Owner, rows: NewCompetencyRow[]): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(competencyRecords).values(batch.map((row) => ({ ...row, ownerId: owner })))
}

export async function updateCompetencyRow(
  tx: Db,
  id: string,
  values: Partial<NewCompetencyRow>,
): Promise<void> {
  await tx.update(competencyRecords).set(values).where(eq(competencyRecords.id, id))
}

/** The records that count toward a renewal: every record that is not deleted, oldest last day first. */
export function listCountedRecords(db: Db, owner: Owner) {
  const { ownerId, id, kind, title, organization, amount, startDate, endDate } = competencyRecords
  return db
    .select({ id, kind, title, organization, amount, startDate, endDate })
    .from(competencyRecords)
    .where(and(eq(ownerId, owner), notDeleted))
    .orderBy(asc(endDate), asc(id))
}

/** The records among `ids` that belong to the owner and are not deleted. */
export async function listExistingCompetencyIds(db: Db, owner: Owner, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { id, ownerId } = competencyRecords
  const rows = await db
    .select({ id })
    .from(competencyRecords)
    .where(and(eq(ownerId, owner), notDeleted, sql`${id} = any(${sql.param(ids)}::uuid[])`))
  return new Set(rows.map((row) => row.id))
}

/** The titles of these records by id, deleted ones too; other owners' are not in the map. */
export async function listCompetencyTitles(
  db: Db,
  owner: Owner,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, title, ownerId } = competencyRecords
  const rows = await db
    .select({ id, title })
    .from(competencyRecords)
    .where(and(eq(ownerId, owner), inArray(id, ids)))
  return new Map(rows.map((row) => [row.id, row.title]))
}

/** Every record of the owner, deleted ones included, oldest first. */
export function listEveryCompetencyRow(db: Db, owner: Owner): Promise<CompetencyRow[]> {
  const { ownerId, createdAt, id } = competencyRecords
  return db.select().from(competencyRecords).where(eq(ownerId, owner)).orderBy(asc(createdAt), asc(id))
}
