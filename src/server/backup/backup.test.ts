import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { migrateTo, readApplied } from '#server/db/applied-migrations.ts'
import { openDatabase, openUnmigrated } from '#server/db/database.ts'
import { createFillMarker } from '#server/db/fill-marker.ts'
import { installationKey } from '#server/db/installation-keys.ts'
import { type Config, readConfig } from '#server/kernel/config.ts'
import { createDiskStorage } from '#server/storage/disk.ts'
import { openStorage } from '#server/storage/open.ts'
import { ceuClient } from '#testing/ceu-vault.ts'
import { createEmptyDatabase } from '#testing/database.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { openPool } from '#testing/postgres-server.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { listStored, readBytes } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { type Backup, makeBackup } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'

let services: TestServices
let config: Config
let ann: Nurse
let bea: Nurse
let folder: string
const closers: (() => unknown)[] = []
const silent = () => {}

beforeAll(async () => {
  services = await openTestServices()
  await installationKey(services, 'push', () => 'a key of this installation')
  config = readConfig({ LANYARD_DATA: services.dataDir, DATABASE_URL: services.database.url })
  ann = await services.nurse('ann')
  bea = await services.nurse('bea')
})
afterAll(() => services.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-backup-'))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

type Installation = Config & { pool: pg.Pool; query(sql: string): Promise<Record<string, unknown>[]> }

/** An installation with an empty database and an empty data folder, to restore into. */
async function emptyInstallation(): Promise<Installation> {
  const source = inject('database')
  const { url, drop } = await createEmptyDatabase(source.kind === 'postgres' ? source.url : '')
  const dataDir = mkdtempSync(join(tmpdir(), 'lanyard-installation-'))
  const pool = openPool(url)
  closers.push(
    drop,
    () => rmSync(dataDir, { recursive: true }),
    () => pool.end(),
  )
  const query = async (sql: string) => (await pool.query(sql)).rows
  return { ...readConfig({ LANYARD_DATA: dataDir, DATABASE_URL: url }), pool, query }
}

const backUp = (say: (line: string) => void = silent) => makeBackup(config, folder, say)
const restore = (installation: Config, { folder: from }: Backup, withDeleted = false) =>
  restoreBackup(installation, from, { withDeleted, log: silent })

async function upload(nurse: Nurse, size = 2000): Promise<string> {
  const answer = await nurse.fetch('/api/upload', { method: 'POST', body: formOf(aPdf(size)) })
  return ((await answer.json()) as { id: string }).id
}

const storedKeys = async (dataDir: string) => {
  const keys: string[] = []
  for await (const { key } of createDiskStorage(join(dataDir, 'files')).list('files/')) keys.push(key)
  return keys.sort()
}

/** All rows of a table as text, in a fixed order. */
const rowsOf = async (pool: pg.Pool, table: string) =>
  (await pool.query(`select t::text as row from ${table} t order by 1`)).rows

const kept = [
  ...['users', 'accounts', 'audit_records', 'files', 'credentials', 'ceu_cycles', 'ceu_entries'],
  ...['reminders', 'reminder_changes', 'reminder_settings', 'idempotency_keys', 'installation_keys'],
]

async function addOdd(): Promise<void> {
  const notes = ['\u2028 “Ann’s” \\ "note"\r\n\t', '{null,NULL}', 'é漢字🩺', "'; drop table users; --"]
  for (const [index, notesText] of notes.entries()) {
    const licence = { kind: 'license', type: 'RN', state: 'TX', number: `N${index}`, notes: notesText }
    const made = await ann.json('POST', '/api/credentials', licence, { 'Idempotency-Key': `odd-${index}` })
    expect(made.status).toBe(201)
  }
  const { id: cycleId } = await ceuClient(bea).addCycle()
  await ceuClient(bea).addEntry({ cycleId, hours: 1.5, notes: 'Read twice\u2029' })
}

describe('a backup', () => {
  test('holds every row and every document, whatever they contain', async () => {
    await addOdd()
    await upload(ann)
    await upload(bea, 70_000)
    const made = await backUp()
    const installation = await emptyInstallation()
    await restore(installation, made)
    for (const table of kept)
      expect(await rowsOf(installation.pool, table)).toEqual(await rowsOf(services.database.pool, table))
    expect(await storedKeys(installation.dataDir)).toEqual(await storedKeys(services.dataDir))
    expect(
      (await installation.query("select to_regclass('public.unfinished_restore') as mark"))[0]?.mark,
    ).toBeNull()
  })

  test('can be restored to a bucket as well as to a disk', async () => {
    const id = await upload(ann, 90_000)
    const made = await backUp()
    const server = await startS3Server()
    closers.push(() => server.stop())
    const installation = await emptyInstallation()
    const { LANYARD_DATA, DATABASE_URL } = installation
    const inBucket = readConfig({ LANYARD_DATA, DATABASE_URL, ...server.settings })
    server.faults.push({ method: 'PUT', does: 'reset' })
    await restore(inBucket, made)
    const storage = await openStorage(inBucket)
    const keys = (await listStored(storage, '')).map(({ key }) => key)
    expect(keys).toEqual(await storedKeys(services.dataDir))
    const [row] = await installation.query(`select key from files where id = '${id}'`)
    expect((await readBytes(storage, String(row?.key)))?.equals(aPdf(90_000))).toBe(true)
    await expect(restore(inBucket, made)).rejects.toThrow('The store of documents is not empty')
  })

  test('restores sequences, and turns the triggers on again', async () => {
    const installation = await emptyInstallation()
    await restore(installation, await backUp())
    const [before] = await installation.query(
      'select max(id)::int as last, count(*)::int as changes from reminder_changes',
    )
    await installation.query("update credentials set expires_at = '2031-01-01'")
    const [after] = await installation.query(
      'select min(id)::int as next, count(*)::int as changes from reminder_changes',
    )
    expect(after?.changes).toBeGreaterThan(before?.changes as number)
    expect(
      new Set((await installation.query('select id from reminder_changes')).map(({ id }) => id)).size,
    ).toBe(after?.changes)
  })

  test('excludes sessions, codes, the mails with them, and what only processes need', async () => {
    const installation = await emptyInstallation()
    const made = await backUp()
    await restore(installation, made)
    expect((await services.database.pool.query('select 1 from sessions')).rows).not.toEqual([])
    for (const table of ['sessions', 'verifications', 'mail_outbox', 'job_runs', 'limit_counters']) {
      expect(await installation.query(`select 1 from ${table}`)).toEqual([])
    }
    const text = readFileSync(join(made.folder, 'manifest.json'), 'utf8')
    expect(text).not.toMatch(/nurses\.example|a key of this installation/)
  })

  test('removes what a killed backup left', async () => {
    mkdirSync(join(folder, 'lanyard-2026-01-01T00-00-00Z.unfinished', 'tables'), { recursive: true })
    const { folder: made } = await backUp()
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([
      made.slice(folder.length + 1),
    ])
  })

  test('names documents that are missing or damaged in storage, and restores the rest', async () => {
    const [lost, cut] = [await upload(ann), await upload(ann)]
    const paths = (await services.database.pool.query('select id, key from files')).rows
    const pathOf = (id: string) => join(services.dataDir, 'files', paths.find((row) => row.id === id).key)
    const whole = readFileSync(pathOf(lost))
    rmSync(pathOf(lost))
    writeFileSync(pathOf(cut), whole.subarray(0, 100))
    const made = await backUp()
    expect(made.manifest).toMatchObject({ missing: [lost], damaged: [cut], gone: [] })
    const installation = await emptyInstallation()
    await restore(installation, made)
    expect(await rowsOf(installation.pool, 'files')).toEqual(await rowsOf(services.database.pool, 'files'))
    expect(await storedKeys(installation.dataDir)).toEqual(await storedKeys(services.dataDir))
    for (const id of [lost, cut]) await ann.fetch(`/api/upload/${id}?forever=true`, { method: 'DELETE' })
  })

  test('excludes a document that its owner deletes meanwhile', async () => {
    const id = await upload(ann)
    await ann.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'OH', fileIds: [id] })
    const { rows } = await services.database.pool.query('select key from files where id = $1', [id])
    const deleteNow = () => {
      const code = `const pg = (await import('pg')).default; const client = new pg.Client(process.argv[1])
        await client.connect(); await client.query('delete from files where id = $1', [process.argv[2]]); await client.end()`
      const done = spawnSync(process.execPath, [
        '--input-type=module',
        '-e',
        code,
        services.database.url ?? '',
        id,
      ])
      expect(done.status).toBe(0)
      rmSync(join(services.dataDir, 'files', rows[0].key))
    }
    const made = await backUp((line) => line.includes('rows of') && deleteNow())
    expect(made.manifest).toMatchObject({ gone: [id], missing: [] })
    const installation = await emptyInstallation()
    await restore(installation, made)
    expect(await rowsOf(installation.pool, 'files')).toEqual(await rowsOf(services.database.pool, 'files'))
    expect(await installation.query("select 1 from credentials where state = 'OH'")).toHaveLength(1)
  })
})

describe('a restore', () => {
  test('rejects an installation that is not empty, and changes nothing', async () => {
    const made = await backUp()
    const installation = await emptyInstallation()
    await restore(installation, made)
    const before = await rowsOf(installation.pool, 'users')
    await expect(restore(installation, made)).rejects.toThrow('is not empty, and nothing')
    expect(await rowsOf(installation.pool, 'users')).toEqual(before)

    const full = await emptyInstallation()
    mkdirSync(join(full.dataDir, 'files', 'files', 'ab'), { recursive: true })
    writeFileSync(join(full.dataDir, 'files', 'files', 'ab', 'cd'), 'a document')
    await expect(restore(full, made)).rejects.toThrow('The store of documents is not empty')
    expect(await full.query("select 1 from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
  })

  test.each([
    ['a changed part', (from: string) => appendFileSync(join(from, 'tables/users.jsonl.gz'), 'x')],
    ['a missing part', (from: string) => rmSync(join(from, 'tables/accounts.jsonl.gz'))],
    ['a truncated manifest', (from: string) => writeFileSync(join(from, 'manifest.json'), '{"format": 1')],
    [
      'a changed document',
      (from: string) => {
        const [name = ''] = readdirSync(join(from, 'stored'), { recursive: true, encoding: 'utf8' }).filter(
          (path) => /files\/[^/]+\/[^/]+$/.test(path),
        )
        const path = join(from, 'stored', name)
        writeFileSync(path, readFileSync(path).reverse())
      },
    ],
  ])('rejects %s before it changes anything', async (_what, damage) => {
    await upload(ann)
    const made = await backUp()
    damage(made.folder)
    const installation = await emptyInstallation()
    await expect(restore(installation, made)).rejects.toThrow(/damaged.*: take another backup/)
    expect(
      await installation.query("select 1 from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([])
    expect(await storedKeys(installation.dataDir)).toEqual([])
  })

  test('migrates rows of an older version', async () => {
    const old = await emptyInstallation()
    const client = await services.database.pool.connect()
    const applied = await readApplied(client).finally(() => client.release())
    await migrateTo(old.pool, applied.slice(0, 2))
    await old.query(
      "insert into users (id, email, name, created_at, updated_at) values ('eve', 'eve@nurses.example', 'Eve', now(), now())",
    )
    const made = await makeBackup(old, folder, silent)
    expect(made.manifest).toMatchObject({ migrations: applied.slice(0, 2), installation: null })
    const installation = await emptyInstallation()
    await restore(installation, made)
    const database = await openDatabase({ url: installation.DATABASE_URL, dataDir: '' })
    await database.close()
    expect(await installation.query('select id from users')).toEqual([{ id: 'eve' }])
    expect(await installation.query('select 1 from drizzle.__drizzle_migrations')).toHaveLength(
      applied.length,
    )
  })

  test('rejects rows of a newer version', async () => {
    const made = await backUp()
    const path = join(made.folder, 'manifest.json')
    const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, 'of tomorrow'] }))
    await expect(restore(await emptyInstallation(), made)).rejects.toThrow(
      'written by a newer version of Lanyard',
    )
  })

  test('that did not finish prevents a server start, and a restore of another backup', async () => {
    const made = await backUp()
    const installation = await emptyInstallation()
    await createFillMarker(installation.pool, { source: 'another backup', command: 'restore' })
    await expect(openDatabase({ url: installation.DATABASE_URL, dataDir: '' })).rejects.toThrow(
      'This database is only half filled: run the restore, of the same backup, again',
    )
    await expect(restore(installation, made)).rejects.toThrow('only half filled')
    await expect(makeBackup(installation, folder, silent)).rejects.toThrow('only half filled')
  })

  test('of an old backup leaves out accounts that were deleted since, and says so', async () => {
    const cat = await services.nurse('cat')
    await upload(cat)
    const old = await backUp()
    const gone = await cat.json('DELETE', '/api/users/me', { password: cat.password })
    expect(gone.status).toBe(204)
    const alone = await emptyInstallation()
    expect(await restore(alone, old)).toMatchObject({ deleted: [], newerBackup: null })
    expect(await alone.query(`select 1 from users where id = '${cat.id}'`)).toHaveLength(1)

    const newer = await backUp()
    const installation = await emptyInstallation()
    const restored = await restore(installation, old)
    expect(restored).toMatchObject({
      deleted: [{ id: cat.id, registeredAt: expect.stringMatching(/^2026-/) }],
      newerBackup: newer.folder,
    })
    for (const [table, column] of [
      ['users', 'id'],
      ['files', 'owner_id'],
      ['audit_records', 'user_id'],
    ]) {
      expect(await installation.query(`select 1 from ${table} where ${column} = '${cat.id}'`)).toEqual([])
    }
    const { rows } = await services.database.pool.query('select key from files order by key collate "C"')
    expect(await storedKeys(installation.dataDir)).toEqual(rows.map(({ key }) => key))

    const withCat = await emptyInstallation()
    expect((await restore(withCat, old, true)).deleted).toEqual([])
    expect(await withCat.query(`select 1 from users where id = '${cat.id}'`)).toHaveLength(1)
  })
})

test('rejects a folder without a backup and a database without Lanyard, with a sentence', async () => {
  const installation = await emptyInstallation()
  await expect(restoreBackup(installation, folder, { withDeleted: false, log: silent })).rejects.toThrow(
    'There is no backup in',
  )
  await expect(makeBackup(installation, folder, silent)).rejects.toThrow('holds nothing of Lanyard')
  const opened = await openUnmigrated({ url: installation.DATABASE_URL, dataDir: '' })
  await opened.close()
})
