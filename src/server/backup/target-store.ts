import type { DbClient, DbPool } from '#server/db/pool.ts'
import { ENCRYPTED_SUFFIX } from '#shared/files/storage-key.ts'

/** Whether the schemas that Lanyard uses contain no table or view. */
export async function isDatabaseEmpty(pool: DbPool): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm', 'f') limit 1`,
  )
  return rows.length === 0
}

/** Refreshes the planner's statistics of all tables. */
export async function analyze(pool: DbPool): Promise<void> {
  await pool.query('analyze')
}

/** Whether this version of the tables can hold the owners' encryption keys. */
export async function hasKeyTable(pool: DbPool): Promise<boolean> {
  const { rows } = await pool.query("select to_regclass('public.file_keys') is not null as there")
  return rows[0]?.there === true
}

/** Sets the storage key of every file row to the result of `storageKeyFor`. */
export async function renameStorageKeys(client: DbClient, isEncrypted: boolean): Promise<void> {
  const bare = `regexp_replace(key, '\\${ENCRYPTED_SUFFIX}$', '')`
  const name = isEncrypted ? `${bare} || '${ENCRYPTED_SUFFIX}'` : bare
  await client.query(`update files set key = ${name} where key <> ${name}`)
}

/** Removes files and accounts that were deleted since the backup was made. */
export async function removeDeleted(client: DbClient, fileIds: string[], accounts: string[]): Promise<void> {
  await client.query('delete from files where id = any($1::uuid[])', [fileIds])
  await client.query('delete from users where id = any($1)', [accounts])
  // After the accounts: while an account exists its records cannot be deleted. Old backups have no cascade for them.
  await client.query('delete from audit_records where user_id = any($1)', [accounts])
}

export async function listFileKeys(client: DbClient): Promise<{ id: string; key: string }[]> {
  const { rows } = await client.query<{ id: string; key: string }>('select id, key from files')
  return rows
}
