import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, exists, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { type CreditedActivity, countCycle } from '#shared/ceu/counting.ts'
import type { CeuEntry, Reason } from '#shared/ceu/entry.ts'
import { addYears } from '#shared/kernel/dates.ts'
import { updateCycleRow } from './cycle-store.ts'
import { cycleNotDeleted, type DeletedCycle, deletedWith, entryNotDeleted, ruleOf } from './store.ts'
import { type CountRow, type CycleRow, ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/** A cycle in which an entry counts; `acceptedHours` if the owner set them. */
export type CountInput = { cycleId: string; acceptedHours: number | null }

/** The counts of each entry in its cycles that are not deleted, in the order the owner chose. */
export async function listCounts(db: Db, entryIds: string[]): Promise<Map<string, CeuEntry['counts']>> {
  const { entryId, cycleId, acceptedHours, countedHours, reasons, position } = ceuCounts
  const rows = await db
    .select({ entryId, cycleId, acceptedHours, countedHours, reasons })
    .from(ceuCounts)
    .innerJoin(ceuCycles, and(eq(ceuCycles.id, cycleId), cycleNotDeleted))
    .where(inArray(entryId, entryIds))
    .orderBy(asc(position), asc(cycleId))
  const counts = new Map<string, CeuEntry['counts']>()
  for (const { entryId: id, ...each } of rows) counts.set(id, [...(counts.get(id) ?? []), each])
  return counts
}

/** The cycles in which each entry counts and that are not deleted, soonest end first. */
export async function listCyclesOf(db: Db, entryIds: string[]): Promise<Map<string, string[]>> {
  const cycles = new Map<string, string[]>()
  if (entryIds.length === 0) return cycles
  const rows = await db
    .select({ entryId: ceuCounts.entryId, cycleId: ceuCounts.cycleId })
    .from(ceuCounts)
    .innerJoin(ceuCycles, and(eq(ceuCycles.id, ceuCounts.cycleId), cycleNotDeleted))
    .where(inArray(ceuCounts.entryId, entryIds))
    .orderBy(asc(ceuCycles.cycleEnd), asc(ceuCycles.id))
  for (const { entryId, cycleId } of rows) cycles.set(entryId, [...(cycles.get(entryId) ?? []), cycleId])
  return cycles
}

/** The entries that count in this cycle, each with the other cycles in which it counts. */
export async function listEntryUses(
  db: Db,
  cycleId: string,
): Promise<{ entryId: string; mainId: string; others: string[] }[]> {
  const entries = await db
    .select({ entryId: ceuEntries.id, mainId: ceuEntries.cycleId })
    .from(ceuEntries)
    .where(and(countsIn(db, cycleId), entryNotDeleted))
  const cycles = await listCyclesOf(
    db,
    entries.map(({ entryId }) => entryId),
  )
  return entries.map((entry) => ({
    ...entry,
    others: (cycles.get(entry.entryId) ?? []).filter((id) => id !== cycleId),
  }))
}

/** A condition on `ceuEntries`: the entry is assigned to this cycle, whether or not its hours count. */
export function countsIn(db: Db, cycleId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(ceuCounts)
      .where(and(eq(ceuCounts.entryId, ceuEntries.id), eq(ceuCounts.cycleId, cycleId))),
  )
}

/** For entries that have no counts yet. */
export async function insertCounts(
  tx: Db,
  owner: Owner,
  entries: { entryId: string; counts: CountInput[] }[],
): Promise<void> {
  const rows = entries.flatMap((entry) =>
    entry.counts.map((count, position) => ({
      ...count,
      entryId: entry.entryId,
      ownerId: owner,
      position,
      reasons: [],
    })),
  )
  for (const batch of batches(rows)) await tx.insert(ceuCounts).values(batch)
}

/** Replaces the cycles in which the entry counts. Rows of deleted cycles stay, for when those are restored. */
export async function replaceCounts(
  tx: Db,
  owner: Owner,
  entryId: string,
  counts: CountInput[],
): Promise<void> {
  const before = (await listCyclesOf(tx, [entryId])).get(entryId) ?? []
  const dropped = before.filter((id) => !counts.some(({ cycleId }) => cycleId === id))
  if (dropped.length > 0)
    await tx.delete(ceuCounts).where(and(eq(ceuCounts.entryId, entryId), inArray(ceuCounts.cycleId, dropped)))
  for (const [position, { cycleId, acceptedHours }] of counts.entries()) {
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

/** Gives entries another main cycle because theirs is deleted; `was_main` remembers the old one for a restore. */
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

/** Makes a restored cycle the main one again for the entries whose main cycle it was. */
export async function restoreMain(tx: Db, cycleId: string): Promise<void> {
  const wasMainHere = and(eq(ceuCounts.cycleId, cycleId), eq(ceuCounts.wasMain, true))
  const entryIds = tx.select({ id: ceuCounts.entryId }).from(ceuCounts).where(wasMainHere)
  await tx.update(ceuEntries).set({ cycleId }).where(inArray(ceuEntries.id, entryIds))
  await tx.update(ceuCounts).set({ wasMain: false }).where(wasMainHere)
}

/** The entries that are restored with this deleted cycle. */
export function listDeletedWithCycle(
  tx: Db,
  cycle: DeletedCycle,
): Promise<{ id: string; cycleId: string }[]> {
  return tx
    .select({ id: ceuEntries.id, cycleId: ceuEntries.cycleId })
    .from(ceuEntries)
    .where(and(countsIn(tx, cycle.id), deletedWith(cycle)))
}

/**
 * Recounts these cycles, and those that look back at courses of other cycles, and writes what changed. Deleted cycles are
 * skipped; a restore recounts them.
 */
export async function recount(tx: Db, owner: Owner, cycleIds: Iterable<string>): Promise<void> {
  const named = inArray(ceuCycles.id, [...new Set(cycleIds)])
  const cycles = await tx
    .select()
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, owner), or(named, looksBack), cycleNotDeleted))
  if (cycles.length === 0) return
  const ids = cycles.map(({ id }) => id)
  const activities = Map.groupBy(await listCreditedActivities(tx, ids), ({ cycleId }) => cycleId)
  const earlier = await listEarlierActivities(tx, owner, cycles)
  const changed: { entryId: string; cycleId: string; countedHours: number; reasons: Reason[] }[] = []
  for (const cycle of cycles) {
    const credited = activities.get(cycle.id) ?? []
    const inCycle = new Set(credited.map(({ id }) => id))
    const { entries, ...sums } = countCycle(
      { ...cycle, rule: ruleOf(cycle) },
      credited,
      earlier.filter(({ id }) => !inCycle.has(id)),
    )
    for (const { id, cycleId, countedHours, reasons } of credited) {
      const counted = entries.get(id)
      if (counted && !isDeepStrictEqual(counted, { countedHours, reasons }))
        changed.push({ entryId: id, cycleId, ...counted })
    }
    const { hoursCounted, topicsCompleted } = cycle
    if (!isDeepStrictEqual(sums, { hoursCounted, topicsCompleted })) await updateCycleRow(tx, cycle.id, sums)
  }
  if (changed.length === 0) return
  await tx.execute(
    sql`update ${ceuCounts} set counted_hours = v."countedHours", reasons = v.reasons
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as v("entryId" uuid, "cycleId" uuid, "countedHours" numeric, reasons jsonb)
      where ${ceuCounts.entryId} = v."entryId" and ${ceuCounts.cycleId} = v."cycleId"`,
  )
}

/** A condition on a cycle: one of its topics asks for a course of the last years. */
const looksBack = sql`jsonb_path_exists(${ceuCycles.topics}, '$[*] ? (@.withinYears > 0)')`

/** The owner's activities of the years at which these cycles look back, whatever cycle they are in. */
async function listEarlierActivities(
  tx: Db,
  owner: Owner,
  cycles: readonly CycleRow[],
): Promise<CreditedActivity[]> {
  const since = cycles
    .flatMap(({ topics, cycleEnd }) =>
      topics.map(({ withinYears }) => (withinYears ? addYears(cycleEnd, -withinYears) : cycleEnd)),
    )
    .toSorted()[0]
  if (since === undefined || !cycles.some(({ topics }) => topics.some((topic) => topic.withinYears)))
    return []
  const rows = await tx
    .select(activity)
    .from(ceuEntries)
    .where(and(eq(ceuEntries.ownerId, owner), entryNotDeleted, gte(ceuEntries.completedAt, since)))
  return rows.map((row) => ({ ...row, acceptedHours: null }))
}

const { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId } = ceuEntries
const activity = { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId }

function listCreditedActivities(tx: Db, cycleIds: string[]) {
  const { cycleId, acceptedHours, countedHours, reasons } = ceuCounts
  return tx
    .select({ ...activity, cycleId, acceptedHours, countedHours, reasons })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(inArray(cycleId, cycleIds), entryNotDeleted))
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

/** Inserts the counts of imported entries, in the order of each entry. Call `recount` for their cycles afterwards. */
export async function insertCountRows(
  tx: Db,
  owner: Owner,
  rows: Omit<typeof ceuCounts.$inferInsert, 'ownerId'>[],
): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(ceuCounts).values(batch.map((row) => ({ ...row, ownerId: owner })))
}
