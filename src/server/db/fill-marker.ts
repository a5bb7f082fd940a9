import type pg from 'pg'
import { z } from 'zod'

/**
 * Stands in a database and in a store for as long as they are being filled. No server starts on them, and only the
 * same restore or move may go on.
 */
export const mark = z.object({
  /** Tells one source from another. */
  source: z.string(),
  /** The command that fills it. */
  command: z.enum(['restore', 'move']),
})
export type Mark = z.infer<typeof mark>

export const markTable = 'unfinished_restore'

type Client = pg.Pool | pg.PoolClient

export async function findMark(client: Client): Promise<Mark | null> {
  const found = await client.query(`select to_regclass('public.${markTable}') as name`)
  if (found.rows[0]?.name === null) return null
  const { rows } = await client.query(`select source, command from public.${markTable}`)
  return mark.parse(rows[0])
}

export async function putMark(client: Client, { source, command }: Mark): Promise<void> {
  const values = [source, command].map((value) => `'${value.replaceAll("'", "''")}'`)
  await client.query(
    `create table public.${markTable} as select ${values[0]} as source, ${values[1]} as command`,
  )
}

/** Hand it the transaction that makes the database whole. */
export async function removeMark(client: Client): Promise<void> {
  await client.query(`drop table public.${markTable}`)
}

/** One sentence for a server that would start on it. */
export function unfinished(what: 'database' | 'store of documents', { command }: Mark): string {
  const again = command === 'move' ? 'the move' : 'the restore, of the same backup,'
  return `This ${what} is only half filled: run ${again} again to its end, or name an empty one in the settings.`
}
