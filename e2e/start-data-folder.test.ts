import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyEmptyDatabase } from './data.ts'
import { expectOneSentence } from './refusal.ts'
import { freePort, type RunningServer, runToEnd, startServer, temporaryFolder } from './server.ts'

const scripts = join(import.meta.dirname, '../scripts')

let folder: ReturnType<typeof temporaryFolder>
let server: RunningServer | undefined

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(async () => {
  await server?.kill()
  server = undefined
  folder.remove()
})

describe('starting the server', () => {
  it('names a data folder that is in use by another process', async () => {
    const data = join(folder.path, 'data')
    await copyEmptyDatabase(data)
    server = await startServer(data)
    const result = await runToEnd({ PORT: String(await freePort()), LANYARD_DATA: data })
    expectOneSentence(result, /in use by another|already in use/)
    expect(result.stderr).toContain(data)
  })

  it('names a data folder that cannot be created or written', async () => {
    const file = join(folder.path, 'file')
    writeFileSync(file, 'a file where a folder should be')
    expectOneSentence(
      await runToEnd({ PORT: String(await freePort()), LANYARD_DATA: join(file, 'data') }),
      /cannot be written: give this user the right to, or set LANYARD_DATA/,
    )
    if (process.getuid?.() === 0) return
    const readOnly = join(folder.path, 'read-only')
    mkdirSync(readOnly)
    chmodSync(readOnly, 0o500)
    expectOneSentence(
      await runToEnd({ PORT: String(await freePort()), LANYARD_DATA: readOnly }),
      /cannot be written/,
    )
  })

  it('keeps its data from other users of the machine, in a folder that they can read', {
    tags: 'long',
  }, async () => {
    const data = join(folder.path, 'data')
    mkdirSync(data, { mode: 0o755 })
    server = await startServer(data)
    expect(openToOthers(data)).toEqual([])
    const fields = { email: 'ann@nurses.example', password: 'violet tractor moon 41', name: 'Ann' }
    const signUp = await fetch(`${server.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    })
    expect(signUp.status).toBe(200)
    await server.stop()
    expect(openToOthers(data)).toEqual([])
  })

  it('closes the files that an earlier version left open to others', { tags: 'long' }, async () => {
    const data = join(folder.path, 'data')
    await copyEmptyDatabase(data)
    for (const path of pathsIn(join(data, 'pg')))
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666)
    mkdirSync(join(data, 'files'), { mode: 0o755 })
    writeFileSync(join(data, 'auth-secret'), 'a'.repeat(43), { mode: 0o644 })
    server = await startServer(data)
    expect(openToOthers(data)).toEqual([])
  })

  it('gets the backup of another installation in a new data folder', { tags: 'long' }, async () => {
    const [data, elsewhere, backups] = ['data', 'elsewhere', 'backups'].map((name) => join(folder.path, name))
    await copyEmptyDatabase(data ?? '')
    const settings = { PATH: process.env.PATH, HOME: process.env.HOME }
    const run = (script: string, dataDir: string | undefined, path: string | undefined) =>
      promisify(execFile)(process.execPath, [join(scripts, script), path ?? ''], {
        env: { ...settings, LANYARD_DATA: dataDir },
      })
    await run('backup.mjs', data, backups)
    const name = readdirSync(backups ?? '').find((each) => each.startsWith('lanyard-')) ?? ''
    const { stdout } = await run('restore.mjs', elsewhere, join(backups ?? '', name))
    expect(stdout).toMatch(/^Restored \d+ rows and 0 documents/m)
    server = await startServer(elsewhere ?? '')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('stops within ten seconds of a SIGTERM and starts again on the same data', async () => {
    const data = join(folder.path, 'data')
    await copyEmptyDatabase(data)
    server = await startServer(data)
    const began = performance.now()
    await server.stop()
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(server.process.exitCode).toBe(0)
    server = await startServer(data)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

const pathsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** What is in the folder that any other user may read, write or list. */
const openToOthers = (folder: string) => pathsIn(folder).filter((path) => (statSync(path).mode & 0o077) !== 0)
