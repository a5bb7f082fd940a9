import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/kernel/config.ts'

/** The major version of PostgreSQL in the pinned PGlite; data folders of other versions do not open. */
export const embeddedVersion = '18'

/** Throws a `StartError` unless this version of PostgreSQL wrote the database in `folder`. */
export function checkVersion(folder: string): void {
  const found = readVersion(folder)
  if (found === embeddedVersion) return
  const known = found === null ? 'holds no embedded database' : `was written by PostgreSQL ${found}`
  throw new StartError(
    `The folder ${folder} ${known}, and this version of Lanyard opens only PostgreSQL ${embeddedVersion}: start the version of Lanyard that wrote it, or set LANYARD_DATA to another folder.`,
  )
}

function readVersion(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return null
  }
}
