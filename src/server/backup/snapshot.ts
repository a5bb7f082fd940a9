import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock } from '#server/db/pglite/folder-lock.ts'
import { checkVersion } from '#server/db/pglite/version.ts'
import { StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { requestsIn } from '#server/kernel/operator-files.ts'
import type { Services } from '#server/services.ts'

/**
 * Only one process can open the embedded database. A command that needs its rows writes a request file to the data
 * folder, which only the operator can write to, and receives a copy of the database folder to open.
 */
const folderName = 'snapshots'
const LOOK_MS = 250
const PATIENCE_MS = 60_000

/** Makes the requested copies until it is stopped. */
export function answerSnapshots({ database, config, log }: Pick<Services, 'database' | 'config' | 'log'>): {
  stop(): Promise<void>
} {
  const { copyTo } = database
  const folder = join(config.dataDir, folderName)
  let turn: Promise<void> = Promise.resolve()
  const answer = async (id: string) => {
    const path = join(folder, id)
    renameSync(`${path}.wanted`, `${path}.taken`)
    try {
      mkdirSync(`${path}.new`, { mode: 0o700 })
      await copyTo?.(join(`${path}.new`, 'pg'))
      renameSync(`${path}.new`, path)
    } catch (error) {
      log.error({ err: error }, 'a copy of the database could not be made')
      writeFileSync(`${path}.failed`, errorMessage(error), { mode: 0o600 })
    }
  }
  const look = () => {
    for (const name of requestsIn(folder)) {
      if (!name.endsWith('.wanted')) continue
      turn = turn.then(() => answer(name.slice(0, -'.wanted'.length))).catch(() => {}) // the request was withdrawn
    }
  }
  const timer = copyTo && setInterval(look, LOOK_MS)
  return {
    async stop() {
      clearInterval(timer)
      await turn
    },
  }
}

/**
 * Runs `work` as the only backup, restore or move on the data folder, and removes all copies, including those of a
 * killed command. Throws a `StartError` while another is running.
 */
export async function withBackupLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = tryLock(dataDir, 'backup.lock')
  if (!lock) {
    throw new StartError(
      `Another backup, restore or move is under way in the data folder ${dataDir}: wait for its end.`,
    )
  }
  const copies = join(dataDir, folderName)
  try {
    rmSync(copies, { recursive: true, force: true })
    return await work()
  } finally {
    rmSync(copies, { recursive: true, force: true })
    lock.release()
  }
}

/**
 * A temporary data folder with a copy of the embedded database, made by the server, or from disk if none is running.
 * `isLocked`: the caller already holds the lock of the data folder, and keeps it.
 */
export async function takeSnapshot(
  dataDir: string,
  { isLocked = false, patienceMs = PATIENCE_MS } = {},
): Promise<string> {
  const pg = requireDatabaseFolder(dataDir)
  checkVersion(pg)
  const path = join(dataDir, folderName, randomUUID())
  mkdirSync(join(dataDir, folderName), { recursive: true, mode: 0o700 })
  const lock = isLocked ? { release() {} } : tryLock(dataDir, 'lanyard.lock')
  if (!lock) {
    await askForCopy(path, dataDir, patienceMs)
    return path
  }
  try {
    mkdirSync(path, { mode: 0o700 })
    cpSync(pg, join(path, 'pg'), { recursive: true })
  } finally {
    lock.release()
  }
  return path
}

/** Where the embedded database is. Throws a `StartError` when the data folder holds none. */
export function requireDatabaseFolder(dataDir: string): string {
  const pg = join(dataDir, 'pg')
  if (existsSync(pg)) return pg
  throw new StartError(
    `There is no database in the data folder ${dataDir}: set LANYARD_DATA to the folder that holds it, or DATABASE_URL.`,
  )
}

async function askForCopy(path: string, dataDir: string, patienceMs: number): Promise<void> {
  writeFileSync(`${path}.wanted`, '', { mode: 0o600 })
  const until = performance.now() + patienceMs
  while (!existsSync(path)) {
    if (existsSync(`${path}.failed`)) {
      throw new StartError(
        `The server could not copy its database, and its log says why: free space on the disk of ${dataDir}, then try again.`,
      )
    }
    if (performance.now() > until) {
      rmSync(`${path}.wanted`, { force: true })
      throw new StartError(
        `The process that uses the data folder ${dataDir} gives no copy of its database: wait for its end, or stop it, then try again.`,
      )
    }
    await pause(50)
  }
}
