import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { listTitles } from '#server/credentials/name-store.ts'
import { batches } from '#server/db/batches.ts'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { prepared, preparedEach } from '#server/db/prepared-query.ts'
import { removeFilesOf } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { type Gone, idOf, liveCycle, liveEntry, requireOwned } from './store.ts'
import { type CycleRow, ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/** A row with what its entries and its license or certification say of it. */
export type CycleRecord = CycleRow & { credentialTitle: string | null; entryCount: number }

export type NewCycle = Omit<typeof ceuCycles.$inferInsert, 'ownerId' | 'id'>

/** Newest start first; of one license or certification only, when named. */
export async function listCycles(
  db: Db,
  owner: Owner,
  {
    licenseId,
    certificationId,
  }: { licenseId?: string | undefined; certificationId?: string | undefined } = {},
): Promise<CycleRecord[]> {
  const query = cyclesOf(
    db,
    `${licenseId === undefined ? '' : '_license'}${certificationId === undefined ? '' : '_certification'}`,
  )
  return describeCycles(db, owner, await query.execute({ owner, licenseId, certificationId }))
}

const cyclesOf = preparedEach((db, variant: `${'' | '_license'}${'' | '_certification'}`) => {
  const { ownerId, licenseId, certificationId, cycleStart, id } = ceuCycles
  const at = sql.placeholder
  return db
    .select()
    .from(ceuCycles)
    .where(
      and(
        eq(ownerId, at('owner')),
        liveCycle,
        variant.startsWith('_license') ? eq(licenseId, at('licenseId')) : undefined,
        variant.endsWith('_certification') ? eq(certificationId, at('certificationId')) : undefined,
      ),
    )
    .orderBy(desc(cycleStart), desc(id))
    .prepare(`ceu_cycles${variant}`)
})

/** The owner's own cycles among those of `ids`, by id; a deleted one is not in the map. */
export async function listCyclesById(db: Db, owner: Owner, ids: string[]): Promise<Map<string, CycleRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, owner), liveCycle, inArray(ceuCycles.id, ids)))
  return new Map((await describeCycles(db, owner, rows)).map((record) => [record.id, record]))
}

/** Rejects with `ceu_cycle_not_found` or `ceu_cycle_not_owned`. */
export async function requireCycle(db: Db, owner: Owner, id: string): Promise<CycleRecord> {
  const [record] = await describeCycles(db, owner, [await requireCycleRow(db, owner, id)])
  if (!record) throw new Problem('ceu_cycle_not_found')
  return record
}

/** A deleted one is missing, unless it was deleted at `deletedSince` or later. */
export async function requireCycleRow(
  db: Db,
  owner: Owner,
  id: string,
  deletedSince?: Date,
): Promise<CycleRow> {
  const known = uuid.safeParse(id)
  const [row] = known.success ? await db.select().from(ceuCycles).where(eq(ceuCycles.id, known.data)) : []
  return requireOwned(row, owner, 'ceu_cycle', deletedSince)
}

/** All of them are the owner's, and none is deleted. Missing ones are told before another's. */
export async function requireCycles(db: Db, owner: Owner, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const rows = await db
    .select({ ownerId: ceuCycles.ownerId })
    .from(ceuCycles)
    .where(and(inArray(ceuCycles.id, wanted), liveCycle))
  if (rows.length < wanted.length) throw new Problem('ceu_cycle_not_found')
  if (rows.some(({ ownerId }) => ownerId !== owner)) throw new Problem('ceu_cycle_not_owned')
}

async function describeCycles(db: Db, owner: Owner, rows: CycleRow[]): Promise<CycleRecord[]> {
  if (rows.length === 0) return []
  const credentialOf = (row: CycleRow) => row.licenseId ?? row.certificationId
  const ids = rows.map(credentialOf).filter((id) => id !== null)
  const titles = await listTitles(db, owner, ids)
  const counted = await entryCountsOf(db).execute({ ids: rows.map(idOf) })
  const entryCounts = new Map(counted.map(({ cycleId, entries }) => [cycleId, entries]))
  return rows.map((row) => ({
    ...row,
    credentialTitle: titles.get(credentialOf(row) ?? '') ?? null,
    entryCount: entryCounts.get(row.id) ?? 0,
  }))
}

const entryCountsOf = prepared((db) =>
  db
    .select({ cycleId: ceuCounts.cycleId, entries: count() })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(sql`${ceuCounts.cycleId} = any(${sql.placeholder('ids')}::uuid[])`, liveEntry))
    .groupBy(ceuCounts.cycleId)
    .prepare('ceu_entry_counts'),
)

/** Rejects with `too_many_cycles` when one more would be past `limit`. */
export async function requireRoomForCycle(tx: Db, owner: Owner, limit: number): Promise<void> {
  const kept = await tx.$count(ceuCycles, and(eq(ceuCycles.ownerId, owner), liveCycle))
  if (kept >= limit) throw new Problem('too_many_cycles')
}

export async function insertCycle(tx: Db, owner: Owner, values: NewCycle): Promise<string> {
  const [row] = await tx
    .insert(ceuCycles)
    .values({ ...values, ownerId: owner })
    .returning({ id: ceuCycles.id })
  if (!row) throw new Error('The cycle was not kept')
  return row.id
}

export async function changeCycle(tx: Db, id: string, values: Partial<NewCycle>): Promise<void> {
  await tx.update(ceuCycles).set(values).where(eq(ceuCycles.id, id))
}

/** Up to `limit` cycles that nobody can restore any more, whoever's they are. */
export function listUnrestorableCycles(db: Db, now: Date, limit: number): Promise<Gone[]> {
  const { id, ownerId, deletedAt } = ceuCycles
  return db
    .select({ id, ownerId })
    .from(ceuCycles)
    .where(lt(deletedAt, restorableSince(now)))
    .limit(limit)
}

/** A deleted cycle, and how many entries went with it and come back with it. */
export type DeletedCycle = CycleRecord & { wentAlong: number }

/** The owner's deleted cycles that can be restored, newest first, `limit` of those after `after`. */
export async function listDeletedCycles(
  db: Db,
  owner: Owner,
  { since, after, limit }: DeletedPage,
): Promise<DeletedCycle[]> {
  const { ownerId, deletedAt, id } = ceuCycles
  const rows = await db
    .select()
    .from(ceuCycles)
    .where(and(eq(ownerId, owner), gte(deletedAt, since), isOlder(deletedAt, id, after)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
  if (rows.length === 0) return []
  const along = await db
    .select({ cycleId: ceuCounts.cycleId, entries: count() })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(inArray(ceuCounts.cycleId, rows.map(idOf)), isNotNull(ceuEntries.deletedWithCycleId)))
    .groupBy(ceuCounts.cycleId)
  const counts = new Map(along.map(({ cycleId, entries }) => [cycleId, entries]))
  const records = await describeCycles(db, owner, rows)
  return records.map((record) => ({ ...record, wentAlong: counts.get(record.id) ?? 0 }))
}

/** How many of them there are. */
export function countDeletedCycles(db: Db, owner: Owner, since: Date): Promise<number> {
  return db.$count(ceuCycles, and(eq(ceuCycles.ownerId, owner), gte(ceuCycles.deletedAt, since)))
}

/** Rejects as `requireCycle` does, and with `ceu_cycle_not_found` for what is not in the trash. */
export async function requireDeletedCycle(db: Db, owner: Owner, id: string, since: Date): Promise<CycleRow> {
  const row = await requireCycleRow(db, owner, id, since)
  if (row.deletedAt === null) throw new Problem('ceu_cycle_not_found')
  return row
}

/** Empties the owner's trash of cycles and entries; hand the keys to `removeBytes` once it is committed. */
export async function purgeCeu(tx: Db, owner: Owner): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const entries = and(eq(ceuEntries.ownerId, owner), isNotNull(ceuEntries.deletedAt))
  const rows = await tx.select({ id: ceuEntries.id }).from(ceuEntries).where(entries)
  const keys = await removeFilesOf(tx, owner, ...rows.map(idOf))
  await tx.delete(ceuEntries).where(entries)
  await tx.delete(ceuCycles).where(and(eq(ceuCycles.ownerId, owner), isNotNull(ceuCycles.deletedAt)))
  return keys
}

/**
 * Removes the row of a deleted cycle, with `before` only if it was deleted before that, the entries that are left of it,
 * and their files' rows; hand the keys to `removeBytes` once it is committed. An entry that has another cycle goes on
 * there.
 */
export async function purgeCycle(tx: Db, owner: Owner, id: string, before?: Date): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const { deletedAt } = ceuCycles
  const gone = and(eq(ceuCycles.id, id), before ? lt(deletedAt, before) : isNotNull(deletedAt))
  if ((await tx.$count(ceuCycles, gone)) === 0) return []
  await tx.execute(sql`update ${ceuEntries} set cycle_id = o.cycle_id
    from (select distinct on (entry_id) entry_id, cycle_id from ${ceuCounts} where cycle_id <> ${id}
      order by entry_id, position, cycle_id) o
    where o.entry_id = ${ceuEntries.id} and ${ceuEntries.cycleId} = ${id}`)
  const left = await tx.select({ id: ceuEntries.id }).from(ceuEntries).where(eq(ceuEntries.cycleId, id))
  const keys = await removeFilesOf(tx, owner, ...left.map(idOf))
  await tx.delete(ceuCycles).where(gone)
  return keys
}

/** Every cycle of the owner's, deleted ones too, oldest first. */
export function listEveryCycle(db: Db, owner: Owner): Promise<CycleRow[]> {
  return db
    .select()
    .from(ceuCycles)
    .where(eq(ceuCycles.ownerId, owner))
    .orderBy(asc(ceuCycles.createdAt), asc(ceuCycles.id))
}

/** Keeps the cycles of an import as they were; count them anew once their entries are there, too. */
export async function keepCycles(tx: Db, owner: Owner, rows: (NewCycle & { id: string })[]): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(ceuCycles).values(batch.map((row) => ({ ...row, ownerId: owner })))
}
