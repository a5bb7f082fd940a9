import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, not, sql } from 'drizzle-orm'
import { listCountedRecords } from '#server/competency/store.ts'
import { listHeldCertifications, listTitles } from '#server/credentials/name-store.ts'
import { batches } from '#server/db/batches.ts'
import { type DeletedPage, isOlder } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { prepared, preparedEach } from '#server/db/prepared-query.ts'
import { removeFilesOf } from '#server/files/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { HeldCertification } from '#shared/ceu/needs.ts'
import type { CeRule, RuleNeed } from '#shared/ceu/rule.ts'
import { Problem } from '#shared/http/errors.ts'
import { restorableSince } from '#shared/kernel/dates.ts'
import { uuid } from '#shared/kernel/fields.ts'
import {
  cycleNotDeleted,
  deletedWith,
  entryNotDeleted,
  idOf,
  type PurgeableRow,
  requireOwned,
  ruleOf,
} from './store.ts'
import { type CycleRow, ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/** A row with the number of its entries and the plain sum of their hours. */
export type SummedCycle = CycleRow & { entryCount: number; hoursCompleted: number }

/** With the title of its license or certification, and with the records that may meet the needs of its rule. */
export type CycleRecord = SummedCycle & {
  credentialTitle: string | null
  certifications: HeldCertification[]
  practiceLog: Awaited<ReturnType<typeof listCountedRecords>>
}

export type NewCycle = Omit<typeof ceuCycles.$inferInsert, 'ownerId' | 'id'>

/** Newest start date first; of one license or certification only, when named. */
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
  return toCycleRecords(db, owner, await query.execute({ owner, licenseId, certificationId }))
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
        cycleNotDeleted,
        variant.startsWith('_license') ? eq(licenseId, at('licenseId')) : undefined,
        variant.endsWith('_certification') ? eq(certificationId, at('certificationId')) : undefined,
      ),
    )
    .orderBy(desc(cycleStart), desc(id))
    .prepare(`ceu_cycles${variant}`)
})

/** Those of `ids` that are the owner's cycles and not deleted, by id. */
export async function listCyclesById(db: Db, owner: Owner, ids: string[]): Promise<Map<string, CycleRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, owner), cycleNotDeleted, inArray(ceuCycles.id, ids)))
  return new Map((await toCycleRecords(db, owner, rows)).map((record) => [record.id, record]))
}

/** Rejects with `ceu_cycle_not_found` or `ceu_cycle_not_owned`. */
export async function requireCycle(db: Db, owner: Owner, id: string): Promise<CycleRecord> {
  const [record] = await toCycleRecords(db, owner, [await requireCycleRow(db, owner, id)])
  if (!record) throw new Problem('ceu_cycle_not_found')
  return record
}

/** A deleted cycle counts as missing, unless it was deleted at `deletedSince` or later. */
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

/** Rejects with `ceu_cycle_not_found` or `ceu_cycle_not_owned` unless all are the owner's and none is deleted. */
export async function requireCycles(db: Db, owner: Owner, ids: string[]): Promise<void> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return
  const found = await ownersOf(db).execute({ ids: unique })
  requireOwnCycles(
    owner,
    unique,
    found.map(({ ownerId }) => ownerId),
  )
}

/** The error of `requireCycles`, from the owners of the cycles that exist among `ids`. */
export function requireOwnCycles(owner: Owner, ids: string[], cycleOwners: string[]): void {
  if (cycleOwners.length < ids.length) throw new Problem('ceu_cycle_not_found')
  if (cycleOwners.some((each) => each !== owner)) throw new Problem('ceu_cycle_not_owned')
}

/**
 * The owners of those of the placeholder `ids` that are cycles and not deleted. `offset 0` makes PostgreSQL find each cycle
 * by its key, even while the table is new and PostgreSQL takes it for empty.
 */
const ownersByKey = sql`unnest(${sql.placeholder('ids')}::uuid[]) wanted(id), lateral (
  select owner_id from ${ceuCycles} where id = wanted.id and deleted_at is null offset 0) owned`

/** As a column. */
export const ownersOfCycles = sql<string[]>`array(select owned.owner_id from ${ownersByKey})`

const ownersOf = prepared((db) =>
  db.select({ ownerId: sql<string>`owned.owner_id` }).from(ownersByKey).prepare('ceu_cycle_owners'),
)

async function toCycleRecords(db: Db, owner: Owner, rows: CycleRow[]): Promise<CycleRecord[]> {
  if (rows.length === 0) return []
  const credentialOf = (row: CycleRow) => row.licenseId ?? row.certificationId
  const ids = rows.map(credentialOf).filter((id) => id !== null)
  const rules = rows.map(ruleOf)
  const [titles, summed, certifications, practiceLog] = await Promise.all([
    listTitles(db, owner, ids),
    withEntrySums(db, rows),
    rules.some(needsCertification) ? listHeldCertifications(db, owner) : [],
    rules.some(needsPractice) ? listCountedRecords(db, owner) : [],
  ])
  return summed.map((row, at) => ({
    ...row,
    rule: rules[at] ?? null,
    credentialTitle: titles.get(credentialOf(row) ?? '') ?? null,
    ...{ certifications, practiceLog },
  }))
}

const needing = (isOne: (kind: RuleNeed['kind']) => boolean) => (rule: CeRule | null) =>
  rule?.ways.some(({ needs }) => needs.some(({ kind }) => isOne(kind))) ?? false
/** Whether a rule asks for certifications, or for something in the practice log. */
const needsCertification = needing((kind) => kind === 'certification')
const needsPractice = needing((kind) => !['ce', 'certification', 'other'].includes(kind))

async function withEntrySums(db: Db, rows: CycleRow[]): Promise<SummedCycle[]> {
  const sums = await entrySumsOf(db).execute({ ids: rows.map(idOf) })
  const sumOf = new Map(sums.map(({ cycleId, ...sum }) => [cycleId, sum]))
  return rows.map((row) => ({ ...row, ...(sumOf.get(row.id) ?? { entryCount: 0, hoursCompleted: 0 }) }))
}

const entrySumsOf = prepared((db) =>
  db
    .select({
      cycleId: ceuCounts.cycleId,
      entryCount: count(),
      hoursCompleted: sql<number>`sum(${ceuEntries.hours})`.mapWith(ceuEntries.hours),
    })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .where(and(sql`${ceuCounts.cycleId} = any(${sql.placeholder('ids')}::uuid[])`, entryNotDeleted))
    .groupBy(ceuCounts.cycleId)
    .prepare('ceu_entry_sums'),
)

/** Rejects with `too_many_cycles` if one more would exceed `limit`. */
export async function requireRoomForCycle(tx: Db, owner: Owner, limit: number): Promise<void> {
  const current = await tx.$count(ceuCycles, and(eq(ceuCycles.ownerId, owner), cycleNotDeleted))
  if (current >= limit) throw new Problem('too_many_cycles')
}

export async function insertCycle(tx: Db, owner: Owner, values: NewCycle): Promise<string> {
  const [row] = await tx
    .insert(ceuCycles)
    .values({ ...values, ownerId: owner })
    .returning({ id: ceuCycles.id })
  if (!row) throw new Error('The cycle was not inserted')
  return row.id
}

export async function updateCycleRow(tx: Db, id: string, values: Partial<NewCycle>): Promise<void> {
  await tx.update(ceuCycles).set(values).where(eq(ceuCycles.id, id))
}

/** Up to `limit` cycles of any owner that can no longer be restored. */
export function listUnrestorableCycles(db: Db, now: Date, limit: number): Promise<PurgeableRow[]> {
  const { id, ownerId, deletedAt } = ceuCycles
  return db
    .select({ id, ownerId })
    .from(ceuCycles)
    .where(lt(deletedAt, restorableSince(now)))
    .limit(limit)
}

/** A deleted cycle, and how many entries were deleted with it and are restored with it. */
export type DeletedCycle = CycleRecord & { deletedEntryCount: number }

/** Up to `limit` restorable cycles, newest deletion first, after `after`. */
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
  const entriesDeletedWith = await db
    .select({ cycleId: ceuCounts.cycleId, entries: count() })
    .from(ceuCounts)
    .innerJoin(ceuEntries, eq(ceuEntries.id, ceuCounts.entryId))
    .innerJoin(ceuCycles, eq(ceuCycles.id, ceuCounts.cycleId))
    .where(and(inArray(ceuCounts.cycleId, rows.map(idOf)), deletedWith(ceuCycles)))
    .groupBy(ceuCounts.cycleId)
  const counts = new Map(entriesDeletedWith.map(({ cycleId, entries }) => [cycleId, entries]))
  const records = await toCycleRecords(db, owner, rows)
  return records.map((record) => ({ ...record, deletedEntryCount: counts.get(record.id) ?? 0 }))
}

/** How many deleted cycles can be restored. */
export function countDeletedCycles(db: Db, owner: Owner, since: Date): Promise<number> {
  return db.$count(ceuCycles, and(eq(ceuCycles.ownerId, owner), gte(ceuCycles.deletedAt, since)))
}

/** Rejects as `requireCycle`, and with `ceu_cycle_not_found` for a cycle that is not deleted. */
export async function requireDeletedCycle(db: Db, owner: Owner, id: string, since: Date): Promise<CycleRow> {
  const row = await requireCycleRow(db, owner, id, since)
  if (row.deletedAt === null) throw new Problem('ceu_cycle_not_found')
  return row
}

/** Permanently removes the owner's deleted cycles and entries. Pass the keys to `removeBytes` after the commit. */
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
 * Permanently removes a deleted cycle, the entries that were deleted with it and their file rows; with `before`, only if
 * the cycle was deleted before that. Pass the resulting keys to `removeBytes` after the commit.
 */
export async function purgeCycle(tx: Db, owner: Owner, id: string, before?: Date): Promise<string[]> {
  await lockOwnerRow(tx, owner)
  const { deletedAt } = ceuCycles
  const purgeable = and(eq(ceuCycles.id, id), before ? lt(deletedAt, before) : isNotNull(deletedAt))
  if ((await tx.$count(ceuCycles, purgeable)) === 0) return []
  // They were deleted with it and also count in a cycle that is not deleted, so no restore would return them.
  const inOtherDeleted = sql`exists (select 1 from ${ceuCounts} c join ${ceuCycles} y on y.id = c.cycle_id
    where c.entry_id = ${ceuEntries.id} and y.id <> ${id} and y.deleted_at is not null)`
  const gone = await tx
    .select({ id: ceuEntries.id })
    .from(ceuEntries)
    .where(and(eq(ceuEntries.deletedWithCycleId, id), not(inOtherDeleted)))
  await tx.execute(sql`update ${ceuEntries} set cycle_id = o.cycle_id
    from (select distinct on (entry_id) entry_id, cycle_id from ${ceuCounts} where cycle_id <> ${id}
      order by entry_id, position, cycle_id) o
    where o.entry_id = ${ceuEntries.id} and ${ceuEntries.cycleId} = ${id}`)
  const remaining = await tx.select({ id: ceuEntries.id }).from(ceuEntries).where(eq(ceuEntries.cycleId, id))
  const goneIds = gone.map(idOf)
  const keys = await removeFilesOf(tx, owner, ...new Set([...goneIds, ...remaining.map(idOf)]))
  await tx.delete(ceuEntries).where(inArray(ceuEntries.id, goneIds))
  await tx.delete(ceuCycles).where(purgeable)
  return keys
}

/** Every cycle of the owner, deleted ones included, oldest first. */
export async function listEveryCycle(db: Db, owner: Owner): Promise<SummedCycle[]> {
  const rows = await db
    .select()
    .from(ceuCycles)
    .where(eq(ceuCycles.ownerId, owner))
    .orderBy(asc(ceuCycles.createdAt), asc(ceuCycles.id))
  return (await withEntrySums(db, rows)).map((row) => ({ ...row, rule: ruleOf(row) }))
}

/** Inserts imported cycles as they were. Call `recount` after their entries are inserted. */
export async function insertCycleRows(
  tx: Db,
  owner: Owner,
  rows: (NewCycle & { id: string })[],
): Promise<void> {
  for (const batch of batches(rows))
    await tx.insert(ceuCycles).values(batch.map((row) => ({ ...row, ownerId: owner })))
}
