import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase, withEmptyDatabase } from '#testing/database.ts'
import { writeMigrations } from '#testing/migrations.ts'
import { insertDueNurses } from '#testing/reminder-rows.ts'
import { migrateTo, readApplied } from './applied-migrations.ts'
import { migrateUp, openUnmigrated } from './database.ts'
import { projectMigrations, projectTriggers } from './schema.ts'

let database: TestDatabase
let dir: string

beforeAll(async () => {
  database = await openTestDatabase()
  dir = mkdtempSync(join(tmpdir(), 'lanyard-triggers-'))
})
afterAll(async () => {
  await database.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Every trigger and function of the database, each with the transaction that created it. */
const definitions = async (pool: pg.Pool) =>
  (
    await pool.query<{ definition: string; made: string }>(`
      select pg_get_triggerdef(oid) as definition, xmin::text as made from pg_trigger where not tgisinternal
      union all
      select pg_get_functiondef(oid), xmin::text from pg_proc
        where pronamespace in (select oid from pg_namespace where nspname in ('public', 'triggers'))
      order by definition`)
  ).rows

const names = async (pool: pg.Pool) =>
  (
    await pool.query<{ name: string }>(`
      select tgname as name from pg_trigger where not tgisinternal
      union select nspname || '.' || proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where nspname in ('public', 'triggers')
      order by name`)
  ).rows.map(({ name }) => name)

function fileOf(text: string): string {
  const path = join(mkdtempSync(join(dir, 'file-')), 'triggers.sql')
  writeFileSync(path, text)
  return path
}

const changes = async (pool: pg.Pool) =>
  (await pool.query('select count(*)::int as count from reminder_changes')).rows[0].count

test('a start without a change creates nothing, and does not wait for transactions on the tables', async () => {
  const before = await definitions(database.pool)
  expect(before.length).toBeGreaterThan(50)
  if (inject('database').kind === 'postgres') {
    const busy = await database.pool.connect()
    await busy.query('begin')
    await busy.query('lock table credentials, ceu_cycles, ceu_entries, users in access exclusive mode')
    await migrateUp(database.pool)
    await busy.query('rollback')
    busy.release()
  }
  await migrateUp(database.pool)
  expect(await definitions(database.pool)).toEqual(before)
})

test('a database of the previous version gets the same triggers as a new one, and keeps its rows', {
  tags: 'long',
}, async () => {
  const client = await database.pool.connect()
  const applied = await readApplied(client).finally(() => client.release())
  const [moved = ''] = globSync(join(projectMigrations, '*_move_triggers.sql'))
  const movedAt = applied.indexOf(createHash('sha256').update(readFileSync(moved)).digest('hex'))
  await withEmptyDatabase(async (options) => {
    const old = await openUnmigrated(options)
    await migrateTo(old.pool, applied.slice(0, movedAt))
    await insertDueNurses(old.pool, 'eve', 2)
    expect(await names(old.pool)).toContain('public.note_credentials_added')
    expect(await changes(old.pool)).toBe(2)
    await migrateUp(old.pool)
    // Nothing noted what changed while the triggers were away.
    const again = await old.pool.query(
      `select resource_id from reminder_changes group by 1 having count(*) > 2`,
    )
    expect(again.rowCount).toBe(2)
    const made = (await definitions(old.pool)).map(({ definition }) => definition)
    expect(made).toEqual((await definitions(database.pool)).map(({ definition }) => definition))
    const noted = await changes(old.pool)
    await old.pool.query("update credentials set expires_at = '2031-01-01'")
    expect(await changes(old.pool)).toBe(noted + 2)
    await old.close()
  })
})

test('a changed text replaces all triggers, and removes triggers that it no longer contains', async () => {
  const before = await names(database.pool)
  const triggersFile = fileOf(`
    create function triggers.note_nothing() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger nothing_noted after insert on users for each row execute function triggers.note_nothing();`)
  await migrateUp(database.pool, { migrationsFolder: projectMigrations, triggersFile })
  const kept = ['audit_overflows_kept', 'audit_records_kept']
  expect((await names(database.pool)).filter((name) => !name.startsWith('public.'))).toEqual([
    ...kept,
    'nothing_noted',
    'triggers.note_nothing',
  ])
  await migrateUp(database.pool)
  expect(await names(database.pool)).toEqual(before)
})

test('a text that PostgreSQL refuses stops the start and leaves the triggers as they were', async () => {
  const before = await definitions(database.pool)
  const broken = { migrationsFolder: projectMigrations, triggersFile: fileOf('create trigger nothing') }
  await expect(migrateUp(database.pool, broken)).rejects.toThrow(
    /could not be brought up to date \(syntax error/,
  )
  expect(await definitions(database.pool)).toEqual(before)
})

test('a process of an older version leaves the triggers of the newer version unchanged', async () => {
  const before = await definitions(database.pool)
  const older = {
    migrationsFolder: writeMigrations(mkdtempSync(join(dir, 'older-')), 'select 1'),
    triggersFile: fileOf(`${readFileSync(projectTriggers, 'utf8')}\n-- Of an older version.`),
  }
  await migrateUp(database.pool, older)
  expect(await definitions(database.pool)).toEqual(before)
})

test('a database that was emptied gets the triggers again', { tags: 'long' }, async () => {
  const emptied = await openTestDatabase()
  await emptied.pool.query('drop schema public, drizzle cascade; create schema public')
  await migrateUp(emptied.pool)
  expect(await names(emptied.pool)).toEqual(await names(database.pool))
  await emptied.close()
})
