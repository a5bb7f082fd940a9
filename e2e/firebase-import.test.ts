import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { aPdf } from '#testing/documents.ts'
import { firebasePassword, hashParameters, writeExport } from '#testing/firebase-export.ts'
import { copyEmptyDatabase } from './data.ts'
import { startServer, temporaryFolder } from './server.ts'

const OWNERS = Number(process.env.IMPORTED_OWNERS ?? 40)
const password = 'a password of 2019'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const FILES_KEY = randomBytes(32).toString('base64')

/** Runs `npm run import -- …` without npm, in an installation that encrypts its documents. */
function start(dataDir: string, ...args: string[]): { child: ChildProcess; said: () => string } {
  const { PATH, HOME } = process.env
  const script = join(import.meta.dirname, '../scripts/import.mjs')
  const env = { PATH, HOME, LANYARD_DATA: dataDir, LOG_LEVEL: 'silent', FILES_KEY }
  const child = spawn(process.execPath, [script, ...args], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  return { child, said: () => said }
}

async function run(dataDir: string, ...args: string[]) {
  const { child, said } = start(dataDir, ...args)
  const [code] = await once(child, 'close')
  return { code, said: said() }
}

/** The number of documents in the data folder. */
function stored(dataDir: string): number {
  const folder = join(dataDir, 'files', 'files')
  return existsSync(folder) ? readdirSync(folder).length : 0
}

type Nurses = { ids: string[]; data: string; source: string }

/** An export of nurses with one license and its document each, and a data folder to import it into. */
async function exportOf(count: number): Promise<Nurses> {
  const folder = temporaryFolder()
  closers.push(() => folder.remove())
  const data = join(folder.path, 'data')
  const source = join(folder.path, 'export')
  await copyEmptyDatabase(data)
  const ids = Array.from({ length: count }, (_, n) => `uid${n}`)
  const byId = (make: (id: string) => object) => Object.fromEntries(ids.map((id) => [`of-${id}`, make(id)]))
  writeExport(source, {
    'accounts.json': {
      users: ids.map((localId) => ({
        ...{ localId, email: `${localId}@nurses.example`, emailVerified: true },
        ...firebasePassword(password),
      })),
    },
    'hash-parameters.txt': hashParameters,
    'licenses.json': byId((userId) => ({
      userId,
      type: 'RN',
      state: 'TX',
      expiresAt: '2030-01-31',
      fileId: `f-${userId}`,
    })),
    'fileMetadata.json': Object.fromEntries(
      ids.map((userId) => [`f-${userId}`, { userId, name: 'card.pdf', path: `users/${userId}/card.pdf` }]),
    ),
  })
  const pdf = await aPdf()
  writeExport(source, Object.fromEntries(ids.map((id) => [`files/users/${id}/card.pdf`, pdf])))
  return { ids, data, source }
}

it('a killed import is completed by the next run, and its owners can sign in', { tags: 'long' }, async () => {
  const { data, source } = await exportOf(OWNERS)
  const killed = start(data, 'firebase', source, '--write')
  const ended = once(killed.child, 'close')
  while (killed.child.exitCode === null && stored(data) < 4) await wait(20)
  killed.child.kill('SIGKILL')
  await ended
  expect(stored(data)).toBeLessThan(OWNERS)

  const whole = await run(data, 'firebase', source, '--write')
  expect(whole.code, whole.said).toBe(0)
  expect(whole.said).toMatch(/licenses: \d+ imported, [1-9]\d* imported before, 0 not imported/)
  expect(whole.said).toContain(
    `${OWNERS * 3} accounts, records and files are as in the export, 0 were changed here since, 0 deleted here, 0 differ.`,
  )

  const server = await startServer(data, { FILES_KEY })
  closers.push(() => server.stop())
  const answer = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'uid3@nurses.example', password }),
  })
  expect(answer.status).toBe(200)
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const list = await (await fetch(`${server.url}/api/credentials`, { headers: { cookie } })).json()
  expect(list.items).toMatchObject([{ fileIds: [list.items[0].fileId] }])
  const card = await fetch(`${server.url}/api/upload/${list.items[0].fileId}/content`, {
    headers: { cookie },
  })
  expect(
    Buffer.from(await card.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const refused = await run(data, 'firebase', source, '--write')
  expect(refused.code).toBe(1)
})

it('names every document that it could not store, and fails', { tags: 'long' }, async () => {
  const { data, source } = await exportOf(2)
  // A file blocks the path of the folder for all documents.
  const place = join(data, 'files', 'files')
  mkdirSync(join(data, 'files'), { recursive: true })
  writeFileSync(place, '')
  const failed = await run(data, 'firebase', source, '--write')
  expect(failed.code, failed.said).toBe(1)
  expect(failed.said).toContain('fileMetadata: 0 imported, 0 imported before, 2 not imported')
  expect(failed.said).toContain('Not stored: "users/uid1/card.pdf" of account uid1: ')
  expect(failed.said).toContain('2 documents could not be stored.')

  rmSync(place)
  const whole = await run(data, 'firebase', source, '--write')
  expect(whole.code, whole.said).toBe(0)
  expect(whole.said).toContain('6 accounts, records and files are as in the export')
})

it('prints its usage', async () => {
  const folder = temporaryFolder()
  closers.push(() => folder.remove())
  const data = join(folder.path, 'data')
  expect(await run(data, 'firebase')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Usage: npm run import'),
  })
})
