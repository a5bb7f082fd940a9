import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { errorCode } from '#server/kernel/error-details.ts'
import { areBuilt, buildIndexes, type Index, indexesAfter, indexOf } from './indexes.ts'
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

export type UpdateOptions = {
  /**
   * Other processes use the database meanwhile. Each migration is a transaction of its own, so that no lock is held
   * longer than its migration, and an index of a table that exists is built without locking it.
   */
  inSteps: boolean
  /** Reports the progress on a database with data. */
  tell(text: string): void
}

/**
 * Applies the missing migrations and creates changed triggers. A second process waits for each transaction and then
 * finds nothing to do. A process of an older version changes nothing.
 */
export async function updateSchema(pool: pg.Pool, files: SchemaFiles, options: UpdateOptions): Promise<void> {
  const migrations = readMigrationFiles(files)
  const client = await pool.connect()
  try {
    await untilNoDeadlock(async () => {
      for (let isDone = false; !isDone; ) {
        if (options.inSteps)
          await buildIndexes(pool, client, () => indexesOf(client, migrations), options.tell)
        isDone = await inTransaction(client, () => takeStep(client, files, migrations, options))
      }
    })
  } finally {
    client.release(true) // closing the connection releases the locks in any case
  }
}

async function inTransaction<T>(client: DbClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Does the work of Drizzle's migrator: one migration or, on an empty database, everything. Resolves to whether nothing
 * is left to do.
 */
async function takeStep(
  client: DbClient,
  { triggersFile }: SchemaFiles,
  migrations: MigrationMeta[],
  { inSteps, tell }: UpdateOptions,
): Promise<boolean> {
  const last = (await readLast(client)) ?? (await createTable(client))
  const missing = migrations.filter(({ folderMillis }) => folderMillis > last)
  const isOneStep = inSteps && last > 0
  if (isOneStep && missing.length > 0 && !(await areBuilt(client, await indexesOf(client, migrations))))
    return false
  if (last > 0 && missing.length > 0) tell(`Updating the database. Steps left: ${missing.length}.`)
  for (const migration of isOneStep ? missing.slice(0, 1) : missing)
    await applyMigration(client, migration, isOneStep)
  if (isOneStep && missing.length > 0) return false
  if (!isNewest(migrations, last) || triggersFile === undefined) return true
  return updateTriggers(client, readFileSync(triggersFile, 'utf8'))
}

async function applyMigration(
  client: DbClient,
  migration: MigrationMeta,
  isIndexLater: boolean,
): Promise<void> {
  const text = migration.sql.join('\n')
  for (const statement of migration.sql) {
    const index = isIndexLater ? indexOf(statement) : null
    if (index === null || text.includes(`CREATE TABLE "${index.table}"`)) await client.query(statement)
  }
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    migration.hash,
    migration.folderMillis,
  ])
}

/** The indexes that this database should have. Those of a database of a newer version are not known. */
async function indexesOf(client: DbClient, migrations: MigrationMeta[]): Promise<Index[]> {
  const last = (await readLast(client)) ?? 0
  if (!isNewest(migrations, last)) return []
  return indexesAfter(migrations.filter(({ folderMillis }) => folderMillis <= last).flatMap(({ sql }) => sql))
}

/** Whether no newer version has migrated this database. */
function isNewest(migrations: MigrationMeta[], last: number): boolean {
  return migrations.some(({ folderMillis }) => folderMillis >= last)
}

/** When the last migration of this database was written; `null` without the table of migrations. */
async function readLast(client: DbClient): Promise<number | null> {
  // Not `to_regclass`: within a transaction it may answer from before another process created the table.
  const table = await client.query(
    "select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'",
  )
  if (table.rowCount === 0) return null
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.last ?? 0)
}

async function createTable(client: DbClient): Promise<number> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  return 0
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
