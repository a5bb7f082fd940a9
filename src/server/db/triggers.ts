import { createHash } from 'node:crypto'
import type { DbClient } from './pool.ts'

/**
 * Creates the triggers in `text`, in the caller's transaction, unless the database has them already. Triggers and their
 * functions have a schema of their own, which is replaced as a whole: a trigger that is no longer in the text
 * disappears. A comment on the schema says which text it was created from.
 */
export async function updateTriggers(client: DbClient, text: string): Promise<void> {
  const hash = createHash('sha256').update(text).digest('hex')
  const { rows } = await client.query<{ made: string | null }>(
    "select obj_description(to_regnamespace('triggers')::oid, 'pg_namespace') as made",
  )
  if (rows[0]?.made === hash) return
  await client.query('drop schema if exists triggers cascade')
  await client.query('create schema triggers')
  await client.query(text)
  await client.query(`comment on schema triggers is '${hash}'`)
}
