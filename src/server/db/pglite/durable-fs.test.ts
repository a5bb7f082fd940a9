import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess } from '#testing/process.ts'

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lanyard-durable-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('every saved license is synced to the disk before the response', async () => {
  const counted = join(dir, 'fsyncs')
  writeFileSync(counted, '')
  const hook = join(dir, 'count.mjs')
  writeFileSync(hook, countFsyncs(counted))
  const saves = 40
  const nurse = startProcess(
    `import { openEmbedded } from '#server/db/pglite/database.ts'
     import { statSync } from 'node:fs'
     const { pool, close } = await openEmbedded(${JSON.stringify(join(dir, 'data'))})
     await pool.query('create table scraps (id int primary key)')
     const before = statSync(${JSON.stringify(counted)}).size
     for (let id = 0; id < ${saves}; id++) await pool.query('insert into scraps values ($1)', [id])
     const during = statSync(${JSON.stringify(counted)}).size - before
     const { rows } = await pool.query("select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method")
     console.log(JSON.stringify({ during, ...rows[0] }))
     await close()`,
    { NODE_OPTIONS: `--import ${hook}` },
  )
  expect(await nurse.ended).toEqual({ code: 0, errors: '' })
  const seen = JSON.parse(nurse.lines[0] ?? '')
  expect(seen).toMatchObject({ fsync: 'on', method: 'fsync' })
  expect(seen.during).toBeGreaterThanOrEqual(saves)
  // The first start syncs about a thousand files of the new database, each by name.
  expect(statSync(counted).size).toBeGreaterThan(900)
})

/** A module for `--import`. In every thread, each real `fsync` appends a byte to a file. */
function countFsyncs(file: string): string {
  return `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const real = fs.fsyncSync
    const tally = fs.openSync(${JSON.stringify(file)}, 'a')
    fs.fsyncSync = (descriptor) => { fs.writeSync(tally, '.'); return real(descriptor) }
    syncBuiltinESMExports()`
}
