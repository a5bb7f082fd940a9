import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startProcess } from '#testing/process.ts'
import { openEmbedded } from './database.ts'

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lanyard-kill-'))
  const source = inject('database')
  if (source.kind === 'embedded') cpSync(source.folder, dir, { recursive: true })
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('no acknowledged write is lost when the process is killed repeatedly', async () => {
  const acknowledged: string[] = []
  for (const linesBeforeKill of [1, 40, 150, 300]) {
    const writer = startProcess(
      `import { openEmbedded } from '#server/db/pglite/database.ts'
       const { pool } = await openEmbedded(${JSON.stringify(dir)})
       await pool.query('create table if not exists scraps (id serial primary key, body text not null)')
       for (;;) {
         const { rows } = await pool.query("insert into scraps (body) values (repeat(md5(random()::text), 60)) returning id")
         console.log(rows[0].id)
       }`,
    )
    await writer.printed(linesBeforeKill)
    await writer.kill()
    acknowledged.push(...writer.lines)
  }
  const { pool, close } = await openEmbedded(dir)
  const { rows } = await pool.query('select id::text from scraps where length(body) = 1920')
  await close()
  const saved = new Set(rows.map(({ id }) => id))
  expect(acknowledged.length).toBeGreaterThanOrEqual(491)
  expect(acknowledged.filter((id) => !saved.has(id))).toEqual([])
})
