import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { StartError } from '#server/kernel/config.ts'
import { migrateUp } from './database.ts'
import { projectMigrations } from './schema.ts'

/** The migrations applied to a database: the hash of each migration's text, in the order they were applied. */
export const appliedMigrations = z.array(z.string()).min(1)

type Journal = { entries: { tag: string }[] }

export async function readApplied(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows.map(({ hash }) => hash)
}

/** Throws a `StartError` unless this version of Lanyard or an older one wrote the rows. */
export function checkKnown(applied: string[], folder = projectMigrations): void {
  const known = readJournal(folder).entries.map(({ tag }) => hashOf(join(folder, `${tag}.sql`)))
  if (applied.every((hash, index) => known[index] === hash)) return
  throw new StartError(
    'It was written by a newer version of Lanyard, or by another one: take the version that wrote it, or a newer one.',
  )
}

/**
 * Migrates an empty database to the version that wrote the rows, and no further. Does not create this version's
 * triggers.
 */
export async function migrateTo(pool: pg.Pool, applied: string[], folder = projectMigrations): Promise<void> {
  checkKnown(applied, folder)
  const journal = readJournal(folder)
  const entries = journal.entries.slice(0, applied.length)
  const part = mkdtempSync(join(tmpdir(), 'lanyard-migrations-'))
  try {
    mkdirSync(join(part, 'meta'))
    writeFileSync(join(part, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) copyFileSync(join(folder, `${tag}.sql`), join(part, `${tag}.sql`))
    await migrateUp(pool, { migrationsFolder: part })
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function readJournal(folder: string): Journal {
  return JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))
}

/** The same hash as Drizzle's. */
function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path, 'utf8')).digest('hex')
}
