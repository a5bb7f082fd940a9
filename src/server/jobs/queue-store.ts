import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Database, Db } from '#server/db/database.ts'

/** The schema of pg-boss. */
export const QUEUE_SCHEMA = 'queue'

/** Lets pg-boss run its statements in the caller's transaction. */
export function inTransaction(tx: Db) {
  return fromDrizzle(tx, sql)
}

/** Removes the jobs that carry one of these delivery ids, in any state. */
export async function removeJobs(tx: Db, name: string, ids: string[]): Promise<void> {
  await tx.execute(
    sql`delete from ${sql.raw(QUEUE_SCHEMA)}.job where name = ${name} and data->'ids' ?| ${sql.param(ids)}::text[]`,
  )
}

/** The number of unfinished jobs. */
export async function countWaiting(pool: Database['pool'], name: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${QUEUE_SCHEMA}.job where name = $1 and state < 'completed'`,
    [name],
  )
  return rows[0]?.count ?? 0
}
