import { and, asc, eq, exists, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { preparedRow } from '#server/db/prepared-row.ts'
import type { Owner } from '#server/users/owner.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { cycleNotDeleted, type DeletedCycle, deletedWith, entryNotDeleted } from './store.ts'
import { type CountRow, ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/** A cycle in which an entry counts. `acceptedHours` is present if the owner set them. */
export type CountInput = { cycleId: string; acceptedHours: number | null }

/**
 * For each row of a query on `ceuEntries`: its counts in cycles that are not deleted, in the order the owner chose.
 * This is a subquery, not a join, so that PostgreSQL finds each cycle by its key. For a new table PostgreSQL assumes
 * that it is empty, and a join would read every cycle that is not deleted.
 */
export const countsOfEntry = sql<CeuEntry['counts']>`coalesce((
  select json_agg(json_build_object('cycleId', c.cycle_id, 'acceptedHours', c.accepted_hours,
      'countedHours', c.counted_hours, 'reasons', c.reasons) order by c.position, c.cycle_id)
    from ${ceuCounts} c
    where c.entry_id = ${ceuEntries}.id and (select y.deleted_at is null from ${ceuCycles} y where y.id = c.cycle_id)), '[]')`

/** For each entry, the cycles that count it, soonest end first. Deleted cycles are left out. */
export async function listCyclesOf(db: Db, entryIds: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ entryId: ceuCounts.entryId, cycleId: ceuCounts.cycleId })
    .from(ceuCounts)
    .innerJoin(ceuCycles, and(eq(ceuCycles.id, ceuCounts.cycleId), cycleNotDeleted))
    .where(inArray(ceuCounts.entryId, entryIds))
    .orderBy(asc(ceuCycles.cycleEnd), asc(ceuCycles.id))
  const byEntry = Map.groupBy(rows, ({ entryId }) => entryId)
  return new Map([...byEntry].map(([id, those]) => [id, those.map(({ cycleId }) => cycleId)]))
}

/** The entries that count in this cycle, each with the other cycles that count it. */
export async function listEntryUses(
  db: Db,
  cycleId: string,
): Promise<{ entryId: string; mainId: string; others: string[] }[]> {
  const entries = await db
    .select({ entryId: ceuEntries.id, mainId: ceuEntries.cycleId })
    .from(ceuEntries)
    .where(and(countsIn(db, cycleId), entryNotDeleted))
  const entryIds = entries.map(({ entryId }) => entryId)
  const cycles = await listCyclesOf(db, entryIds)
  return entries.map((entry) => ({
    ...entry,
    others: (cycles.get(entry.entryId) ?? []).filter((id) => id !== cycleId),
  }))
}

/** A condition on `ceuEntries`: the entry is assigned to this cycle, whether or not its hours count. */
export function countsIn(db: Db, cycleId: string | Placeholder): SQL {
  return exists(
    db
      .select()
      .from(ceuCounts)
      .where(and(eq(ceuCounts.entryId, ceuEntries.id), eq(ceuCounts.cycleId, cycleId))),
  )
}

export type NewCount = Omit<typeof ceuCounts.$inferInsert, 'ownerId'>

/** The count rows of an entry that has none yet, in the order of `counts`. */
export function newCounts(entryId: string, counts: CountInput[]): NewCount[] {
  return counts.map((count, position) => ({ ...count, entryId, position, reasons: [] }))
}

/**
 * Replaces the cycles in which the entry counts. Call `recount` for the cycles before and after. Rows of deleted cycles
 * stay, in case those cycles are restored.
 */
export async function replaceCounts(
  tx: Db,
  owner: Owner,
  entryId: string,
  counts: CountInput[],
): Promise<void> {
  const ofEntry = eq(ceuCounts.entryId, entryId)
  const cycles = tx
    .select({ id: ceuCycles.id })
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, owner), cycleNotDeleted))
  await tx.delete(ceuCounts).where(and(ofEntry, inArray(ceuCounts.cycleId, cycles)))
  await Promise.all(insertCountRows(tx, owner, newCounts(entryId, counts)))
  await tx.update(ceuCounts).set({ wasMain: false }).where(ofEntry)
}

export type Move = { entryId: string; from: string; to: string }

/** Gives entries another main cycle because theirs is deleted. `was_main` remembers the old one for a restore. */
export async function moveMain(tx: Db, moves: Move[]): Promise<void> {
  await tx.execute(sql`
    with moves as (
      select * from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as move("entryId" uuid, "from" uuid, "to" uuid)
    ), moved as (
      update ${ceuEntries} set cycle_id = "to" from moves where id = "entryId"
    )
    update ${ceuCounts} set was_main = true from moves where entry_id = "entryId" and cycle_id = "from"`)
}

/** Makes a restored cycle the main cycle again for every entry that had it as its main cycle. */
export async function restoreMain(tx: Db, cycleId: string): Promise<void> {
  const wasMainHere = and(eq(ceuCounts.cycleId, cycleId), eq(ceuCounts.wasMain, true))
  const entryIds = tx.select({ id: ceuCounts.entryId }).from(ceuCounts).where(wasMainHere)
  await tx.update(ceuEntries).set({ cycleId }).where(inArray(ceuEntries.id, entryIds))
  await tx.update(ceuCounts).set({ wasMain: false }).where(wasMainHere)
}

/** The entries that come back when this deleted cycle is restored. */
export function listDeletedWithCycle(
  tx: Db,
  cycle: DeletedCycle,
): Promise<{ id: string; cycleId: string }[]> {
  return tx
    .select({ id: ceuEntries.id, cycleId: ceuEntries.cycleId })
    .from(ceuEntries)
    .where(and(countsIn(tx, cycle.id), deletedWith(cycle)))
}

/** Every count of the owner's entries, deleted cycles included, in the order the owner chose. */
export async function listEveryCount(db: Db, owner: Owner): Promise<Map<string, CountRow[]>> {
  const cyclesOf = db.select({ id: ceuCycles.id }).from(ceuCycles).where(eq(ceuCycles.ownerId, owner))
  const rows = await db
    .select()
    .from(ceuCounts)
    .where(inArray(ceuCounts.cycleId, cyclesOf))
    .orderBy(asc(ceuCounts.position), asc(ceuCounts.cycleId))
  return Map.groupBy(rows, ({ entryId }) => entryId)
}

/** Inserts counts, in the order of each entry, a statement a row. Call `recount` for their cycles afterwards. */
export function insertCountRows(tx: Db, owner: Owner, rows: NewCount[]): Promise<unknown>[] {
  return rows.map((row) => inserted(tx).execute(insert.valuesOf({ ...row, ownerId: owner })))
}

const insert = preparedRow(ceuCounts)
const inserted = prepared((db) =>
  db.insert(ceuCounts).values(insert.placeholders).prepare('insert_ceu_count'),
)
