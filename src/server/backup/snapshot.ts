import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock } from '#server/db/pglite/folder-lock.ts'
import { checkVersion } from '#server/db/pglite/version.ts'
import { StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import type { Services } from '#server/services.ts'

/**
 * The embedded database belongs to one process. A command that wants its rows asks by a file in the data folder, which
 * only the operator can write, and is given a copy of the database's folder that it opens by itself.
 */
const folderName = 'snapshots'
const LOOK_MS = 250
const PATIENCE_MS = 60_000

/** Takes the copies that are asked for, until it is stopped. */
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
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!name.endsWith('.wanted')) continue
      turn = turn.then(() => answer(name.slice(0, -'.wanted'.length))).catch(() => {}) // it was withdrawn
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
 * Runs `work` as the only backup, restore or move of the data folder, and leaves no copies there, nor those of one that
 * was killed. Throws a `StartError` while another is under way.
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
 * A data folder of its own that holds the embedded database as of now, from the server or, while none runs, from the
 * disk. `isLocked`: the caller holds the lock of the data folder, and keeps it.
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
