import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readApplied } from '#server/db/applied-migrations.ts'
import { unfinished } from '#server/db/fill-marker.ts'
import { tryLock } from '#server/db/pglite/folder-lock.ts'
import { type Config, prepareDataDir, StartError } from '#server/kernel/config.ts'
import { lanyardVersion } from '#server/kernel/version.ts'
import { createDiskStorage } from '#server/storage/disk.ts'
import { keyRowsInMemory, readKeys } from '#server/storage/encryption/key-store.ts'
import type { WrappedKey } from '#server/storage/encryption/keyring.ts'
import { findStorageMark } from '#server/storage/fill-marker.ts'
import { encryptedStorage, openStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type CopyResult, copyFiles, type FileEntry } from './documents.ts'
import { clearPlainFolders, encryptFolder, makePlainFolder } from './encrypted-folder.ts'
import {
  checkParts,
  documentsPath,
  hashOf,
  type Manifest,
  secretPath,
  storedPath,
  tablePath,
} from './manifest.ts'
import { syncParent, syncPath, writePart } from './part-file.ts'
import { inSnapshot, listTables, readLines, readSequences } from './row-store.ts'
import { withBackupLock } from './snapshot.ts'
import { openSource } from './source.ts'
import { listExistingFileIds, readEntries, readInstallation } from './source-store.ts'
import { measureLines, type TablePart } from './table-part.ts'

/**
 * Excluded: credentials that may have been revoked since (sessions, share visits, mailed codes and the mails with
 * them), and state that only running processes share. The keys of documents too, because the documents in a backup are
 * not encrypted.
 */
const excludedTables = [
  ...[
    'account_removals',
    'file_keys',
    'job_runs',
    'limit_counters',
    'mail_outbox',
    'sessions',
    'share_visits',
  ],
  'verifications',
]

export type Log = (line: string) => void
export type Backup = { folder: string; manifest: Manifest }

type Snapshot = Pick<Manifest, 'database' | 'installation' | 'migrations' | 'tables' | 'sequences'> & {
  entries: FileEntry[]
  keys: WrappedKey[]
}

/** Creates a folder in `parent` with all rows of one snapshot and every document that they reference. */
export async function makeBackup(config: Config, parent: string, log: Log): Promise<Backup> {
  prepareDataDir(config.dataDir)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  return withBackupLock(config.dataDir, async () => {
    const lock = lockParent(parent)
    try {
      clearUnfinished(parent)
      clearPlainFolders(config)
      return await make(config, parent, log)
    } finally {
      clearPlainFolders(config)
      lock.release()
    }
  })
}

function lockParent(parent: string): { release(): void } {
  const lock = tryLock(parent, '.lanyard-backup.lock')
  if (lock) return lock
  throw new StartError(`Another backup is being made in ${parent}: wait for its end, or name another folder.`)
}

/** Removes what killed backups left; the lock makes sure that no other backup is running. */
function clearUnfinished(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!/^lanyard-.*\.unfinished$/.test(name)) continue
    rmSync(join(parent, name), { recursive: true, force: true })
  }
}

async function make(config: Config, parent: string, log: Log): Promise<Backup> {
  const rawStorage = await openStorage(config)
  const marker = await findStorageMark(rawStorage)
  if (marker) throw new StartError(unfinished('store of documents', marker))
  const { folder, madeAt } = await freeName(parent)
  const { BACKUP_RECIPIENT: recipient } = config
  const plain = recipient === undefined ? null : makePlainFolder(config)
  const unfinishedFolder = plain ?? `${folder}.unfinished`
  mkdirSync(join(unfinishedFolder, 'tables'), { recursive: true, mode: 0o700 })

  const snapshot = await backUpRows(config, unfinishedFolder)
  const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0)
  log(`${rows} rows of ${snapshot.tables.length} tables are kept.`)
  const storage = encryptedStorage(rawStorage, config, keyRowsInMemory(snapshot.keys))
  const copy = await backUpDocuments(storage, unfinishedFolder, snapshot.entries, log)
  const { gone, missing } = await findGone(config, copy.missing)
  const { entries, keys, ...kept } = snapshot
  const manifest: Manifest = {
    ...{ format: 1, id: randomUUID(), lanyard: lanyardVersion(), madeAt: madeAt.toISOString() },
    ...kept,
    documents: {
      count: copy.copied.length,
      bytes: copy.bytes,
      sha256: await writeDocumentList(unfinishedFolder, copy.copied),
    },
    ...{ gone, missing, damaged: copy.damaged.map(({ id }) => id) },
    authSecret: copySecret(config, unfinishedFolder),
  }
  await checkParts(unfinishedFolder, manifest)
  const path = join(unfinishedFolder, 'manifest.json')
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  for (const each of [path, join(unfinishedFolder, 'tables'), unfinishedFolder]) await syncPath(each)
  if (plain !== null && recipient !== undefined) {
    await encryptFolder(plain, `${folder}.unfinished`, recipient)
    log(`Encrypted for ${recipient}.`)
  }
  renameSync(`${folder}.unfinished`, folder)
  await syncParent(folder)
  return { folder, manifest }
}

/** Backups are named by the second; if this second has one already, waits for the next. */
async function freeName(parent: string): Promise<{ folder: string; madeAt: Date }> {
  for (;;) {
    const madeAt = new Date()
    const name = madeAt
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')
    const folder = join(resolve(parent), `lanyard-${name}`)
    if (!existsSync(folder)) return { folder, madeAt }
    await pause(100)
  }
}

async function backUpRows(config: Config, folder: string): Promise<Snapshot> {
  const source = await openSource(config)
  try {
    return await inSnapshot(source.pool, async (client) => {
      const tables: TablePart[] = []
      for (const table of await listTables(client)) {
        if (excludedTables.includes(table.name)) continue
        const passing = measureLines(table, readLines(client, table))
        await writePart(tablePath(folder, table.name), passing.lines)
        tables.push(passing.part())
      }
      return {
        database: source.kind,
        installation: await readInstallation(client),
        migrations: await readApplied(client),
        tables,
        sequences: await readSequences(client),
        entries: await readEntries(client),
        keys: await readKeys(client, config),
      }
    })
  } finally {
    await source.close()
  }
}

async function backUpDocuments(
  storage: Storage,
  folder: string,
  entries: FileEntry[],
  log: Log,
): Promise<CopyResult> {
  const kept = createDiskStorage(storedPath(folder))
  const copy = await copyFiles(storage, kept, entries, progress(entries.length, log))
  rmSync(join(storedPath(folder), 'incoming'), { recursive: true, force: true })
  return copy
}

/** Logs the progress, at most every few seconds. */
export function progress(all: number, log: Log): (done: number) => void {
  let loggedAt = performance.now()
  return (done) => {
    if (performance.now() - loggedAt < 3000) return
    loggedAt = performance.now()
    log(`${done} of ${all} documents…`)
  }
}

/** A document without bytes: either deleted since the rows were read, or missing in storage. */
async function findGone(
  config: Config,
  without: FileEntry[],
): Promise<{ gone: string[]; missing: string[] }> {
  if (without.length === 0) return { gone: [], missing: [] }
  const source = await openSource(config)
  const ids = without.map(({ id }) => id)
  const existing = await listExistingFileIds(source.pool, ids).finally(() => source.close())
  return { gone: ids.filter((id) => !existing.has(id)), missing: ids.filter((id) => existing.has(id)) }
}

async function writeDocumentList(folder: string, entries: FileEntry[]): Promise<string> {
  async function* lines() {
    for (const entry of entries.toSorted((a, b) => (a.key < b.key ? -1 : 1))) yield JSON.stringify(entry)
  }
  const passing = measureLines({ name: 'documents', columns: [] }, lines())
  await writePart(documentsPath(folder), passing.lines)
  return passing.part().sha256
}

/** The secret generated in emulator mode belongs to the installation; the operator keeps a copy of `AUTH_SECRET`. */
function copySecret({ AUTH_SECRET, dataDir }: Config, folder: string): string | null {
  const path = join(dataDir, 'auth-secret')
  if (AUTH_SECRET !== undefined || !existsSync(path)) return null
  copyFileSync(path, secretPath(folder))
  return hashOf(secretPath(folder))
}
