import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { aPhoto, formOf } from '#testing/documents.ts'
import { readExportedVault } from '#testing/exports.ts'
import { expectNoOrphanRows, sweepOrphanBytes } from '#testing/fault-audit.ts'
import { fillVault } from '#testing/full-vault.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { readConfig } from '../src/server/kernel/config.ts'
import { createLogger } from '../src/server/kernel/log.ts'
import { advanceServerClock, withMovableClock } from './clock.ts'
import { copyEmptyDatabase } from './data.ts'
import { openStorageOf } from './fault-installation.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

// Each kill takes two starts. Run `KILLS=12 npm test` for more.
const KILLS = Number(process.env.KILLS ?? 1)
const FILES = 20
const password = 'violet tractor moon 41'

const folder = temporaryFolder()
const data = join(folder.path, 'data')
let server: RunningServer
let settings: Record<string, string>
beforeAll(async () => {
  await copyEmptyDatabase(data)
  settings = { PORT: String(await freePort()), ...withMovableClock() }
  server = await startServer(data, settings)
})
afterAll(async () => {
  await server?.kill()
  folder.remove()
})

async function register(name: string): Promise<Browser> {
  const nurse = openBrowser({ request: fetch } as unknown as Hono, server.url)
  const input = { email: `${name}@nurses.example`, password, name }
  const answer = await nurse.json('POST', '/api/auth/sign-up/email', input)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return nurse
}

async function exportOf(nurse: Browser): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await nurse.fetch('/api/users/me/export')
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

const importZip = (nurse: Browser, zip: Uint8Array<ArrayBuffer>) =>
  nurse.fetch('/api/users/me/import', {
    method: 'POST',
    body: zip,
    headers: { 'Content-Type': 'application/zip' },
  })

const stored = () =>
  readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length

it('an import that is killed stores everything or nothing, and can be repeated', async () => {
  const ann = await register('ann')
  await fillVault(ann, 'Canary')
  const photo = await aPhoto()
  for (let n = 0; n < FILES; n += 1) {
    const kept = await ann.fetch('/api/upload', { method: 'POST', body: formOf(photo, `card ${n}.jpg`) })
    expect(kept.status).toBe(201)
  }
  const zip = await exportOf(ann)
  const expected = readExportedVault(zip)

  for (let kill = 0; kill < KILLS; kill += 1) {
    const bob = await register(`bob${kill}`)
    const empty = readExportedVault(await exportOf(bob))
    const before = stored()
    const importing = importZip(bob, zip).then(
      ({ status }) => status,
      () => null,
    )
    while (stored() < before + 1 + Math.random() * FILES) await wait(1)
    await wait(Math.random() * 300)
    await server.kill()
    const status = await importing

    server = await startServer(data, settings)
    const found = readExportedVault(await exportOf(bob))
    if (status !== null || found.files.length > 0) expect(found).toEqual(expected)
    else {
      expect(found).toEqual(empty)
      // The server counts the killed import as running for another minute.
      const early = await importZip(bob, zip)
      expect(early.status).toBe(429)
      await advanceServerClock(server, Number(early.headers.get('retry-after')) * 1000)
      const again = await importZip(bob, zip)
      expect(again.status, await again.clone().text()).toBe(200)
      expect(readExportedVault(await exportOf(bob))).toEqual(expected)
    }
  }

  await server.stop()
  const config = readConfig({ LANYARD_DATA: data })
  const database = await openDatabase({ url: undefined, dataDir: data })
  const storage = await openStorageOf(config)
  await expectNoOrphanRows(database.pool)
  await sweepOrphanBytes({ database, db: database.db, storage, log: createLogger('silent') })
  await database.close()
})
