import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** How long the previous version's queue must have been unused. A running process stamps the queue every 15 seconds. */
const UNUSED = sql`interval '1 hour'`

/**
 * Removes the schema in which the previous version kept a second list of the deliveries to send. Nothing is lost:
 * `deliveries` sends everything that waits in `reminder_deliveries`. A schema of this name that does not belong to
 * Lanyard stays.
 */
export async function removeOldQueue(db: Db): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 where to_regclass('queue.queue') is not null and to_regclass('queue.job') is not null`,
  )
  if (rows.length > 0 && (await isOursAndUnused(db))) await db.execute(sql`drop schema queue cascade`)
}

/** Checks whichever of these columns the table has, because they differ between versions of pg-boss. */
async function isOursAndUnused(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from (
      select q->>'name' as name, (
        select max(value::timestamptz) from jsonb_each_text(q)
        where key in ('created_on', 'updated_on', 'monitor_on', 'monitor_claim_on', 'maintain_on')
      ) as used_on
      from (select to_jsonb(queue) as q from queue.queue) as queues
    ) as queues
    where name not like '\\_\\_pgboss%'
    having array_agg(name) = '{deliver}' and max(used_on) < now() - ${UNUSED}`)
  return rows.length > 0
}
