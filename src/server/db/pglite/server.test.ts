import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEmbedded } from './database.ts'

let dir: string
let pool: pg.Pool
let close: () => Promise<void>

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lanyard-server-'))
  const source = inject('database')
  if (source.kind === 'embedded') cpSync(source.folder, dir, { recursive: true })
  ;({ pool, close } = await openEmbedded(dir))
  pool.on('error', () => {})
  await pool.query('create table scraps (id serial primary key, body text)')
})
afterAll(async () => {
  await close()
  rmSync(dir, { recursive: true, force: true })
})

const count = async () => (await pool.query('select count(*)::int as count from scraps')).rows[0].count

test('a client that disconnects inside a transaction leaves a clean session for the next client', async () => {
  const leaving = await pool.connect()
  await leaving.query("set time zone 'Asia/Tokyo'")
  await leaving.query('begin')
  await leaving.query("insert into scraps (body) values ('never committed')")
  leaving.release(true)
  expect(await count()).toBe(0)
  expect((await pool.query('show time zone')).rows[0].TimeZone).not.toBe('Asia/Tokyo')
})

test('an error has its code and constraint, and the connection stays usable', async () => {
  const broken = pool.query('insert into scraps (id) values (1), (1)')
  await expect(broken).rejects.toMatchObject({ code: '23505', constraint: 'scraps_pkey' })
  expect(await count()).toBe(0)
})

test('a long response arrives completely', async () => {
  const { rows } = await pool.query("select n, repeat('x', 10000) as body from generate_series(1, 2000) n")
  expect(rows.length).toBe(2000)
  expect(rows.every((row, index) => row.n === index + 1 && row.body.length === 10_000)).toBe(true)
})

test('concurrent queries each get their own result', async () => {
  const queries = Array.from({ length: 200 }, (_, index) => pool.query('select $1::int as n', [index]))
  const results = await Promise.all(queries)
  expect(results.map(({ rows }) => rows[0].n)).toEqual(queries.map((_, index) => index))
})

test('after a panic the database restarts by itself with everything that was committed', {
  tags: 'long',
}, async () => {
  const started = async () =>
    (await pool.query('select backend_start from pg_stat_activity')).rows[0].backend_start
  const before = await started()
  await pool.query("insert into scraps (body) values ('committed')")
  const log = join(dir, 'pg', 'pg_wal')
  renameSync(log, `${log}-gone`)
  const failing = (async () => {
    for (let turn = 0; turn < 20; turn++) {
      await pool.query("insert into scraps (body) values ('not to be written')")
      await pool.query('select pg_switch_wal()')
    }
  })()
  await expect(failing).rejects.toMatchObject({ severity: 'PANIC' })
  renameSync(`${log}-gone`, log)
  await expect.poll(() => started().catch(() => before), { timeout: 40_000 }).not.toEqual(before)
  const { rows } = await pool.query("select body from scraps where body = 'committed'")
  expect(rows).toEqual([{ body: 'committed' }])
})
