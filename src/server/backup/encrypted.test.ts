import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { connectPool } from '#server/db/pool.ts'
import { type Config, readConfig } from '#server/kernel/config.ts'
import { keyRows } from '#server/storage/encryption/key-store.ts'
import { encryptedStorage, openStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { filesContaining } from '#testing/account-traces.ts'
import { createEmptyDatabase } from '#testing/database.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { openPool } from '#testing/postgres-server.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { listStored, readBytes } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { makeBackup } from './backup.ts'
import { storedPath } from './manifest.ts'
import { moveServices } from './move.ts'
import { restoreBackup } from './restore.ts'

// The operator commands with encrypted documents.

const aKey = () => randomBytes(32).toString('base64')
const filesKey = aKey()
const pdf = aPdf(150_000)
let services: TestServices
let ann: Nurse
let id: string
let config: Config
let folder: string
const closers: (() => unknown)[] = []
const silent = () => {}

beforeAll(async () => {
  services = await openTestServices({ env: { FILES_KEY: filesKey } })
  config = readConfig({
    LANYARD_DATA: services.dataDir,
    DATABASE_URL: services.database.url,
    FILES_KEY: filesKey,
  })
  ann = await services.nurse('ann')
  const answer = await ann.fetch('/api/upload', { method: 'POST', body: formOf(pdf) })
  id = ((await answer.json()) as { id: string }).id
})
afterAll(() => services.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-backup-'))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

type Installation = { config: Config; env: Record<string, string>; pool: pg.Pool }

async function emptyInstallation(more: Record<string, string>): Promise<Installation> {
  const source = inject('database')
  const { url, drop } = await createEmptyDatabase(source.kind === 'postgres' ? source.url : '')
  const dataDir = mkdtempSync(join(tmpdir(), 'lanyard-place-'))
  const pool = openPool(url)
  closers.push(
    drop,
    () => rmSync(dataDir, { recursive: true }),
    () => pool.end(),
  )
  const env = { LANYARD_DATA: dataDir, DATABASE_URL: url, ...more }
  return { config: readConfig(env), env, pool }
}

/** The decrypting storage of that installation, as its server opens it. */
async function documentsOf({
  config: there,
  pool,
}: Installation): Promise<{ storage: Storage; key: string }> {
  const storage = encryptedStorage(
    await openStorage(there),
    there,
    keyRows(connectPool(pool), services.clock),
  )
  const { rows } = await pool.query('select key from files where id = $1', [id])
  return { storage, key: rows[0].key }
}

const restore = ({ config: there }: Installation, from: string, say: (line: string) => void = silent) =>
  restoreBackup(there, from, { withDeleted: false, log: say })

test('a backup holds the documents decrypted and without a key, and can be inspected', async () => {
  const made = await makeBackup(config, folder, silent)
  expect(made.manifest).toMatchObject({ documents: { count: 1, bytes: 150_000 }, missing: [], damaged: [] })
  expect(await filesContaining(storedPath(made.folder), ['%PDF'])).toHaveLength(1)
  expect(made.manifest.tables.map(({ name }) => name)).not.toContain('file_keys')
})

test('a restore without the FILES_KEY of health records says so, and does not count as whole', {
  tags: 'long',
}, async () => {
  await ann.json('POST', '/api/health-records', {
    kind: 'tb_test',
    performedOn: '2026-01-01',
    notes: 'negative',
  })
  const { folder: path } = await makeBackup(config, folder, silent)
  const restoreWith = async (env: Record<string, string>) => {
    const place = await emptyInstallation(env)
    return (await restoreBackup(place.config, path, { withDeleted: false, log: silent })).missingKey
  }
  expect(await restoreWith({})).toMatch(
    /^Health records are encrypted with a FILES_KEY that these settings do not have/,
  )
  expect(await restoreWith({ FILES_KEY: aKey() })).toMatch(/^Health records are encrypted/)
  expect(await restoreWith({ FILES_KEY: filesKey })).toBeNull()
})

test('without the FILES_KEY no backup is made, and the message names the missing key', async () => {
  const without = readConfig({ LANYARD_DATA: services.dataDir, DATABASE_URL: services.database.url })
  await expect(makeBackup(without, folder, silent)).rejects.toThrow('Documents are encrypted: set FILES_KEY')
  const another = { ...config, FILES_KEY: aKey() }
  await expect(makeBackup(another, folder, silent)).rejects.toThrow('another FILES_KEY')
})

test.each([
  ['another FILES_KEY', { FILES_KEY: aKey() }, 0],
  ['no FILES_KEY', {}, 1],
])('can be restored with %s', async (_, env, readable) => {
  const made = await makeBackup(config, folder, silent)
  const place = await emptyInstallation(env as Record<string, string>)
  await restore(place, made.folder)
  const { storage, key } = await documentsOf(place)
  expect((await readBytes(storage, key))?.equals(pdf)).toBe(true)
  expect(await filesContaining(join(place.config.dataDir, 'files'), ['%PDF'])).toHaveLength(readable)
  expect((await listStored(storage, 'files/')).map((each) => each.key)).toEqual([key])
})

test('a restore that was killed between documents and rows continues, with its own keys', {
  tags: 'long',
}, async () => {
  const made = await makeBackup(config, folder, silent)
  const place = await emptyInstallation({ FILES_KEY: aKey() })
  const dying = (line: string) => {
    if (line.includes('documents were copied')) throw new Error('killed')
  }
  await expect(restore(place, made.folder, dying)).rejects.toThrow('killed')
  await restore(place, made.folder)
  const { storage, key } = await documentsOf(place)
  expect((await readBytes(storage, key))?.equals(pdf)).toBe(true)
})

test('moving to a bucket keeps the documents encrypted with the same keys', { tags: 'long' }, async () => {
  const made = await makeBackup(config, folder, silent)
  const place = await emptyInstallation({ FILES_KEY: aKey() })
  await restore(place, made.folder)
  const server = await startS3Server()
  closers.push(() => server.stop())
  const env = { ...place.env, ...server.settings }
  const halves = { database: false, documents: true }
  const { FILES_KEY: _, ...keyless } = env as Record<string, string>
  await expect(moveServices(readConfig(keyless), halves, silent)).rejects.toThrow('set FILES_KEY')
  const { documents } = await moveServices(readConfig(env), halves, silent)
  expect([documents?.copied.length, documents?.missing, documents?.damaged]).toEqual([1, [], []])
  const inBucket = { ...place, config: readConfig(env) }
  const { storage, key } = await documentsOf(inBucket)
  expect((await readBytes(storage, key))?.equals(pdf)).toBe(true)
  expect((await readBytes(await openStorage(inBucket.config), key))?.includes('%PDF')).toBe(false)
})

test('names a damaged document and backs up the others', async () => {
  const answer = await ann.fetch('/api/upload', { method: 'POST', body: formOf(aPdf(3000)) })
  const { id: harmed } = (await answer.json()) as { id: string }
  const { rows } = await services.database.pool.query('select key from files where id = $1', [harmed])
  await writeFile(join(services.dataDir, 'files', rows[0].key), randomBytes(3056))
  const { manifest, folder: made } = await makeBackup(config, folder, silent)
  expect([manifest.documents.count, manifest.missing]).toEqual([1, [harmed]])
  const place = await emptyInstallation({ FILES_KEY: aKey() })
  await restore(place, made)
  const { storage, key } = await documentsOf(place)
  expect((await readBytes(storage, key))?.equals(pdf)).toBe(true)
})
