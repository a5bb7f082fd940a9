import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { checkKnown, migrateTo } from '#server/db/applied-migrations.ts'
import { type Db, openUnmigrated } from '#server/db/database.ts'
import type { FillMarker } from '#server/db/fill-marker.ts'
import { connectPool, type DbClient } from '#server/db/pool.ts'
import { checkHealthKeys } from '#server/health/seal-store.ts'
import { type Config, prepareDataDir, StartError } from '#server/kernel/config.ts'
import { createDiskStorage } from '#server/storage/disk.ts'
import { keyRowsInMemory, writeKeys } from '#server/storage/encryption/key-store.ts'
import { storageKeyFor } from '#server/storage/encryption/storage.ts'
import { removeStorageMark } from '#server/storage/fill-marker.ts'
import { encryptedStorage, openStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Log, progress } from './backup.ts'
import { checkDocuments, copyFiles, type FileEntry, removeStrangers } from './documents.ts'
import { decryptBackup, isEncrypted, makePlainFolder } from './encrypted-folder.ts'
import {
  checkPart,
  checkParts,
  hashOf,
  listBackups,
  type Manifest,
  readDocuments,
  readManifest,
  secretPath,
  storedPath,
  tablePath,
} from './manifest.ts'
import { readPart } from './part-file.ts'
import { withBackupLock } from './snapshot.ts'
import { checkStore, claim, fillDatabase } from './target.ts'
import { hasKeyTable, listFileKeys, removeDeleted, renameStorageKeys } from './target-store.ts'

/** An account in the backup that no longer existed when a newer one was made. */
export type Deleted = { id: string; registeredAt: string }

export type Restored = {
  manifest: Manifest
  rows: number
  documents: number
  deleted: Deleted[]
  /** The newer backup that was compared; `null` if there is none next to the restored one. */
  newerBackup: string | null
  /** Says that health records are encrypted with a key that the settings do not have; `null` if they have it. */
  missingKey: string | null
}

export type RestoreOptions = {
  /** Also restore accounts that were deleted since. */
  withDeleted: boolean
  log: Log
  /** Path of a file with the age identity of an encrypted backup. */
  identity?: string | undefined
}

/** Restores a backup into the configured database and storage. Throws a `StartError` unless both are empty. */
export async function restoreBackup(
  config: Config,
  path: string,
  { identity, ...options }: RestoreOptions,
): Promise<Restored> {
  const folder = resolve(path)
  if (!isEncrypted(folder)) return restoreFolder(config, folder, options)
  if (identity === undefined)
    throw new StartError(
      `The backup ${folder} is encrypted: add --identity and the file with its age identity.`,
    )
  prepareDataDir(config.dataDir)
  const plain = makePlainFolder(config)
  try {
    options.log('Decrypting the backup…')
    return await restoreFolder(config, await decryptBackup(folder, plain, identity), options)
  } finally {
    rmSync(plain, { recursive: true, force: true })
  }
}

async function restoreFolder(
  config: Config,
  folder: string,
  { withDeleted, log }: RestoreOptions,
): Promise<Restored> {
  const manifest = readManifest(folder)
  checkKnown(manifest.migrations)
  log('Reading the whole backup…')
  await checkParts(folder, manifest)
  const documents = await readDocuments(folder)
  const from = createDiskStorage(storedPath(folder))
  await checkDocuments(from, documents)
  checkSecret(config, manifest)

  const newer = await newerUsers(folder, manifest)
  const deleted = withDeleted || newer === null ? [] : await deletedSince(folder, manifest, newer.ids)
  const isDeleted = new Set(deleted.map(({ id }) => id))
  const selected = documents.filter(({ owner }) => !isDeleted.has(owner))

  prepareDataDir(config.dataDir)
  const { rows, missingKey } = await withBackupLock(config.dataDir, async () => {
    const marker: FillMarker = { source: manifest.id, command: 'restore' }
    const rawStorage = await openStorage(config)
    await checkStore(rawStorage, marker)
    const database = await openUnmigrated({
      url: config.DATABASE_URL,
      dataDir: config.dataDir,
      name: 'lanyard-operator',
    })
    try {
      await claim({ database, storage: rawStorage }, marker)
      await migrateTo(database.pool, manifest.migrations)
      // Old backups have no table for keys: the server encrypts their documents at its first start.
      const hasFilesKey = config.FILES_KEY !== undefined && (await hasKeyTable(database.pool))
      const keys = keyRowsInMemory()
      const entries = selected.map((entry) => ({ ...entry, key: storageKeyFor(entry.key, hasFilesKey) }))
      const storage = encryptedStorage(rawStorage, config, keys)
      await copyFiles(asNamed(from, selected, entries), storage, entries, progress(entries.length, log))
      await removeStrangers(rawStorage, entries)
      log(`${entries.length} documents were copied.`)
      const lines = ({ name }: { name: string }) => readPart(tablePath(folder, name))
      const filled = await fillDatabase(database, { ...manifest, lines }, async (client) => {
        await removeDeleted(client, manifest.gone, [...isDeleted])
        await renameStorageKeys(client, hasFilesKey)
        if (hasFilesKey) await writeKeys(client, keys.all())
        await checkNamed(client, entries, manifest.missing)
        placeSecret(config, folder, manifest)
        await removeStorageMark(rawStorage)
      })
      return {
        rows: filled.reduce((sum, table) => sum + table.rows, 0),
        missingKey: await findMissingKey(connectPool(database.pool), config),
      }
    } finally {
      await database.close()
    }
  })
  return {
    manifest,
    rows,
    documents: selected.length,
    deleted,
    newerBackup: newer?.folder ?? null,
    missingKey,
  }
}

/** The server does not start without the key, so the operator learns of it here. */
async function findMissingKey(db: Db, config: Config): Promise<string | null> {
  try {
    await checkHealthKeys(db, config)
    return null
  } catch (error) {
    // A backup of an earlier version may lack the columns: its records are not encrypted.
    return error instanceof StartError ? error.message : null
  }
}

/** The documents of the backup under their new storage keys. */
function asNamed(from: Storage, was: FileEntry[], is: FileEntry[]): Storage {
  const keys = new Map(is.map(({ key }, index) => [key, was[index]?.key ?? key]))
  return { ...from, read: (key, range) => from.read(keys.get(key) ?? key, range) }
}

/** The users in the newest backup of the same installation next to this one. */
async function newerUsers(
  folder: string,
  { installation, madeAt }: Manifest,
): Promise<{ folder: string; ids: Set<string> } | null> {
  const isNewer = (other: Manifest) =>
    installation !== null && other.installation === installation && other.madeAt > madeAt
  const newest = listBackups(dirname(folder)).find((beside) => isNewer(beside.manifest))
  const users = newest?.manifest.tables.find(({ name }) => name === 'users')
  if (!newest || !users) return null
  const path = tablePath(newest.folder, users.name)
  await checkPart(path, users)
  const ids = new Set<string>()
  for await (const user of readColumns(path, users.columns, ['id'])) ids.add(user.id ?? '')
  return { folder: newest.folder, ids }
}

async function deletedSince(folder: string, { tables }: Manifest, still: Set<string>): Promise<Deleted[]> {
  const { columns } = tables.find(({ name }) => name === 'users') ?? { columns: [] }
  const deleted: Deleted[] = []
  for await (const user of readColumns(tablePath(folder, 'users'), columns, ['id', 'created_at'])) {
    const { id = '', created_at: registeredAt = '' } = user
    if (!still.has(id)) deleted.push({ id, registeredAt: registeredAt.slice(0, 10) })
  }
  return deleted
}

async function* readColumns(path: string, columns: string[], wanted: string[]) {
  for await (const line of readPart(path)) {
    const values: string[] = JSON.parse(line)
    yield Object.fromEntries(wanted.map((column) => [column, values[columns.indexOf(column)]]))
  }
}

/** Checks that each row has its document, and each document its row. */
async function checkNamed(client: DbClient, entries: FileEntry[], missing: string[]): Promise<void> {
  const rows = await listFileKeys(client)
  const stored = new Set(entries.map(({ key }) => key))
  const known = new Set(missing)
  const named = rows.filter(({ id, key }) => stored.has(key) || !known.has(id))
  if (named.length === stored.size && named.every(({ key }) => stored.has(key))) return
  throw new StartError('The rows and the documents of this backup do not fit together: take another backup.')
}

function checkSecret({ AUTH_SECRET, dataDir }: Config, { authSecret }: Manifest): void {
  const there = hashOf(join(dataDir, 'auth-secret'))
  if (AUTH_SECRET !== undefined || authSecret === null || there === null || there === authSecret) return
  throw new StartError(
    `The data folder ${dataDir} has an auth-secret of another installation: set LANYARD_DATA to a new folder.`,
  )
}

function placeSecret({ AUTH_SECRET, dataDir }: Config, folder: string, { authSecret }: Manifest): void {
  const path = join(dataDir, 'auth-secret')
  if (AUTH_SECRET !== undefined || authSecret === null || existsSync(path)) return
  writeFileSync(path, readFileSync(secretPath(folder)), { mode: 0o600, flag: 'wx', flush: true })
}
