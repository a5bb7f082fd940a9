import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startProcess } from '#testing/process.ts'
import { openEmbedded } from './database.ts'
import { firstStart } from './first-start.ts'

let dir: string
let folder: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lanyard-first-'))
  folder = join(dir, 'pg')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true, force: true })
})

const fill = async (unfinished: string) => {
  mkdirSync(join(unfinished, 'base'), { recursive: true })
  writeFileSync(join(unfinished, 'PG_VERSION'), '18')
  writeFileSync(join(unfinished, 'base', '1'), 'rows')
}

test('a first start that is killed halfway leaves a folder that opens', async () => {
  const killed = startProcess(
    `import { openEmbedded } from '#server/db/pglite/database.ts'
     await openEmbedded(${JSON.stringify(dir)})`,
  )
  await vi.waitUntil(() => holdsVersion(), { timeout: 40_000, interval: 1 })
  await killed.kill()
  expect(readdirSync(dir)).toContain('pg.new')
  expect(readdirSync(dir)).not.toContain('pg')
  const { pool, close } = await openEmbedded(dir)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await close()
  expect(readdirSync(dir).sort()).toEqual(['lanyard.lock', 'pg'])
})

const holdsVersion = () =>
  existsSync(join(dir, 'pg.new', 'PG_VERSION')) || existsSync(join(folder, 'PG_VERSION'))

test('the database gets its name only when all of it is on the disk', async () => {
  const named: boolean[] = []
  await using handle = await open(dir)
  const files: FileHandle = Object.getPrototypeOf(handle)
  const real = files.sync
  vi.spyOn(files, 'sync').mockImplementation(function (this: FileHandle) {
    named.push(existsSync(folder))
    return real.call(this)
  })
  const realSync = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    named.push(existsSync(folder))
    realSync(descriptor)
  })
  await firstStart(folder, fill)
  // Two files and two folders before the rename, and the parent folder after it.
  expect(named).toEqual([false, false, false, false, true])
})

test('does not reuse what a failed attempt left', async () => {
  const failing = firstStart(folder, async (unfinished) => {
    await fill(unfinished)
    writeFileSync(join(unfinished, 'half'), '')
    throw new Error('disk full')
  })
  await expect(failing).rejects.toThrow('disk full')
  expect(existsSync(folder)).toBe(false)
  await firstStart(folder, fill)
  expect(readdirSync(folder).sort()).toEqual(['PG_VERSION', 'base'])
})

test('leaves an existing database unchanged', async () => {
  await firstStart(folder, fill)
  await firstStart(folder, () => Promise.reject(new Error('made again')))
  expect(readdirSync(dir)).toEqual(['pg'])
})
