import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { errorCode } from '#server/kernel/error-details.ts'
import type { DbClient } from './pool.ts'
import { updateTriggers } from './triggers.ts'

/** Without `triggersFile`, the triggers stay unchanged. */
export type SchemaFiles = { migrationsFolder: string; triggersFile?: string }

export const projectMigrations = fileURLToPath(new URL('../../../drizzle', import.meta.url))
export const projectTriggers = fileURLToPath(new URL('./triggers.sql', import.meta.url))
export const projectSchema: SchemaFiles = {
  migrationsFolder: projectMigrations,
  triggersFile: projectTriggers,
}

// An arbitrary number that must be the same in every version of Lanyard.
const migrationLock = 5_261_926

/**
 * Applies the missing migrations and creates changed triggers, all in one transaction that holds the lock. A second
 * process waits for the lock and then finds nothing to do. A process of an older version changes nothing.
 */
export async function updateSchema(pool: pg.Pool, files: SchemaFiles): Promise<void> {
  const client = await pool.connect()
  try {
    await untilNoDeadlock(async () => {
      await client.query('begin')
      try {
        await client.query('set local statement_timeout = 0')
        await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
        const isNewest = await applyMigrations(client, files.migrationsFolder)
        if (isNewest && files.triggersFile)
          await updateTriggers(client, readFileSync(files.triggersFile, 'utf8'))
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    })
  } finally {
    client.release(true) // closing the connection releases the lock in any case
  }
}

/**
 * Does the work of Drizzle's migrator, which would commit before the triggers are created. Returns `false` if a newer
 * version has already migrated this database.
 */
async function applyMigrations(client: DbClient, migrationsFolder: string): Promise<boolean> {
  const table = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name")
  if (table.rows[0]?.name === null) {
    await client.query('create schema if not exists drizzle')
    await client.query(
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
  }
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last ?? 0)
  const migrations = readMigrationFiles({ migrationsFolder })
  for (const { folderMillis, hash, sql } of migrations) {
    if (folderMillis <= last) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
  return migrations.some(({ folderMillis }) => folderMillis >= last)
}

const MAX_DEADLOCKS = 20

/**
 * The previous version keeps writing during a migration. Its locks and the locks of a migration may wait for each
 * other. PostgreSQL then cancels one of the two transactions. A canceled migration has changed nothing, and the other
 * transaction has continued.
 */
async function untilNoDeadlock(work: () => Promise<void>): Promise<void> {
  for (let deadlocks = 0; ; deadlocks += 1) {
    try {
      return await work()
    } catch (error) {
      if (deadlocks === MAX_DEADLOCKS || !isDeadlock(error)) throw error
    }
  }
}

const isDeadlock = (error: unknown): boolean => errorCode(error) === '40P01'
