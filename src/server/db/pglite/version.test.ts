import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/kernel/config.ts'
import { openTestDatabase } from '#testing/database.ts'
import { openEmbedded } from './database.ts'
import { embeddedVersion } from './version.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lanyard-version-'))
  mkdirSync(join(dir, 'pg'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('embeddedVersion is the version of the installed PGlite', async () => {
  const { pool, close } = await openTestDatabase()
  const { rows } = await pool.query("select current_setting('server_version_num')::int / 10000 as version")
  await close()
  expect(String(rows[0].version)).toBe(embeddedVersion)
})

test('refuses a database of another version with a sentence that says what to do', async () => {
  writeFileSync(join(dir, 'pg', 'PG_VERSION'), '17\n')
  const refused = openEmbedded(dir)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(
    `The folder ${join(dir, 'pg')} was written by PostgreSQL 17, and this version of Lanyard opens only PostgreSQL ${embeddedVersion}: start the version of Lanyard that wrote it, or set LANYARD_DATA to another folder.`,
  )
})

test('neither opens nor fills a folder with other content', async () => {
  writeFileSync(join(dir, 'pg', 'photo.jpg'), 'not a database')
  await expect(openEmbedded(dir)).rejects.toThrow('holds no embedded database')
})

test('reports a database that does not open in one sentence, and releases its folder', async () => {
  writeFileSync(join(dir, 'pg', 'PG_VERSION'), `${embeddedVersion}\n`)
  for (const _attempt of [1, 2]) {
    const refused = openEmbedded(dir)
    await expect(refused).rejects.toBeInstanceOf(StartError)
    await expect(refused).rejects.toThrow(/does not open .*: put a backup of the folder in its place/)
  }
})
