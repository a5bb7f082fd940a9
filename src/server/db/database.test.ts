import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { problemOf } from '#server/http/problem.ts'
import { StartError } from '#server/kernel/config.ts'
import { openTestDatabase, type TestDatabase, withEmptyDatabase, withName } from '#testing/database.ts'
import { writeMigrations } from '#testing/migrations.ts'
import { type Database, openDatabase } from './database.ts'
import { connectPool, createPool } from './pool.ts'

const source = inject('database')
const notes = 'create table notes (id serial primary key, body text not null)'
let database: TestDatabase
let dir: string

beforeAll(async () => {
  database = await openTestDatabase()
  dir = mkdtempSync(join(tmpdir(), 'lanyard-database-'))
})
afterEach(() => database.clear())
afterAll(async () => {
  await database.close()
  rmSync(dir, { recursive: true, force: true })
})

const applied = async ({ pool }: Database) =>
  (await pool.query('select count(*)::int as applied from drizzle.__drizzle_migrations')).rows[0].applied

test('a test file gets a migrated database of the kind that its project tests', async () => {
  expect(database.kind).toBe(source.kind)
  expect(await applied(database)).toBeGreaterThan(0)
})

test('a failed transaction leaves nothing, and its error names the constraint', async () => {
  const { db } = database
  await db.execute(sql`create table if not exists cards (number text unique)`)
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into cards values ('RN 1'), ('RN 2')`)
    await tx.execute(sql`insert into cards values ('RN 1')`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505', constraint: 'cards_number_key' } })
  expect((await db.execute(sql`select * from cards`)).rows).toEqual([])
})

test('clear empties the tables and keeps the migrations', async () => {
  await database.db.execute(sql`create table if not exists cards (number text unique)`)
  await database.db.execute(sql`insert into cards values ('RN 3')`)
  const before = await applied(database)
  await database.clear()
  expect((await database.db.execute(sql`select * from cards`)).rows).toEqual([])
  expect(await applied(database)).toBe(before)
})

test('a new version applies its migrations to existing data, once', async () => {
  await withEmptyDatabase(async (options) => {
    const first = writeMigrations(mkdtempSync(join(dir, 'first-')), notes)
    const old = await openDatabase({ ...options, schema: { migrationsFolder: first } })
    await old.pool.query("insert into notes (body) values ('kept')")
    await old.close()
    const second = writeMigrations(
      mkdtempSync(join(dir, 'second-')),
      notes,
      'alter table notes add column tag text',
    )
    for (const _start of [1, 2]) {
      const opened = await openDatabase({ ...options, schema: { migrationsFolder: second } })
      expect((await opened.pool.query('select body, tag from notes')).rows).toEqual([
        { body: 'kept', tag: null },
      ])
      expect(await applied(opened)).toBe(2)
      await opened.close()
    }
  })
})

test('a failed migration stops the start with one sentence and changes nothing', async () => {
  await withEmptyDatabase(async (options) => {
    const broken = writeMigrations(
      mkdtempSync(join(dir, 'broken-')),
      notes,
      'alter table nowhere add column tag text',
    )
    const failing = openDatabase({ ...options, schema: { migrationsFolder: broken } })
    await expect(failing).rejects.toBeInstanceOf(StartError)
    await expect(failing).rejects.toThrow(
      /could not be brought up to date \(relation "nowhere" does not exist\)/,
    )
    const mended = writeMigrations(mkdtempSync(join(dir, 'mended-')), notes)
    await (await openDatabase({ ...options, schema: { migrationsFolder: mended } })).close()
  })
})

test('closing twice is allowed', async () => {
  await withEmptyDatabase(async (options) => {
    const migrationsFolder = writeMigrations(mkdtempSync(join(dir, 'close-')), notes)
    const { close } = await openDatabase({ ...options, schema: { migrationsFolder } })
    await Promise.all([close(), close()])
  })
})

if (source.kind === 'postgres') {
  test('eight processes that start together migrate once', async () => {
    await withEmptyDatabase(async (options) => {
      const migrationsFolder = writeMigrations(
        mkdtempSync(join(dir, 'many-')),
        notes,
        'create index on notes (body)',
      )
      const opening = Array.from({ length: 8 }, () =>
        openDatabase({ ...options, schema: { migrationsFolder } }),
      )
      const opened = await Promise.all(opening)
      expect(await Promise.all(opened.map(applied))).toEqual(Array(8).fill(2))
      await Promise.all(opened.map(({ close }) => close()))
    })
  })

  test('a migration that deadlocks with the version that still runs is tried again', {
    tags: 'long',
  }, async () => {
    await withEmptyDatabase(async (options) => {
      const tables = `${notes}; create table tags (id serial primary key)`
      const first = writeMigrations(mkdtempSync(join(dir, 'running-')), tables)
      const running = await openDatabase({ ...options, schema: { migrationsFolder: first } })
      const writer = await running.pool.connect()
      await writer.query('begin')
      await writer.query('lock table tags in row exclusive mode')
      const second = writeMigrations(
        mkdtempSync(join(dir, 'next-')),
        tables,
        'alter table notes add column tag text; alter table tags add column name text',
      )
      const opening = openDatabase({ ...options, schema: { migrationsFolder: second } })
      const waiting = () =>
        running.pool.query(`select from pg_locks where not granted and relation = 'tags'::regclass`)
      await expect.poll(async () => (await waiting()).rowCount).toBe(1)
      // The migration has locked notes and waits for tags. PostgreSQL cancels it because it has waited longer.
      await writer.query('lock table notes in row exclusive mode')
      await writer.query('commit')
      writer.release()
      const next = await opening
      expect((await next.pool.query('select tag from notes')).rows).toEqual([])
      expect(await applied(next)).toBe(2)
      await next.close()
      await running.close()
    })
  })

  describe('an index of a table with rows', () => {
    const withIndex = 'create index "notes_body_index" on "notes" ("body")'
    const unset = ['alter table notes add column tag text', 'drop index "notes_body_index"', withIndex]

    /** A version that runs, in the middle of a write, and what starts the next one. */
    const running = async (options: Parameters<Parameters<typeof withEmptyDatabase>[0]>[0]) => {
      const [first, second] = [[notes], [notes, withIndex, ...unset]].map((texts) =>
        writeMigrations(mkdtempSync(join(dir, 'index-')), ...texts),
      ) as [string, string]
      const old = await openDatabase({ ...options, schema: { migrationsFolder: first } })
      const writer = await old.pool.connect()
      await writer.query(`begin; insert into notes (body) values ('first')`)
      const told: string[] = []
      const next = () =>
        openDatabase({
          ...{ ...options, schema: { migrationsFolder: second } },
          tell: (text) => told.push(text),
        })
      const builders = async () =>
        (
          await old.pool.query(
            `select pid from pg_stat_activity where query like 'create index concurrently%' and state = 'active' and datname = current_database()`,
          )
        ).rows.map(({ pid }) => pid)
      const finish = async () => {
        await writer.query('commit')
        writer.release()
      }
      return { old, finish, next, builders, told }
    }
    const validity = async ({ pool }: Database) =>
      (
        await pool.query(
          `select indisvalid from pg_index where indexrelid = to_regclass('notes_body_index') and indrelid = 'notes'::regclass`,
        )
      ).rows

    test('is built while the version that still runs writes', async () => {
      await withEmptyDatabase(async (options) => {
        const { old, finish, next, builders, told } = await running(options)
        const opening = next()
        await expect.poll(builders).toHaveLength(1)
        await old.pool.query(`insert into notes (body) values ('second')`)
        await finish()
        const opened = await opening
        expect(await validity(opened)).toEqual([{ indisvalid: true }])
        expect(told).toContainEqual(expect.stringMatching(/^Building the index notes_body_index\./))
        await Promise.all([opened.close(), old.close()])
      })
    })

    test('that was left unfinished is built again at the next start', async () => {
      await withEmptyDatabase(async (options) => {
        const { old, finish, next, builders } = await running(options)
        const opening = next()
        const refused = expect(opening).rejects.toThrow(/the version of Lanyard that ran before/)
        await expect.poll(builders).toHaveLength(1)
        for (const pid of await builders()) await old.pool.query('select pg_terminate_backend($1)', [pid])
        await refused
        expect(await validity(old)).toEqual([{ indisvalid: false }])
        await finish()
        const opened = await next()
        expect(await validity(opened)).toEqual([{ indisvalid: true }])
        expect(await applied(opened)).toBe(5)
        await Promise.all([opened.close(), old.close()])
      })
    })

    test('is built by one of the processes that start together', async () => {
      await withEmptyDatabase(async (options) => {
        const { old, finish, next, builders, told } = await running(options)
        const opening = Promise.all(Array.from({ length: 6 }, next))
        await expect.poll(builders).toHaveLength(1)
        await finish()
        const opened = await opening
        expect(await validity(old)).toEqual([{ indisvalid: true }])
        expect(await Promise.all(opened.map(applied))).toEqual(Array(6).fill(5))
        expect(told.filter((text) => text.startsWith('Building'))).toHaveLength(2)
        await Promise.all([...opened, old].map(({ close }) => close()))
      })
    })
  })

  test('a migration locks no table longer than it runs', async () => {
    await withEmptyDatabase(async (options) => {
      const tables = `${notes}; create table tags (id serial primary key)`
      const first = writeMigrations(mkdtempSync(join(dir, 'short-')), tables)
      const old = await openDatabase({ ...options, schema: { migrationsFolder: first } })
      const writer = await old.pool.connect()
      await writer.query('begin; lock table tags in row exclusive mode')
      const second = writeMigrations(
        mkdtempSync(join(dir, 'steps-')),
        tables,
        'alter table notes add column tag text',
        'alter table tags add column name text',
      )
      const opening = openDatabase({ ...options, schema: { migrationsFolder: second } })
      const waiting = () =>
        old.pool.query(`select from pg_locks where not granted and relation = 'tags'::regclass`)
      await expect.poll(async () => (await waiting()).rowCount).toBe(1)
      await old.pool.query(`insert into notes (body) values ('while tags are locked')`)
      await writer.query('commit')
      writer.release()
      await Promise.all([(await opening).close(), old.close()])
    })
  })

  test('a connection that the server closes is replaced, and the process keeps running', async () => {
    const lost = new Promise((resolve) => database.pool.once('error', resolve))
    const { rows } = await database.pool.query('select pg_backend_pid() as pid')
    const administrator = new pg.Client({ connectionString: source.url })
    await administrator.connect()
    await administrator.query('select pg_terminate_backend($1)', [rows[0].pid])
    await administrator.end()
    await lost
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a connection that closes during a transaction fails only that transaction', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      const failing = database.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        await tx.execute(sql`select 1`)
      })
      expect(problemOf(await failing.catch((error: unknown) => error)).code).toBe('unavailable')
    }
    expect(database.pool.totalCount).toBeLessThanOrEqual(2)
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  test('a slow statement and a silent server fail as unavailable', { tags: 'long' }, async () => {
    const { host, port } = new pg.Client({ connectionString: source.url })
    const path = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    const sockets: Socket[] = []
    const proxy = createServer((socket) => {
      const server = connect(path)
      sockets.push(
        socket.on('error', () => {}),
        server.on('error', () => {}),
      )
      socket.pipe(server).pipe(socket)
      socket.once('close', () => server.destroy())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = new URL(database.url ?? '')
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const { pool, watch } = createPool(url.href, 'lanyard', { size: 2, seconds: 1 })
    const db = connectPool(pool)
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => problemOf(error).code,
      )
    watch()
    expect(await codeOf(db.execute(sql`select pg_sleep(5)`))).toBe('unavailable')
    const both = () =>
      Promise.all([0, 1].map(() => codeOf(db.transaction((tx) => tx.execute(sql`select 1`)))))
    expect(await both()).toEqual(['done', 'done'])
    for (const socket of sockets) socket.pause().unpipe()
    expect(await both()).toEqual(['unavailable', 'unavailable'])
    expect(await both()).toEqual(['done', 'done'])
    await pool.end()
    proxy.close()
  })

  test('names a database that does not exist, and says how to create it', async () => {
    const missing = openDatabase({ url: withName(source.url, 'nobody_made_it'), dataDir: dir })
    await expect(missing).rejects.toBeInstanceOf(StartError)
    await expect(missing).rejects.toThrow(
      /nobody_made_it .* does not exist: create it, or correct DATABASE_URL/,
    )
  })
}

test('names a server that cannot be reached, without its password', async () => {
  const url = 'postgres://ann:s3cret@127.0.0.1:1/lanyard'
  const failing = openDatabase({ url, dataDir: dir })
  await expect(failing).rejects.toBeInstanceOf(StartError)
  await expect(failing).rejects.toThrow(
    'The database lanyard at 127.0.0.1:1 cannot be reached (ECONNREFUSED): start the server or correct DATABASE_URL.',
  )
})

test('rejects an invalid URL without repeating it', async () => {
  const failing = openDatabase({ url: 'postgres://ann:s3cret%zz@host/lanyard', dataDir: dir })
  await expect(failing).rejects.toBeInstanceOf(StartError)
  await expect(failing).rejects.not.toThrow(/s3cret/)
})
