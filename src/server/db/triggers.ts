import { createHash } from 'node:crypto'
import type { DbClient } from './pool.ts'

/**
 * Creates the triggers in `text`, in the caller's transaction, unless the database has them already. Triggers and their
 * functions have a schema of their own, which is replaced as a whole: a trigger that is no longer in the text
 * disappears. A comment on the schema says which text it was created from.
 *
 * Changes that were made while there were no triggers were not noted, so everything is planned again. That is a second
 * step, because the first one locks the tables: resolves to whether there is nothing left to do.
 */
export async function updateTriggers(client: DbClient, text: string): Promise<boolean> {
  const hash = createHash('sha256').update(text).digest('hex')
  const { rows } = await client.query<{ made: string | null }>(
    "select obj_description(to_regnamespace('triggers')::oid, 'pg_namespace') as made",
  )
  const made = rows[0]?.made ?? unplanned
  if (made === hash) return true
  if (made === hash + unplanned) {
    await client.query(`
      insert into reminder_changes (resource_type, resource_id)
      select resource_type, resource_id from watched where due_on is not null`)
    await client.query(`comment on schema triggers is '${hash}'`)
    return true
  }
  await client.query('drop schema if exists triggers cascade')
  await client.query('create schema triggers')
  await client.query(text)
  const isPlanned = !made.endsWith(unplanned)
  await client.query(`comment on schema triggers is '${isPlanned ? hash : hash + unplanned}'`)
  return isPlanned
}

/** At the end of the comment until everything is planned. */
const unplanned = ' unplanned'
