import { isDeepStrictEqual } from 'node:util'
import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/core/auth-table.ts'
import { readCursor, writeCursor } from '#server/core/cursor.ts'
import type { Db } from '#server/core/database.ts'
import type { Owner } from '#server/core/owner.ts'
import { listTitles, RESTORABLE_DAYS } from '#server/credentials/store.ts'
import { listFileIds, removeFilesOf } from '#server/files/store.ts'
import { countCycle } from '#shared/ceu/counting.ts'
import type { CeuEntry, CeuEntryQuery, EntrySuggestions, Reason } from '#shared/ceu/entry.ts'
import { Problem } from '#shared/core/errors.ts'
import { calendarDate, uuid } from '#shared/core/fields.ts'
import { mainFirst } from '#shared/credentials/attachments.ts'
import { type CycleRow, ceuCounts, ceuCycles, ceuEntries, type EntryRow } from './table.ts'

export type { CycleRow, EntryRow } from './table.ts'

/** A row with what its entries and its license or certification say of it. */
export type CycleRecord = CycleRow & { credentialTitle: string | null; entryCount: number }
/** A row with all its files, the main one first, and what it counts for in each cycle, the main one first. */
export type EntryRecord = EntryRow & Pick<CeuEntry, 'fileIds' | 'counts'>
export type NewCycle = Omit<typeof ceuCycles.$inferInsert, 'ownerId' | 'id'>
export type NewEntry = Omit<typeof ceuEntries.$inferInsert, 'ownerId'> & { id: string }
export type Claim = { cycleId: string; acceptedHours: number | null }

const liveCycle = isNull(ceuCycles.deletedAt)
const liveEntry = isNull(ceuEntries.deletedAt)

/** Rows that one statement carries: it has at most 65,535 parameters. */
const BATCH = 2000

/**
 * Every change wants a transaction of its caller's that first comes here: whatever happens to one owner's cycles at once
 * happens one after the other, so that each recount starts from what the last one left. Not `for update`: an
 * idempotency key's insert already shares the owner's key, and two of them would deadlock.
 */
export async function lockVault(tx: Db, owner: Owner): Promise<void> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('no key update')
  if (found.length === 0) throw new Problem('not_authenticated')
}

/** Reads in one moment: an entry and what it counts for are read one after the other, and may change in between. */
export function readAtOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/** Newest start first; of one license or certification only, when named. */
export async function listCycles(
  db: Db,
  owner: Owner,
  {
    licenseId,
    certificationId,
  }: { licenseId?: string | undefined; certificationId?: string | undefined } = {},
): Promise<CycleRecord[]> {
  const rows = await db
    .select()
    .from(ceuCycles)
    .where(
      and(
        eq(ceuCycles.ownerId, owner),
        liveCycle,
        licenseId === undefined ? undefined : eq(ceuCycles.licenseId, licenseId),
        certificationId === undefined ? undefined : eq(ceuCycles.certificationId, certificationId),
      ),
    )
    .orderBy(desc(ceuCycles.cycleStart), desc(ceuCycles.id))
  return describeCycles(db, owner, rows)
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
  const counted = await db
    .select({ cycleId: ceuCounts.cycleId, entries: count() })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(inArray(ceuCounts.cycleId, rows.map(idOf)), liveEntry))
    .groupBy(ceuCounts.cycleId)
  const entryCounts = new Map(counted.map(({ cycleId, entries }) => [cycleId, entries]))
  return rows.map((row) => ({
    ...row,
    credentialTitle: titles.get(credentialOf(row) ?? '') ?? null,
    entryCount: entryCounts.get(row.id) ?? 0,
  }))
}

/** Newest first, one page. */
export async function listEntries(
  db: Db,
  owner: Owner,
  { limit, cursor }: CeuEntryQuery,
): Promise<{ items: EntryRecord[]; nextCursor: string | null }> {
  const rows = await db
    .select()
    .from(ceuEntries)
    .where(
      and(
        eq(ceuEntries.ownerId, owner),
        liveEntry,
        cursor === undefined ? undefined : isOlder(owner, cursor),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: await describeEntries(db, rows.slice(0, limit)),
    nextCursor: last ? writeCursor(['entries', owner], { value: last.completedAt, id: last.id }) : null,
  }
}

const newestFirst = [desc(ceuEntries.completedAt), desc(ceuEntries.id)]

function isOlder(owner: Owner, cursor: string): SQL {
  const { value, id } = readCursor(['entries', owner], cursor, calendarDate)
  return sql`(${ceuEntries.completedAt}, ${ceuEntries.id}) < (${value}::date, ${id}::uuid)`
}

/** Every entry that counts, or is to count, in this cycle: newest first. Rejects as `requireCycle`. */
export async function listEntriesOfCycle(db: Db, owner: Owner, cycleId: string): Promise<EntryRecord[]> {
  const { id } = await requireCycleRow(db, owner, cycleId)
  const rows = await db
    .select()
    .from(ceuEntries)
    .where(and(countsIn(db, id), liveEntry))
    .orderBy(...newestFirst)
  return describeEntries(db, rows)
}

function countsIn(db: Db, cycleId: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(ceuCounts)
      .where(and(eq(ceuCounts.entryId, ceuEntries.id), eq(ceuCounts.cycleId, cycleId))),
  )
}

/** Rejects with `ceu_entry_not_found` or `ceu_entry_not_owned`. */
export async function requireEntry(db: Db, owner: Owner, id: string): Promise<EntryRecord> {
  const [record] = await describeEntries(db, [await requireEntryRow(db, owner, id)])
  if (!record) throw new Problem('ceu_entry_not_found')
  return record
}

/** A deleted one is missing, unless it was deleted at `deletedSince` or later. */
export async function requireEntryRow(
  db: Db,
  owner: Owner,
  id: string,
  deletedSince?: Date,
): Promise<EntryRow> {
  const known = uuid.safeParse(id)
  const [row] = known.success ? await db.select().from(ceuEntries).where(eq(ceuEntries.id, known.data)) : []
  return requireOwned(row, owner, 'ceu_entry', deletedSince)
}

/** What may be the same activity: same day, same hours, and a title that differs in case at most. */
export async function listSimilar(
  db: Db,
  owner: Owner,
  { title, completedAt, hours }: Pick<CeuEntry, 'title' | 'completedAt' | 'hours'>,
): Promise<EntryRecord[]> {
  const rows = await db
    .select()
    .from(ceuEntries)
    .where(
      and(
        eq(ceuEntries.ownerId, owner),
        liveEntry,
        eq(ceuEntries.completedAt, completedAt),
        eq(ceuEntries.hours, hours),
      ),
    )
    .orderBy(...newestFirst)
  const wanted = title.trim().toLowerCase()
  return describeEntries(
    db,
    rows.filter((row) => row.title.trim().toLowerCase() === wanted),
  )
}

/** The last 8 providers, as they were entered last, and the last 20 topics. */
export async function listSuggestions(db: Db, owner: Owner): Promise<EntrySuggestions> {
  const mine = and(eq(ceuEntries.ownerId, owner), liveEntry)
  const { provider, approvedBy, providerNumber, createdAt, topicTags } = ceuEntries
  const latest = db
    .selectDistinctOn([sql`lower(${provider})`], { provider, approvedBy, providerNumber, createdAt })
    .from(ceuEntries)
    .where(mine)
    .orderBy(sql`lower(${provider})`, desc(createdAt), desc(ceuEntries.id))
    .as('latest')
  const providers = await db
    .select({
      provider: latest.provider,
      approvedBy: latest.approvedBy,
      providerNumber: latest.providerNumber,
    })
    .from(latest)
    .orderBy(desc(latest.createdAt), asc(latest.provider))
    .limit(8)
  const topics = await db
    .select({ topic: sql<string>`unnest(${topicTags})`, last: sql`max(${createdAt})` })
    .from(ceuEntries)
    .where(mine)
    .groupBy(sql`1`)
    .orderBy(sql`2 desc`, sql`1`)
    .limit(20)
  return { providers, topics: topics.map(({ topic }) => topic) }
}

async function describeEntries(db: Db, rows: EntryRow[]): Promise<EntryRecord[]> {
  if (rows.length === 0) return []
  const ids = rows.map(idOf)
  const fileIds = await listFileIds(db, ids)
  const counts = await listCounts(db, ids)
  return rows.map((row) => {
    const all = counts.get(row.id) ?? []
    const main = all.filter(({ cycleId }) => cycleId === row.cycleId)
    const others = all.filter(({ cycleId }) => cycleId !== row.cycleId)
    return {
      ...row,
      fileIds: mainFirst(row.fileId, fileIds.get(row.id) ?? []),
      counts: [...main, ...others].map((each) => ({
        ...each,
        reasons: withCertificate(each.reasons, row.fileId),
      })),
    }
  })
}

/** A file can be deleted by itself, and nothing is recounted then: hours do not depend on it, only this remark does. */
function withCertificate(reasons: Reason[], fileId: string | null): Reason[] {
  const others = reasons.filter(({ code }) => code !== 'no_certificate')
  return fileId === null ? [...others, { code: 'no_certificate', hours: 0 }] : others
}

async function listCounts(db: Db, entryIds: string[]): Promise<Map<string, CeuEntry['counts']>> {
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

/** Rejects with `too_many_cycles` when one more would be past `limit`. */
export async function requireRoomForCycle(tx: Db, owner: Owner, limit: number): Promise<void> {
  const kept = await tx.$count(ceuCycles, and(eq(ceuCycles.ownerId, owner), liveCycle))
  if (kept >= limit) throw new Problem('too_many_cycles')
}

/** Rejects with `too_many_entries` when so many more would be past `limit`. */
export async function requireRoomForEntries(
  tx: Db,
  owner: Owner,
  more: number,
  limit: number,
): Promise<void> {
  const kept = await tx.$count(ceuEntries, and(eq(ceuEntries.ownerId, owner), liveEntry))
  if (kept + more > limit) throw new Problem('too_many_entries')
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

export async function insertEntries(tx: Db, owner: Owner, entries: NewEntry[]): Promise<void> {
  for (const batch of batches(entries))
    await tx.insert(ceuEntries).values(batch.map((values) => ({ ...values, ownerId: owner })))
}

export async function changeEntries(tx: Db, ids: string[], values: Partial<NewEntry>): Promise<void> {
  if (ids.length > 0) await tx.update(ceuEntries).set(values).where(inArray(ceuEntries.id, ids))
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

/** An owner's entries of one import, the deleted ones too; another's import rejects as another's entry does. */
export async function listImported(
  db: Db,
  owner: Owner,
  importId: string,
): Promise<Pick<EntryRow, 'id' | 'deletedAt'>[]> {
  const known = uuid.safeParse(importId)
  const { id, ownerId, deletedAt } = ceuEntries
  const rows = known.success
    ? await db.select({ id, ownerId, deletedAt }).from(ceuEntries).where(eq(ceuEntries.importId, known.data))
    : []
  if (rows.length === 0) throw new Problem('ceu_entry_not_found')
  if (rows.some((row) => row.ownerId !== owner)) throw new Problem('ceu_entry_not_owned')
  return rows
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

type Gone = { id: string; ownerId: string }

/** Up to `limit` entries that nobody can restore any more, whoever's they are. */
export function listUnrestorableEntries(db: Db, now: Date, limit: number): Promise<Gone[]> {
  const { id, ownerId, deletedAt } = ceuEntries
  return db
    .select({ id, ownerId })
    .from(ceuEntries)
    .where(lt(deletedAt, restorableSince(now)))
    .limit(limit)
}

/** Up to `limit` cycles likewise. */
export function listUnrestorableCycles(db: Db, now: Date, limit: number): Promise<Gone[]> {
  const { id, ownerId, deletedAt } = ceuCycles
  return db
    .select({ id, ownerId })
    .from(ceuCycles)
    .where(lt(deletedAt, restorableSince(now)))
    .limit(limit)
}

/** Removes the row itself, and its files' rows; hand the keys to `removeBytes` once it is committed. */
export async function purgeEntry(tx: Db, owner: Owner, id: string, now: Date): Promise<string[]> {
  await lockVault(tx, owner)
  const gone = and(eq(ceuEntries.id, id), lt(ceuEntries.deletedAt, restorableSince(now)))
  if ((await tx.$count(ceuEntries, gone)) === 0) return []
  const keys = await removeFilesOf(tx, owner, id)
  await tx.delete(ceuEntries).where(gone)
  return keys
}

/** Likewise, with the entries that are left of it. */
export async function purgeCycle(tx: Db, owner: Owner, id: string, now: Date): Promise<string[]> {
  await lockVault(tx, owner)
  const gone = and(eq(ceuCycles.id, id), lt(ceuCycles.deletedAt, restorableSince(now)))
  if ((await tx.$count(ceuCycles, gone)) === 0) return []
  const left = await tx.select({ id: ceuEntries.id }).from(ceuEntries).where(eq(ceuEntries.cycleId, id))
  const keys: string[] = []
  for (const entry of left) keys.push(...(await removeFilesOf(tx, owner, entry.id)))
  await tx.delete(ceuCycles).where(gone)
  return keys
}

/** From when on what was deleted can still be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000)
}

/** "Another's: 403, missing: 404." */
function requireOwned<R extends { ownerId: string; deletedAt: Date | null }>(
  row: R | undefined,
  owner: Owner,
  what: 'ceu_cycle' | 'ceu_entry',
  deletedSince?: Date,
): R {
  const isGone = row?.deletedAt && !(deletedSince && row.deletedAt >= deletedSince)
  if (!row || isGone) throw new Problem(`${what}_not_found`)
  if (row.ownerId !== owner) throw new Problem(`${what}_not_owned`)
  return row
}

const idOf = ({ id }: { id: string }) => id

function batches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  )
}
