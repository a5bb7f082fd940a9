import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { outliveConnections } from '#server/db/pool.ts'
import { prepareDataDir, StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { hasFilesOfOthers } from '#server/kernel/operator-files.ts'
import { closeToOthers, firstStart } from './first-start.ts'
import { lockFolder } from './folder-lock.ts'
import { preparedFolder } from './prepared.ts'
import { createEmbedded, EmbeddedServer } from './server.ts'
import { EmbeddedStream } from './stream.ts'
import { checkVersion } from './version.ts'

export type Embedded = {
  pool: pg.Pool
  /** Copies the database folder between two queries; the copy opens like a database after a kill. */
  copyTo(folder: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the embedded PostgreSQL in `<dataDir>/pg`, and creates it at the first start: empty, or with all tables if
 * `isForLanyard`. The pool has one connection because there is only one session. Throws a `StartError` that says what
 * to do.
 */
export async function openEmbedded(dataDir: string, isForLanyard = false): Promise<Embedded> {
  prepareDataDir(dataDir)
  const lock = lockFolder(dataDir)
  const folder = join(dataDir, 'pg')
  const server = new EmbeddedServer(folder)
  try {
    await firstStart(folder, isForLanyard ? createFilled : createEmbedded)
    checkVersion(folder)
    await closeToOthers(folder)
    await server.connect(() => {})
  } catch (error) {
    lock.release()
    if (error instanceof StartError) throw error
    const advice = hasFilesOfOthers(folder)
      ? `files in it belong to another user, as after a start by root: run "chown -R --reference=${folder} ${folder}" as root`
      : 'put a backup of the folder in its place, or set LANYARD_DATA to another folder'
    throw new StartError(
      `The embedded database in ${folder} does not open (${errorMessage(error)}): ${advice}.`,
      { cause: error },
    )
  }
  const pool = new pg.Pool({
    max: 1,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 0, // The session outlives its clients. Closing a client only loses its prepared statements.
    stream: () => new EmbeddedStream(server),
  })
  outliveConnections(pool)
  return {
    pool,
    copyTo: (to) => server.copyTo(to),
    async close() {
      await pool.end()
      await server.close()
      lock.release()
    },
  }
}

/**
 * Copies the database that the build prepared. Copying takes a tenth of the time that PostgreSQL and the migrations
 * take.
 */
async function createFilled(folder: string): Promise<void> {
  const prepared = preparedFolder()
  if (existsSync(prepared)) await cp(prepared, folder, { recursive: true })
  else await createEmbedded(folder)
}
