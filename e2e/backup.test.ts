import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '#testing/database.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { startTestServer } from '#testing/postgres-server.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { emptyDataFolder } from './data.ts'
import { freePort, type RunningServer, runToEnd, startServer, temporaryFolder } from './server.ts'

// Each kill takes one or two starts. Run `KILLS=20 npm test` for more.
const kills = Number(process.env.KILLS ?? 1)
const password = 'violet tractor moon 41'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Ended = { code: number | null; stdout: string; stderr: string }

/** Sends SIGKILL at a random moment within `withinMs` after `once` returns true. */
type Kill = { once: () => boolean; withinMs: number }

/** Runs the script behind `npm run …` without npm. */
async function command(
  name: 'backup' | 'restore' | 'move',
  args: string[],
  settings: Record<string, string>,
  kill?: Kill,
): Promise<Ended> {
  const { PATH, HOME } = process.env
  const script = join(import.meta.dirname, '../scripts', `${name}.mjs`)
  const child = spawn(process.execPath, [script, ...args], { env: { PATH, HOME, ...settings } })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk
  })
  const closed = once(child, 'close')
  if (kill) {
    while (child.exitCode === null && !kill.once()) await pause(5)
    await pause(kill.withinMs * Math.random())
    child.kill('SIGKILL')
  }
  const [code] = await closed
  return { ...ended, code }
}

function expectDone(ended: Ended, words: RegExp): void {
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout.trimEnd().split('\n').at(-1)).toMatch(words)
}

function expectRefused(ended: Ended, words: RegExp): void {
  expect(ended.stderr).toMatch(words)
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  expect(ended.code).toBe(1)
}

class Nurse {
  url: string
  email: string
  cookie = ''
  constructor(url: string, name: string) {
    this.url = url
    this.email = `${name}@nurses.example`
  }

  async fetch(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) {
    return fetch(`${this.url}${path}`, { method, body, headers: { cookie: this.cookie, ...headers } })
  }

  json(method: string, path: string, body: unknown) {
    return this.fetch(method, path, JSON.stringify(body), { 'Content-Type': 'application/json' })
  }

  async enter(path: string, more: Record<string, string> = {}): Promise<number> {
    const answer = await this.json('POST', path, { email: this.email, password, ...more })
    this.cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
    return answer.status
  }

  register = () => this.enter('/api/auth/sign-up/email', { name: 'Ann' })
  signIn = () => this.enter('/api/auth/sign-in/email')

  async upload(size: number): Promise<string> {
    const answer = await this.fetch('POST', '/api/upload', formOf(aPdf(size)))
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }
}

async function openFolder() {
  const folder = temporaryFolder()
  closers.push(() => folder.remove())
  return folder.path
}

/** A server on the embedded database, with one nurse to register. */
async function serving(dataDir: string, settings: Record<string, string> = {}) {
  const server = await startServer(dataDir, settings)
  closers.push(() => server.stop())
  return { server, ann: new Nurse(server.url, 'ann') }
}

async function fullVault() {
  const folder = await emptyDataFolder()
  closers.push(() => folder.remove())
  const { server, ann } = await serving(folder.path)
  expect(await ann.register()).toBe(200)
  return { dataDir: folder.path, server, ann }
}

/** Checks that every row has its complete document and every document has its row. Returns the ids of the rows. */
async function expectComplete(pool: Pool, dataDir: string): Promise<Set<string>> {
  const { rows } = await pool.query('select id, key, size, sha256 from files')
  const root = join(dataDir, 'files')
  for (const { key, size, sha256 } of rows) {
    const bytes = readFileSync(join(root, key))
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([Number(size), sha256])
  }
  expect(filesUnder(join(root, 'files'))).toHaveLength(rows.length)
  return new Set(rows.map(({ id }) => id))
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
}

/** One hash over the database files and the documents of a data folder. */
function hashOf(dataDir: string): string {
  const hash = createHash('sha256')
  for (const path of filesUnder(dataDir).sort()) {
    if (/^(pg|files)\//.test(path)) hash.update(path).update(readFileSync(join(dataDir, path)))
  }
  return hash.digest('hex')
}

const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^lanyard-.*Z$/.test(name))
    .map((name) => join(folder, name))

/** Uploads, creates and deletes until stopped. `kept` lists the uploads that the server acknowledged. */
function load(ann: Nurse) {
  const kept: string[] = []
  let isRunning = true
  const one = async () => {
    while (isRunning) {
      const id = await ann.upload(20_000 + Math.floor(Math.random() * 50_000))
      const license = { kind: 'license', type: 'RN', state: 'TX', fileIds: [id] }
      expect((await ann.json('POST', '/api/credentials', license)).status).toBe(201)
      kept.push(id)
      const passing = await ann.upload(3000)
      expect((await ann.fetch('DELETE', `/api/upload/${passing}?forever=true`)).status).toBe(204)
    }
  }
  const running = Promise.all([one(), one()])
  return {
    kept,
    async stop() {
      isRunning = false
      await running
    },
  }
}

describe('npm run backup and npm run restore', () => {
  it('back up a running server, and restore it into an empty installation', async () => {
    const { dataDir, ann, server } = await fullVault()
    const backups = await openFolder()
    const writing = load(ann)
    await expect.poll(() => writing.kept.length, { timeout: 60_000 }).toBeGreaterThan(5)
    const before = [...writing.kept]
    const made = await command('backup', [backups], { LANYARD_DATA: dataDir })
    expectDone(made, /^Backed up \d+ rows and \d+ documents \([\d.]+ MB\) to /)
    const during = writing.kept.length - before.length
    await writing.stop()
    expect(during).toBeGreaterThan(0)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.output()).not.toContain('"level":50')
    await server.stop()

    const empty = join(await openFolder(), 'data')
    const [backup = ''] = backupsIn(backups)
    expectDone(
      await command('restore', [backup], { LANYARD_DATA: empty }),
      /^Restored \d+ rows and \d+ documents/,
    )
    const database = await openDatabase({ url: undefined, dataDir: empty })
    const ids = await expectComplete(database.pool, empty).finally(() => database.close())
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    console.log(`${before.length} documents before, ${during} while the backup was made, ${ids.size} in it`)

    const again = await serving(empty)
    again.ann.cookie = ann.cookie
    expect((await again.ann.fetch('GET', '/api/users/me')).status).toBe(401)
    expect(await again.ann.signIn()).toBe(200)
    const [first = ''] = before
    expect((await again.ann.fetch('GET', `/api/upload/${first}/content`)).status).toBe(200)
    await again.server.stop()
    expectRefused(
      await command('restore', [backup], { LANYARD_DATA: empty }),
      /not empty, and nothing was changed/,
    )
  }, 600_000)

  it('survives a kill at any moment: an unfinished backup is not listed as a backup, and no server starts on an unfinished restore', async () => {
    const { dataDir, ann, server } = await fullVault()
    for (let n = 0; n < 30; n += 1) await ann.upload(200_000)
    await server.stop()
    const backups = await openFolder()
    const began = performance.now()
    expectDone(await command('backup', [backups], { LANYARD_DATA: dataDir }), /30 documents/)
    const backupMs = performance.now() - began
    const isBegun = () => readdirSync(backups).some((name) => name.endsWith('.unfinished'))
    for (let kill = 0; kill < kills; kill += 1) {
      await command('backup', [backups], { LANYARD_DATA: dataDir }, { once: isBegun, withinMs: backupMs / 2 })
      for (const backup of backupsIn(backups)) expect(existsSync(join(backup, 'manifest.json'))).toBe(true)
    }
    expectDone(await command('backup', [backups], { LANYARD_DATA: dataDir }), /30 documents/)
    expect(isBegun()).toBe(false)
    const [backup = ''] = backupsIn(backups)

    const postgres = await startTestServer()
    closers.push(() => postgres.stop())
    let inTheMiddle = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const { url: DATABASE_URL } = await createEmptyDatabase(postgres.url)
      const settings = { LANYARD_DATA: join(await openFolder(), 'data'), DATABASE_URL }
      const isMarked = () => existsSync(join(settings.LANYARD_DATA, 'files', 'unfinished', 'restore'))
      const killed = await command('restore', [backup], settings, {
        once: isMarked,
        withinMs: (kill * backupMs) / 10,
      })
      if (isMarked()) {
        const refused = await runToEnd({ ...settings, PORT: String(await freePort()) })
        expectRefused(refused, /only half filled: run the restore, of the same backup, again/)
        inTheMiddle += 1
      }
      const rerun = killed.code === 0 ? killed : await command('restore', [backup], settings)
      if (rerun.code === 0) expectDone(rerun, /^Restored \d+ rows and 30 documents/)
      else expectRefused(rerun, /not empty/) // Killed after its last step, before it printed the result.
      const database = await openDatabase({ url: DATABASE_URL, dataDir: '' })
      const ids = await expectComplete(database.pool, settings.LANYARD_DATA).finally(() => database.close())
      expect(ids.size).toBe(30)
    }
    expect(inTheMiddle).toBeGreaterThan(0)
    console.log(`${kills} backups and ${kills} restores killed; ${inTheMiddle} restores in the middle`)
  }, 900_000)
})

describe('npm run move', () => {
  it('copies a data folder to PostgreSQL and a bucket, killed or not, and leaves the folder unchanged', async () => {
    const { dataDir, ann, server } = await fullVault()
    const documents: string[] = []
    for (let n = 0; n < 20; n += 1) documents.push(await ann.upload(100_000))
    const [postgres, s3] = await Promise.all([startTestServer(), startS3Server()])
    closers.push(
      () => postgres.stop(),
      () => s3.stop(),
    )
    const { url: DATABASE_URL } = await createEmptyDatabase(postgres.url)
    const settings = { ...s3.settings, LANYARD_DATA: dataDir, DATABASE_URL }
    expectRefused(await command('move', [], settings), /in use by another process: stop that one first/)
    await server.stop()
    expectRefused(
      await command('move', [], { LANYARD_DATA: dataDir }),
      /Set DATABASE_URL to an empty database/,
    )

    const port = String(await freePort())
    expectRefused(
      await runToEnd({ ...settings, PORT: port }),
      /DATABASE_URL is empty, and the data folder .* has one: run "npm run move"/,
    )
    expectRefused(
      await runToEnd({ ...settings, PORT: port, DATABASE_URL: '' }),
      /bucket .* is empty, and the data folder .* has documents: run "npm run move -- documents"/,
    )

    const hashBefore = hashOf(dataDir)
    let moving: Ended | null = null
    for (let kill = 0; kill < kills && moving?.code !== 0; kill += 1) {
      const seen = s3.requests.length
      const isCopying = () => s3.requests.slice(seen).some((line) => line.startsWith('PUT /documents/files/'))
      moving = await command('move', [], settings, { once: isCopying, withinMs: kill * 400 })
      const isOver = s3.requests.slice(seen).includes('DELETE /documents/unfinished/restore')
      if (kill > 0 || isOver) continue
      expectRefused(await runToEnd({ ...settings, PORT: port }), /only half filled: run the move again/)
    }
    s3.faults.push({ method: 'PUT', does: 'reset' }, { method: 'GET', does: 'cut' })
    if (moving?.code !== 0) moving = await command('move', [], settings)
    // If it was killed after its last step and before it printed the result, nothing is left to do.
    if (moving.code !== 0) expectRefused(moving, /not empty, and nothing was changed/)
    else expectDone(moving, /^Moved \d+ rows to the database and 20 documents to the bucket/)
    expect(hashOf(dataDir)).toBe(hashBefore)

    const moved: RunningServer = await startServer(dataDir, settings)
    closers.push(() => moved.stop())
    ann.url = moved.url
    expect((await ann.fetch('GET', '/api/users/me')).status).toBe(200)
    for (const id of documents) {
      const answer = await ann.fetch('GET', `/api/upload/${id}/content`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(aPdf(100_000))).toBe(true)
    }
    const fresh = await ann.upload(5000)
    expect((await ann.fetch('GET', `/api/upload/${fresh}/content`)).status).toBe(200)
    expect(await (await fetch(`${moved.url}/readyz`)).json()).toMatchObject({
      checks: { database: 'ok', files: 'ok' },
    })

    const backups = await openFolder()
    expectDone(await command('backup', [backups], settings), /and 21 documents/)
    await moved.stop()
    expectRefused(await command('move', [], settings), /not empty, and nothing was changed/)
  }, 900_000)
})
