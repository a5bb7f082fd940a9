import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { countCycle } from '#shared/ceu/counting.ts'
import type { CeuEntry, Reason } from '#shared/ceu/entry.ts'
import { changeCycle } from './cycle-store.ts'
import { liveCycle, liveEntry } from './store.ts'
import { type CountRow, ceuCounts, ceuCycles, ceuEntries } from './table.ts'

export type Claim = { cycleId: string; acceptedHours: number | null }

/** What each entry counts for in its cycles that are not deleted, in the order in which they were named. */
export async function listCounts(db: Db, entryIds: string[]): Promise<Map<string, CeuEntry['counts']>> {
  const { entryId, cycleId, acceptedHours, countedHours, reasons, position } = ceuCounts
  const rows = await db
    .select({ entryId, cycleId, acceptedHours, countedHours, reasons })
    .from(ceuCounts)
    .innerJoin(ceuCycles, and(eq(ceuCycles.id, cycleId), liveCycle))
    .where(inArray(entryId, entryIds))
    .orderBy(asc(position), asc(cycleId))
  const counts = new Map<string, CeuEntry['counts']>()
  for (const { entryId: id, ...each } of rows) counts.set(id, [...(counts.get(id) ?? []), each])
  return counts
}

/** The cycles in which each entry counts and that are not deleted, those that end first before the others. */
export async function listCyclesOf(db: Db, entryIds: string[]): Promise<Map<string, string[]>> {
  const cycles = new Map<string, string[]>()
  if (entryIds.length === 0) return cycles
  const rows = await db
    .select({ entryId: ceuCounts.entryId, cycleId: ceuCounts.cycleId })
    .from(ceuCounts)
    .innerJoin(ceuCycles, and(eq(ceuCycles.id, ceuCounts.cycleId), liveCycle))
    .where(inArray(ceuCounts.entryId, entryIds))
    .orderBy(asc(ceuCycles.cycleEnd), asc(ceuCycles.id))
  for (const { entryId, cycleId } of rows) cycles.set(entryId, [...(cycles.get(entryId) ?? []), cycleId])
  return cycles
}

/** The entries that count in this cycle, with the other cycles in which each counts. */
export async function listUses(
  db: Db,
  cycleId: string,
): Promise<{ entryId: string; mainId: string; others: string[] }[]> {
  const entries = await db
    .select({ entryId: ceuEntries.id, mainId: ceuEntries.cycleId })
    .from(ceuEntries)
    .where(and(countsIn(db, cycleId), liveEntry))
  const cycles = await listCyclesOf(
    db,
    entries.map(({ entryId }) => entryId),
  )
  return entries.map((entry) => ({
    ...entry,
    others: (cycles.get(entry.entryId) ?? []).filter((id) => id !== cycleId),
  }))
}

/** Of an entry: whether it counts, or is to count, in this cycle. */
export function countsIn(db: Db, cycleId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(ceuCounts)
      .where(and(eq(ceuCounts.entryId, ceuEntries.id), eq(ceuCounts.cycleId, cycleId))),
  )
}

/** Of entries that have none yet. */
export async function insertClaims(
  tx: Db,
  owner: Owner,
  claims: { entryId: string; claims: Claim[] }[],
): Promise<void> {
  const rows = claims.flatMap((entry) =>
    entry.claims.map((claim, position) => ({
      ...claim,
      entryId: entry.entryId,
      ownerId: owner,
      position,
      reasons: [],
    })),
  )
  for (const batch of batches(rows)) await tx.insert(ceuCounts).values(batch)
}

/** Makes these the cycles in which the entry counts. What is kept for a deleted cycle stays. */
export async function replaceClaims(tx: Db, owner: Owner, entryId: string, claims: Claim[]): Promise<void> {
  const before = (await listCyclesOf(tx, [entryId])).get(entryId) ?? []
  const dropped = before.filter((id) => !claims.some(({ cycleId }) => cycleId === id))
  if (dropped.length > 0)
    await tx.delete(ceuCounts).where(and(eq(ceuCounts.entryId, entryId), inArray(ceuCounts.cycleId, dropped)))
  for (const [position, { cycleId, acceptedHours }] of claims.entries()) {
    await tx
      .insert(ceuCounts)
      .values({ entryId, cycleId, ownerId: owner, acceptedHours, position, reasons: [] })
      .onConflictDoUpdate({
        target: [ceuCounts.entryId, ceuCounts.cycleId],
        set: { acceptedHours, position },
      })
  }
  await tx.update(ceuCounts).set({ wasMain: false }).where(eq(ceuCounts.entryId, entryId))
}

export type Move = { entryId: string; from: string; to: string }

/** Gives entries another main cycle because theirs is deleted, and remembers it for when it comes back. */
export async function moveMain(tx: Db, moves: Move[]): Promise<void> {
  if (moves.length === 0) return
  const list = sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as v("entryId" uuid, "from" uuid, "to" uuid)`
  await tx.execute(
    sql`update ${ceuEntries} set cycle_id = v."to" from ${list} where ${ceuEntries.id} = v."entryId"`,
  )
  await tx.execute(
    sql`update ${ceuCounts} set was_main = true from ${list}
      where ${ceuCounts.entryId} = v."entryId" and ${ceuCounts.cycleId} = v."from"`,
  )
}

/** Makes a cycle that came back the main one of the entries that had it as such. */
export async function returnMain(tx: Db, cycleId: string): Promise<void> {
  const had = and(eq(ceuCounts.cycleId, cycleId), eq(ceuCounts.wasMain, true))
  const entryIds = tx.select({ id: ceuCounts.entryId }).from(ceuCounts).where(had)
  await tx.update(ceuEntries).set({ cycleId }).where(inArray(ceuEntries.id, entryIds))
  await tx.update(ceuCounts).set({ wasMain: false }).where(had)
}

/** The entries of this cycle that were deleted along with a cycle, and not by themselves. */
export function listDeletedWithCycle(tx: Db, cycleId: string): Promise<{ id: string; cycleId: string }[]> {
  return tx
    .select({ id: ceuEntries.id, cycleId: ceuEntries.cycleId })
    .from(ceuEntries)
    .where(and(countsIn(tx, cycleId), isNotNull(ceuEntries.deletedWithCycleId)))
}

/** Counts these cycles anew and writes what came out different. Deleted ones wait until they are restored. */
export async function recount(tx: Db, cycleIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(cycleIds)]
  if (ids.length === 0) return
  const cycles = await tx
    .select()
    .from(ceuCycles)
    .where(and(inArray(ceuCycles.id, ids), liveCycle))
  const claims = Map.groupBy(await listClaims(tx, ids), ({ cycleId }) => cycleId)
  const changed: { entryId: string; cycleId: string; countedHours: number; reasons: Reason[] }[] = []
  for (const cycle of cycles) {
    const mine = claims.get(cycle.id) ?? []
    const { entries, ...sums } = countCycle(cycle, mine)
    for (const { id, cycleId, countedHours, reasons } of mine) {
      const counted = entries.get(id)
      if (counted && !isDeepStrictEqual(counted, { countedHours, reasons }))
        changed.push({ entryId: id, cycleId, ...counted })
    }
    const { hoursCompleted, topicsCompleted } = cycle
    if (!isDeepStrictEqual(sums, { hoursCompleted, topicsCompleted })) await changeCycle(tx, cycle.id, sums)
  }
  if (changed.length === 0) return
  await tx.execute(
    sql`update ${ceuCounts} set counted_hours = v."countedHours", reasons = v.reasons
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as v("entryId" uuid, "cycleId" uuid, "countedHours" numeric, reasons jsonb)
      where ${ceuCounts.entryId} = v."entryId" and ${ceuCounts.cycleId} = v."cycleId"`,
  )
}

function listClaims(tx: Db, cycleIds: string[]) {
  const { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId } = ceuEntries
  const { cycleId, acceptedHours, countedHours, reasons } = ceuCounts
  const activity = { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId }
  return tx
    .select({ ...activity, cycleId, acceptedHours, countedHours, reasons })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(inArray(cycleId, cycleIds), liveEntry))
}

/** What every entry of the owner's counts for, in deleted cycles too, in the order in which they were named. */
export async function listEveryCount(db: Db, owner: Owner): Promise<Map<string, CountRow[]>> {
  const cyclesOf = db.select({ id: ceuCycles.id }).from(ceuCycles).where(eq(ceuCycles.ownerId, owner))
  const rows = await db
    .select()
    .from(ceuCounts)
    .where(inArray(ceuCounts.cycleId, cyclesOf))
    .orderBy(asc(ceuCounts.position), asc(ceuCounts.cycleId))
  return Map.groupBy(rows, ({ entryId }) => entryId)
}

/** Keeps what entries of an import count for, in the order of each entry; count their cycles anew after it. */
export async function keepCounts(
  tx: Db,
  owner: Owner,
  rows: Omit<typeof ceuCounts.$inferInsert, 'ownerId'>[],
): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(ceuCounts).values(batch.map((row) => ({ ...row, ownerId: owner })))
}
