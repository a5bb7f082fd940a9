import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, type Db, openDatabase } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/pglite/database.ts'
import { connectPool, createPool, usualLimits } from '#server/db/pool.ts'
import { memoryFolder } from './memory-folder.ts'

/** How a project's test files get their database: from a migrated template of either kind. */
export type TestDatabaseSource =
  | { kind: 'embedded'; folder: string }
  | { kind: 'postgres'; url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabaseSource
  }
}

export type TestDatabase = Database & {
  /** Empties these tables, by default all except the migration history. */
  clear(...only: string[]): Promise<void>
  /** Set for a database on a server. */
  url?: string
}

/** An empty, migrated database for this test file, of the kind that the project tests. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const source = inject('database')
  const database = source.kind === 'embedded' ? await openCopy(source.folder) : await openClone(source)
  return { ...database, clear: (...only) => clear(database.pool, only) }
}

/** A database without tables, on the server at `url`. */
export async function createEmptyDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `lanyard_empty_${randomBytes(6).toString('hex')}`
  await createFrom(url, 'template1', name)
  return { url: withName(url, name), drop: () => dropDatabase(url, name) }
}

/** Runs `work` with an empty database of the project's kind, without migrations. */
export async function withEmptyDatabase(
  work: (options: { url: string | undefined; dataDir: string }) => Promise<void>,
): Promise<void> {
  const source = inject('database')
  if (source.kind === 'postgres') {
    const { url, drop } = await createEmptyDatabase(source.url)
    return work({ url, dataDir: '' }).finally(drop)
  }
  const dataDir = mkdtempSync(join(memoryFolder(), 'lanyard-empty-'))
  cpSync(source.folder, dataDir, { recursive: true }) // Copied and then emptied: a first start takes seconds
  const { pool, close } = await openEmbedded(dataDir)
  await pool.query('drop schema public, drizzle, triggers cascade; create schema public')
  await close()
  await work({ url: undefined, dataDir }).finally(() => rmSync(dataDir, { recursive: true, force: true }))
}

/** A database on a port where nothing listens, so that every statement fails. */
export function unreachableDb(): Db {
  return connectPool(unreachablePool())
}

export function unreachablePool() {
  return createPool('postgres://nobody@127.0.0.1:1/none', 'lanyard', usualLimits).pool
}

async function openCopy(template: string): Promise<Database> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'lanyard-test-'))
  cpSync(template, dataDir, { recursive: true })
  const database = await openDatabase({ url: undefined, dataDir })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openClone(source: { url: string; template: string }): Promise<Database & { url: string }> {
  const name = `lanyard_test_${randomBytes(6).toString('hex')}`
  await createFrom(source.url, source.template, name)
  const url = withName(source.url, name)
  const database = await openDatabase({ url, dataDir: '' })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await dropDatabase(source.url, name)
    },
  }
}

/**
 * Deletes the rows, because `truncate` would recreate the files of every table and index. The locks wait for a
 * transaction that the previous test left open. The session acts as a replica, so that neither triggers nor foreign
 * keys interfere.
 */
async function clear(pool: pg.Pool, only: string[]): Promise<void> {
  const { rows } = await pool.query<{ tables: string | null; deletions: string }>(
    `select string_agg(name, ', ') as tables, string_agg('delete from ' || name, '; ') as deletions
       from (select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname = 'public' and (tablename = any($1) or $1 = '{}')) as chosen`,
    [only],
  )
  const { tables, deletions } = rows[0] ?? {}
  if (!tables) return
  // One statement text is one transaction.
  await pool.query(
    `set local session_replication_role = replica; lock ${tables} in access exclusive mode; ${deletions}`,
  )
}

/** The URL of another database on the same server. */
export function withName(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export async function createFrom(url: string, template: string, name: string): Promise<void> {
  await asAdministrator(url, `create database "${name}" template "${template}"`)
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await asAdministrator(url, `drop database "${name}" with (force)`)
}

async function asAdministrator(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
