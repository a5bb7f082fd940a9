import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'

const busy = 5

// Garbage collecting a handle would silently release its lock, so this set references every held one.
const held = new Set<DatabaseSync>()

export type Lock = { release(): void }

/**
 * Locks `dataDir` against every other process until released: two processes on one embedded database destroy it without
 * an error. The kernel holds the lock, so a killed process leaves nothing behind. Throws a `StartError`.
 * Nothing else in this process may open `lanyard.lock`: closing any descriptor of the file releases the lock.
 */
export function lockFolder(dataDir: string): Lock {
  const lock = tryLock(dataDir, 'lanyard.lock')
  if (lock) return lock
  throw new StartError(
    `The data folder ${dataDir} is in use by another process: stop that one first, or set LANYARD_DATA to another folder.`,
  )
}

/** Like `lockFolder`, for a file of another name; `null` while another process holds the lock. */
export function tryLock(folder: string, name: string): Lock | null {
  let handle: DatabaseSync | undefined
  try {
    handle = new DatabaseSync(join(folder, name), { timeout: 0 })
    handle.exec('begin exclusive') // never committed: only an open transaction holds the lock
  } catch (error) {
    handle?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null
    throw new StartError(
      `The file ${name} in the folder ${folder} cannot be locked (${errorMessage(error)}): give this user the right to write it, or take a folder on a local disk.`,
      { cause: error },
    )
  }
  const lock = handle
  held.add(lock)
  return {
    release() {
      if (held.delete(lock)) lock.close()
    },
  }
}
