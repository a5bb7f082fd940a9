import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, StartError } from './config.ts'
import { errorCode } from './error-details.ts'

/**
 * Throws a `StartError` if the data folder is another user's: the server could neither read nor remove what a command of
 * root leaves there. The owner is the user of the last server, or else of the folder.
 */
export function requireOwner({
  DATABASE_URL,
  dataDir,
  s3,
}: Pick<Config, 'DATABASE_URL' | 'dataDir' | 's3'>): void {
  if (DATABASE_URL !== undefined && s3 !== null) return
  const user = process.getuid?.()
  const owner = ownerOf(join(dataDir, 'lanyard.lock')) ?? ownerOf(dataDir)
  if (owner === undefined || owner === user || (user !== 0 && canRead(dataDir))) return
  throw new StartError(
    `The data folder ${dataDir} belongs to the user with the id ${owner}, and you are the user with the id ${user}: run this as the user of Lanyard; deploy/README.md has the commands. Nothing was changed.`,
  )
}

/** Throws a `StartError` for a server of root where one of another user was: that one could not start again. */
export function requireServerUser({ DATABASE_URL, dataDir }: Pick<Config, 'DATABASE_URL' | 'dataDir'>): void {
  const owner = ownerOf(join(dataDir, 'lanyard.lock'))
  if (DATABASE_URL !== undefined || process.getuid?.() !== 0 || owner === undefined || owner === 0) return
  throw new StartError(
    `The data folder ${dataDir} belongs to the user with the id ${owner}, who could not use it after root: start Lanyard as that user, or give root the folder with "chown -R root ${dataDir}".`,
  )
}

/** Whether something in the folder belongs to another user than the folder. */
export function hasFilesOfOthers(folder: string): boolean {
  const owner = ownerOf(folder)
  try {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return paths.some((path) => ownerOf(join(folder, path)) !== owner)
  } catch (error) {
    return errorCode(error) === 'EACCES'
  }
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}

function canRead(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The names in a folder of requests to the server; none if it is not there, or a command of another user made it. */
export function requestsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
