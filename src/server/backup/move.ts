import { readApplied } from '#server/db/applied-migrations.ts'
import { type OpenDatabase, openUnmigrated } from '#server/db/database.ts'
import { type FillMarker, unfinished } from '#server/db/fill-marker.ts'
import { lockFolder } from '#server/db/pglite/folder-lock.ts'
import type { DbClient } from '#server/db/pool.ts'
import { type Config, StartError } from '#server/kernel/config.ts'
import { keyRowsInMemory, readKeys } from '#server/storage/encryption/key-store.ts'
import { findStorageMark, removeStorageMark } from '#server/storage/fill-marker.ts'
import { encryptedStorage, openDiskStorage, openS3Storage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Log, progress } from './backup.ts'
import { type CopyResult, copyFiles, type FileEntry, removeStrangers } from './documents.ts'
import { inSnapshot, listTables, readLines, readSequences } from './row-store.ts'
import { withBackupLock } from './snapshot.ts'
import { openSource } from './source.ts'
import { isServerConnected, readEntries, readInstallation } from './source-store.ts'
import { checkStore, claim, fillDatabase } from './target.ts'

/** What to move: the rows to `DATABASE_URL`, the documents to the bucket of the S3_* settings. */
export type Halves = { database: boolean; documents: boolean }
export type Moved = { rows: number | null; documents: CopyResult | null }

/**
 * Copies the data folder to the configured database and bucket while the server is stopped. The data folder stays
 * unchanged. Throws a `StartError` if a target is not empty; can be run again after a kill.
 */
export async function moveServices(config: Config, halves: Halves, log: Log): Promise<Moved> {
  const lock = lockFolder(config.dataDir)
  try {
    return await withBackupLock(config.dataDir, () => move(config, halves, log))
  } finally {
    lock.release()
  }
}

async function move(config: Config, halves: Halves, log: Log): Promise<Moved> {
  const { dataDir, s3 } = config
  const disk = openDiskStorage(dataDir)
  const half = halves.documents ? await findStorageMark(disk) : null
  if (half) throw new StartError(unfinished('store of documents', half))
  const source = await openSource(
    { dataDir, DATABASE_URL: halves.database ? undefined : config.DATABASE_URL },
    true,
  )
  try {
    await checkStopped(source)
    return await inSnapshot(source.pool, async (client) => {
      const marker: FillMarker = { source: (await readInstallation(client)) ?? dataDir, command: 'move' }
      const storage = halves.documents && s3 ? await openS3Storage(s3, dataDir) : undefined
      if (storage) await checkStore(storage, marker)
      const database = halves.database
        ? await openUnmigrated({ url: config.DATABASE_URL, dataDir, name: 'lanyard-operator' })
        : undefined
      try {
        await claim({ database, storage }, marker)
        const keys = keyRowsInMemory(storage ? await readKeys(client, config) : [])
        const documents = storage
          ? await moveDocuments(
              encryptedStorage(disk, config, keys),
              encryptedStorage(storage, config, keys),
              await readEntries(client),
              log,
            )
          : null
        const settle = async () => {
          await checkStopped(source)
          if (storage) await removeStorageMark(storage)
        }
        const rows = database ? await moveRows(client, database, settle) : null
        if (!database) await settle()
        return { rows, documents }
      } finally {
        await database?.close()
      }
    })
  } finally {
    await source.close()
  }
}

async function moveDocuments(
  disk: Storage,
  storage: Storage,
  entries: FileEntry[],
  log: Log,
): Promise<CopyResult> {
  const copy = await copyFiles(disk, storage, entries, progress(entries.length, log))
  await removeStrangers(storage, copy.copied)
  log(`${copy.copied.length} documents were copied.`)
  return copy
}

/** Includes sessions and codes, because nothing happens in between. Only the leases of jobs are excluded. */
async function moveRows(
  client: DbClient,
  database: OpenDatabase,
  finish: () => Promise<void>,
): Promise<number> {
  const rows = {
    migrations: await readApplied(client),
    sequences: await readSequences(client),
    tables: (await listTables(client)).filter(({ name }) => name !== 'job_runs'),
    lines: (table: { name: string; columns: string[] }) => readLines(client, table),
  }
  const filled = await fillDatabase(database, rows, finish)
  return filled.reduce((sum, table) => sum + table.rows, 0)
}

/** A running server would keep writing to the source. For the embedded database, its lock already excludes one. */
async function checkStopped({ pool, kind }: OpenDatabase): Promise<void> {
  if (kind === 'embedded') return
  if (!(await isServerConnected(pool))) return
  throw new StartError('A server still works on the database of DATABASE_URL: stop it, then move again.')
}
