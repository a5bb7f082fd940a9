import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '#server/kernel/config.ts'
import { startProcess } from '#testing/process.ts'
import { openEmbedded } from './database.ts'
import { lockFolder } from './folder-lock.ts'

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lanyard-lock-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const hold = () =>
  startProcess(
    `import { lockFolder } from '#server/db/pglite/folder-lock.ts'
     lockFolder(${JSON.stringify(dir)})
     globalThis.gc()
     console.log('locked')
     setInterval(() => {}, 1000)`,
    { NODE_OPTIONS: '--expose-gc' },
  )

test('refuses a second process with one sentence that names the folder', async () => {
  const first = hold()
  await first.printed(1)
  const refused = openEmbedded(dir)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(
    `The data folder ${dir} is in use by another process: stop that one first, or set LANYARD_DATA to another folder.`,
  )
  await first.kill()
  lockFolder(dir).release()
})

test('refuses a second lock in the same process until the first is released', () => {
  const first = lockFolder(dir)
  expect(() => lockFolder(dir)).toThrow('in use by another process')
  first.release()
  lockFolder(dir).release()
})

test('distinguishes an invalid lock file from a folder in use', () => {
  expect(() => lockFolder(join(dir, 'missing'))).toThrow(/cannot be locked/)
})
