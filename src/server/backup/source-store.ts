import { createHash } from 'node:crypto'
import type { DbClient, DbPool } from '#server/db/pool.ts'
import type { FileEntry } from './documents.ts'

/** The files that have a row, by id. */
export async function readEntries(client: DbClient): Promise<FileEntry[]> {
  const { rows } = await client.query<Omit<FileEntry, 'size'> & { size: string }>(
    'select id, owner_id as owner, key, size, sha256 from files order by id',
  )
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}

/** The `ids` that still have a row. */
export async function listExistingFileIds(pool: DbPool, ids: string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('select id from files where id = any($1::uuid[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Identifies an installation: a SHA-256 of its push key, which is created at the first start and never changes. `null`
 * before that, and for databases of versions without a push key.
 */
export async function readInstallation(client: DbClient): Promise<string | null> {
  const table = await client.query("select to_regclass('public.installation_keys') as name")
  if (table.rows[0]?.name === null) return null
  const { rows } = await client.query<{ value: string }>(
    "select value from installation_keys where name = 'push'",
  )
  return rows[0] ? createHash('sha256').update(`lanyard installation\n${rows[0].value}`).digest('hex') : null
}

/** Whether Lanyard's migrations were ever applied. */
export async function hasMigrations(pool: DbPool): Promise<boolean> {
  const { rows } = await pool.query("select to_regclass('drizzle.__drizzle_migrations') as name")
  return rows[0]?.name !== null
}

/** Whether any row refers to a document. */
export async function hasFiles(pool: DbPool): Promise<boolean> {
  return ((await pool.query('select from files limit 1')).rowCount ?? 0) > 0
}

/** Whether a server process of Lanyard is connected to this database. */
export async function isServerConnected(pool: DbPool): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'lanyard' limit 1`,
  )
  return rows.length > 0
}
