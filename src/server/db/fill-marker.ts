import type pg from 'pg'
import { z } from 'zod'

/**
 * Marks a database or a storage that is being filled. No server starts on it, and only the same restore or move can
 * continue.
 */
export const fillMarker = z.object({
  /** Identifies the source. */
  source: z.string(),
  /** The command that fills it. */
  command: z.enum(['restore', 'move']),
})
export type FillMarker = z.infer<typeof fillMarker>

export const markTable = 'unfinished_restore'

type Client = pg.Pool | pg.PoolClient

export async function findFillMarker(client: Client): Promise<FillMarker | null> {
  const found = await client.query(`select to_regclass('public.${markTable}') as name`)
  if (found.rows[0]?.name === null) return null
  const { rows } = await client.query(`select source, command from public.${markTable}`)
  return fillMarker.parse(rows[0])
}

export async function createFillMarker(client: Client, { source, command }: FillMarker): Promise<void> {
  const values = [source, command].map((value) => `'${value.replaceAll("'", "''")}'`)
  await client.query(
    `create table public.${markTable} as select ${values[0]} as source, ${values[1]} as command`,
  )
}

/** Call in the transaction that completes the database. */
export async function removeFillMarker(client: Client): Promise<void> {
  await client.query(`drop table public.${markTable}`)
}

/** The message for a server that is started on an unfinished database or storage. */
export function unfinished(what: 'database' | 'store of documents', { command }: FillMarker): string {
  const again = command === 'move' ? 'the move' : 'the restore, of the same backup,'
  return `This ${what} is only half filled: run ${again} again to its end, or name an empty one in the settings.`
}
