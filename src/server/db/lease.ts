import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/** A table whose rows are worked on by one process at a time. Outside this file `lease` may only be released. */
export type LeasedTable<T extends PgTable> = {
  table: T
  id: PgColumn
  lease: PgColumn
  idOf(row: T['$inferSelect']): string
  /** The assignment of an instant to the lease column. */
  setLease(until: Date): PgUpdateSetSource<T>
}

/** Holds a row until `until`, which also identifies the claim: a later claim of the same row writes another instant. */
export type Lease = { id: string; until: Date }

/**
 * Not null, because the previous version compares the column with its clock. Not the current time, because an older
 * claim could have the same instant.
 */
export const RELEASED = new Date(0)
/**
 * If a lease ends later than any lease we would write now, by at least this margin, it was taken before the clock was
 * set back.
 */
const SKEW_MS = 5 * 60_000

/** The row was never claimed, was released, or is held by a process that stopped. */
function isFree(lease: PgColumn, now: Date, leaseMs: number): SQL {
  const tooFar = new Date(now.getTime() + leaseMs + SKEW_MS)
  return sql`(${isNull(lease)} or ${lte(lease, now)} or ${gt(lease, tooFar)})`
}

type ClaimOptions<T extends PgTable> = {
  now: Date
  leaseMs: number
  where: SQL | undefined
  orderBy: (SQL | PgColumn)[]
  limit: number
  /** Written in the same statement, for example `attempts + 1`. */
  set: PgUpdateSetSource<T>
}

/** Claims free rows in one statement, so that concurrent callers get different rows. */
export async function claimRows<T extends PgTable>(
  db: Db,
  { table, id, lease, idOf, setLease }: LeasedTable<T>,
  { now, leaseMs, where, orderBy, limit, set }: ClaimOptions<T>,
): Promise<{ row: T['$inferSelect']; lease: Lease }[]> {
  const until = new Date(now.getTime() + leaseMs)
  const source: PgTable = table
  // PostgreSQL evaluates a common table expression with a lock once. It may run a plain subquery for each row.
  const due = db.$with('due').as(
    db
      .select({ id })
      .from(source)
      .where(and(isFree(lease, now, leaseMs), where))
      .orderBy(...orderBy)
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  const rows = await db
    .with(due)
    .update(table)
    .set({ ...set, ...setLease(until) })
    .where(inArray(id, db.select({ id: due.id }).from(due)))
    .returning()
  // Drizzle cannot infer the row of a generic table.
  return (rows as T['$inferSelect'][]).map((row) => ({ row, lease: { id: idOf(row), until } }))
}

/**
 * Writes `set` and releases the lease. Returns `false` and writes nothing if another process has claimed the row since.
 */
export function finishLease<T extends PgTable>(
  db: Db,
  leased: LeasedTable<T>,
  lease: Lease,
  set: PgUpdateSetSource<T>,
): Promise<boolean> {
  return updateHeld(db, leased, lease, { ...set, ...leased.setLease(RELEASED) })
}

/** Extends the lease; `null` if another process has claimed the row since. */
export async function prolongLease<T extends PgTable>(
  db: Db,
  leased: LeasedTable<T>,
  lease: Lease,
  until: Date,
): Promise<Lease | null> {
  return (await updateHeld(db, leased, lease, leased.setLease(until))) ? { ...lease, until } : null
}

async function updateHeld<T extends PgTable>(
  db: Db,
  { table, id, lease: column }: LeasedTable<T>,
  lease: Lease,
  set: PgUpdateSetSource<T>,
): Promise<boolean> {
  const updated = await db
    .update(table)
    .set(set)
    .where(and(eq(id, lease.id), eq(column, lease.until)))
    .returning({ id })
  return updated.length > 0
}

const MINUTE_MS = 60_000
const RETRY_DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS)

/** When to try again after this many attempts; `null` after the last one. */
export function retryAt(attempts: number, now: Date): Date | null {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}
