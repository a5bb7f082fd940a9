import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openUnmigrated } from '#server/db/database.ts'
import { type DbPool, limitsOf } from '#server/db/pool.ts'
import { type Config, StartError } from '#server/kernel/config.ts'
import { openDiskStorage } from '#server/storage/open.ts'
import type { Storage } from '#server/storage/storage.ts'
import { hasFiles, hasMigrations } from './source-store.ts'

/** Throws a `StartError` if the rows are still in the data folder, so that nobody starts with an empty vault. */
export async function requireMovedRows(config: Config): Promise<void> {
  const { DATABASE_URL: url, dataDir } = config
  if (url === undefined || !existsSync(join(dataDir, 'pg'))) return
  const { pool, close } = await openUnmigrated({ url, dataDir, limits: limitsOf(config) })
  try {
    if (await hasMigrations(pool)) return
    throw new StartError(
      `The database of DATABASE_URL is empty, and the data folder ${dataDir} has one: run "npm run move", or set LANYARD_DATA to a new folder to begin anew.`,
    )
  } finally {
    await close()
  }
}

/** Throws a `StartError` if the documents are still in the data folder. `storage` is the bucket, if there is one. */
export async function requireMovedDocuments(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  storage: Storage,
  pool: DbPool,
): Promise<void> {
  if (s3 === null || !existsSync(join(dataDir, 'files'))) return
  if ((await isEmpty(openDiskStorage(dataDir))) || !(await isEmpty(storage)) || !(await hasFiles(pool)))
    return
  throw new StartError(
    `The bucket ${s3.name} is empty, and the data folder ${dataDir} has documents: run "npm run move -- documents".`,
  )
}

async function isEmpty(storage: Storage): Promise<boolean> {
  for await (const _document of storage.list('files/')) return false
  return true
}
