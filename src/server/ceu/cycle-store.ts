import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { listCountedRecords } from '#server/competency/store.ts'
import { listHeldCertifications, listTitles } from '#server/credentials/name-store.ts'
import { batches } from '#server/db/batches.ts'
import type { Db } from '#server/db/database.ts'
import { prepared, preparedEach } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { requiredRow } from '#server/users/restorable-store.ts'
import type { HeldCertification } from '#shared/ceu/needs.ts'
import type { Period } from '#shared/ceu/period.ts'
import type { CeRule, RuleNeed } from '#shared/ceu/rule.ts'
import { Problem } from '#shared/http/errors.ts'
import { cycleNotDeleted, entryNotDeleted, idOf, ruleOf } from './store.ts'
import { type CycleRow, ceuCounts, ceuCycles, ceuEntries } from './table.ts'

/** A row with the number of its entries and the plain sum of their hours. */
export type SummedCycle = CycleRow & { entryCount: number; hoursCompleted: number }

/** A cycle with the title of its license or certification, and the records that may meet the needs of its rule. */
export type CycleRecord = SummedCycle & {
  credentialTitle: string | null
  certifications: HeldCertification[]
  practiceLog: Awaited<ReturnType<typeof listCountedRecords>>
}

export type NewCycle = Omit<typeof ceuCycles.$inferInsert, 'ownerId' | 'id'>

/** Newest start date first, optionally only the cycles of one license or certification. */
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

export type CyclePeriod = Period & { id: string }

/** Newest start date first. */
export function listCyclePeriods(db: Db, owner: Owner): Promise<CyclePeriod[]> {
  return periodsOf(db).execute({ owner })
}

const periodsOf = prepared((db) =>
  db
    .select({ id: ceuCycles.id, cycleStart: ceuCycles.cycleStart, cycleEnd: ceuCycles.cycleEnd })
    .from(ceuCycles)
    .where(and(eq(ceuCycles.ownerId, sql.placeholder('owner')), cycleNotDeleted))
    .orderBy(desc(ceuCycles.cycleStart), desc(ceuCycles.id))
    .prepare('ceu_cycle_periods'),
)

/** The owner's cycles among `ids` by id, without deleted ones. */
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

/** Like `requireCycle`, without the records that the cycle needs. */
export const requireCycleRow = requiredRow(ceuCycles, 'ceu_cycle')

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
 * The owners of the cycles among the placeholder `ids`, without deleted ones. `offset 0` makes PostgreSQL find each
 * cycle by its key, even while the table is new and PostgreSQL assumes that it is empty.
 */
const ownersByKey = sql`unnest(${sql.placeholder('ids')}::uuid[]) wanted(id), lateral (
  select owner_id from ${ceuCycles} where id = wanted.id and deleted_at is null offset 0) owned`

/** `ownersByKey` as a column. */
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
