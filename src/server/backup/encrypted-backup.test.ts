import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { installationKey } from '#server/db/installation-keys.ts'
import { type Config, readConfig } from '#server/kernel/config.ts'
import { openStorage } from '#server/storage/open.ts'
import { filesContaining } from '#testing/account-traces.ts'
import { createEmptyDatabase } from '#testing/database.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { openPool } from '#testing/postgres-server.ts'
import { readBytes } from '#testing/storage-contract.ts'
import { openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

// Backups that are encrypted to a public key.

const pdf = aPdf(150_000)
const silent = () => {}
let services: TestServices
let config: Config
let folder: string
let identity: string
const closers: (() => unknown)[] = []

beforeAll(async () => {
  services = await openTestServices()
  // A restore uses this to recognize backups of the same installation.
  await installationKey(services, 'push', () => 'a key of this installation')
  const secret = await generateIdentity()
  identity = join(services.dataDir, 'identity.txt')
  writeFileSync(identity, `# created for a test\n${secret}\n`)
  config = readConfig({
    LANYARD_DATA: services.dataDir,
    DATABASE_URL: services.database.url,
    BACKUP_RECIPIENT: await identityToRecipient(secret),
  })
  const ann = await services.nurse('ann')
  expect((await ann.fetch('/api/upload', { method: 'POST', body: formOf(pdf) })).status).toBe(201)
})
afterAll(() => services.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-backup-'))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function emptyInstallation(): Promise<{ config: Config; pool: pg.Pool }> {
  const source = inject('database')
  const { url, drop } = await createEmptyDatabase(source.kind === 'postgres' ? source.url : '')
  const dataDir = mkdtempSync(join(tmpdir(), 'lanyard-installation-'))
  const pool = openPool(url)
  closers.push(
    drop,
    () => rmSync(dataDir, { recursive: true }),
    () => pool.end(),
  )
  return { config: readConfig({ LANYARD_DATA: dataDir, DATABASE_URL: url }), pool }
}

const plainFolders = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('plain'))

test('a backup is encrypted, and restored with the identity', async () => {
  const { folder: made } = await makeBackup(config, folder, silent)
  const files = readdirSync(made, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  expect(files.length).toBeGreaterThan(20)
  for (const { parentPath, name } of files) {
    expect(name).toMatch(/\.age$/)
    expect(readFileSync(join(parentPath, name)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
  expect(await filesContaining(made, ['%PDF', '"format"', '"migrations"'])).toEqual([])
  expect(plainFolders(config.dataDir)).toEqual([])

  const there = await emptyInstallation()
  const restored = await restoreBackup(there.config, made, { withDeleted: false, log: silent, identity })
  expect(restored.documents).toBe(1)
  const { rows } = await there.pool.query('select key from files')
  expect((await readBytes(await openStorage(there.config), rows[0].key))?.equals(pdf)).toBe(true)
  expect(plainFolders(there.config.dataDir)).toEqual([])
})

test('without the identity, or with another one, nothing is restored, and the message explains why', async () => {
  const { folder: made } = await makeBackup(config, folder, silent)
  const there = await emptyInstallation()
  const options = { withDeleted: false, log: silent }
  await expect(restoreBackup(there.config, made, options)).rejects.toThrow(/is encrypted: add --identity/)
  const other = join(folder, 'other.txt')
  writeFileSync(other, await generateIdentity())
  await expect(restoreBackup(there.config, made, { ...options, identity: other })).rejects.toThrow(
    /damaged, or encrypted to another recipient/,
  )
  writeFileSync(other, 'AGE-SECRET-KEY-1NONSENSE')
  await expect(restoreBackup(there.config, made, { ...options, identity: other })).rejects.toThrow(
    /^There is no age identity in [^ ]+other.txt/,
  )
  expect(plainFolders(there.config.dataDir)).toEqual([])
  expect((await there.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
})

test('a changed byte is detected', async () => {
  const { folder: made } = await makeBackup(config, folder, silent)
  const path = join(made, 'tables', 'users.jsonl.gz.age')
  const bytes = readFileSync(path)
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  writeFileSync(path, bytes)
  const there = await emptyInstallation()
  const restoring = restoreBackup(there.config, made, { withDeleted: false, log: silent, identity })
  await expect(restoring).rejects.toThrow(/users\.jsonl\.gz\.age is damaged/)
})

test('leaves out an account that a newer encrypted backup no longer contains', { tags: 'long' }, async () => {
  const bea = await services.nurse('bea')
  const { folder: old } = await makeBackup(config, folder, silent)
  expect((await bea.json('DELETE', '/api/users/me', { password: testPassword })).status).toBe(204)
  await makeBackup(config, folder, silent)
  const there = await emptyInstallation()
  const restored = await restoreBackup(there.config, old, { withDeleted: false, log: silent, identity })
  expect(restored.deleted.map(({ id }) => id)).toEqual([bea.id])
})
