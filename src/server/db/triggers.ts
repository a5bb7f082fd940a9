import { createHash } from 'node:crypto'
import type { DbClient } from './pool.ts'

/**
 * Makes the triggers of `text`, in the caller's transaction, unless the database has them. They and their functions are in
 * a schema of their own: what is no longer in the text goes with it. Its comment says which text it was made from.
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
