import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import { listFileIds } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow, restorable } from '#server/users/restorable-store.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { isReplaced } from '#shared/health/due.ts'
import type { HealthKind } from '#shared/health/kinds.ts'
import { type DueHealthRecord, MAX_HEALTH_RECORDS } from '#shared/health/record.ts'
import { Problem } from '#shared/http/errors.ts'
import { type HealthRow, healthRecords } from './table.ts'

export type { HealthRow } from './table.ts'

/** A row with its files. */
export type HealthRowWithFiles = HealthRow & { fileIds: string[] }
export type NewHealthRow = Omit<typeof healthRecords.$inferInsert, 'ownerId'> & { id: string }

const notDeleted = isNull(healthRecords.deletedAt)

/** Newest first, those without a date last. */
export async function listHealthRows(
  db: Db,
  owner: Owner,
  kind: HealthKind | undefined,
): Promise<HealthRowWithFiles[]> {
  const { ownerId, performedOn, createdAt, id } = healthRecords
  const rows = await db
    .select()
    .from(healthRecords)
    .where(and(eq(ownerId, owner), notDeleted, kind === undefined ? undefined : eq(healthRecords.kind, kind)))
    .orderBy(sql`${performedOn} desc nulls last`, desc(createdAt), desc(id))
  return withFiles(db, rows)
}

async function withFiles(db: Db, rows: HealthRow[]): Promise<HealthRowWithFiles[]> {
  const files = await listFileIds(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, fileIds: files.get(row.id) ?? [] }))
}

/** Rejects as `requireHealthRow`. */
export async function requireHealthRowWithFiles(
  db: Db,
  owner: Owner,
  id: string,
): Promise<HealthRowWithFiles> {
  const [row] = await withFiles(db, [await requireHealthRow(db, owner, id)])
  if (!row) throw new Problem('health_record_not_found')
  return row
}

export const requireHealthRow = requiredRow(healthRecords, 'health_record')

/** Rejects with `too_many_health_records` at `limit`. The caller must hold the owner's lock. */
export async function requireRoomForHealthRecord(
  tx: Db,
  owner: Owner,
  limit = MAX_HEALTH_RECORDS,
): Promise<void> {
  const current = await tx.$count(healthRecords, and(eq(healthRecords.ownerId, owner), notDeleted))
  if (current >= limit) throw new Problem('too_many_health_records')
}

export const healthTrash = restorable(healthRecords, requireHealthRow, (tx, owner, _row, limit) =>
  requireRoomForHealthRecord(tx, owner, limit),
)

export async function insertHealthRows(tx: Db, owner: Owner, rows: NewHealthRow[]): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(healthRecords).values(batch.map((row) => ({ ...row, ownerId: owner })))
}

export async function updateHealthRow(tx: Db, id: string, values: Partial<NewHealthRow>): Promise<void> {
  await tx.update(healthRecords).set(values).where(eq(healthRecords.id, id))
}

type HealthRecordDates = {
  id: string
  kind: HealthKind
  performedOn: string | null
  expiresOn: string | null
}

/** The kind and dates of every record that is not deleted, without its details: what a requirement list matches. */
export async function listHealthRecordDates(db: Db, owner: Owner): Promise<HealthRecordDates[]> {
  const { ownerId, id, kind, performedOn, dueOn } = healthRecords
  return db
    .select({ id, kind, performedOn, expiresOn: dueOn })
    .from(healthRecords)
    .where(and(eq(ownerId, owner), notDeleted))
    .orderBy(asc(id))
}

/** The records with a date up to `until` that no newer record replaces, soonest first. */
export async function listDueHealthRecords(db: Db, owner: Owner, until: string): Promise<DueHealthRecord[]> {
  const { ownerId, id, kind, performedOn, dueOn } = healthRecords
  const rows = await db
    .select({ id, kind, performedOn, dueOn })
    .from(healthRecords)
    .where(and(eq(ownerId, owner), notDeleted))
    .orderBy(asc(dueOn), asc(id))
  return rows.flatMap((row) => {
    const { dueOn: due } = row
    if (due === null || due > until || isReplaced(row, rows)) return []
    const { id: recordId, kind: own } = row
    return [{ id: recordId, kind: own, dueOn: due, title: healthCatalog[own].label }]
  })
}

/** The owner's records among `ids` that are not deleted, by id. */
export async function listHealthRowsById(
  db: Db,
  owner: Owner,
  ids: string[],
): Promise<Map<string, HealthRowWithFiles>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(healthRecords)
    .where(and(eq(healthRecords.ownerId, owner), inArray(healthRecords.id, ids), notDeleted))
  return new Map((await withFiles(db, rows)).map((row) => [row.id, row]))
}

/** The kinds of these records, by id, deleted ones too; other owners' are not in the map. */
export async function listHealthLabels(db: Db, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, kind, ownerId } = healthRecords
  const rows = await db
    .select({ id, kind })
    .from(healthRecords)
    .where(and(eq(ownerId, owner), inArray(id, ids)))
  return new Map(rows.map((row) => [row.id, healthCatalog[row.kind].label]))
}

/** Every record of the owner, deleted ones included, oldest first. */
export function listEveryHealthRow(db: Db, owner: Owner): Promise<HealthRow[]> {
  const { ownerId, createdAt, id } = healthRecords
  return db.select().from(healthRecords).where(eq(ownerId, owner)).orderBy(asc(createdAt), asc(id))
}
