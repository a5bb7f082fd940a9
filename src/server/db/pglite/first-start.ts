import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { chmod, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath } from './durable-fs.ts'

/** A disk flushes many files at once almost as fast as one file. */
const FILES_AT_ONCE = 32

/**
 * Creates the database folder completely or not at all. `create` fills `pg.new`, which is renamed to `folder` after
 * every byte is on the disk. A partly created folder would never open again.
 */
export async function firstStart(
  folder: string,
  create: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  if (existsSync(folder)) return
  await create(unfinished)
  await syncTree(unfinished)
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

const syncTree = (folder: string) =>
  forEachPath(folder, async (path) => {
    await using file = await open(path)
    await file.sync()
  })

/**
 * Closes the database to other users of the machine: earlier versions left it open in a folder that others can read.
 * Where another user owns the files, they stay as they are.
 */
export async function closeToOthers(folder: string): Promise<void> {
  await forEachPath(folder, async (path) => {
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700).catch(() => {})
  })
}

async function forEachPath(folder: string, work: (path: string) => Promise<void>): Promise<void> {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]
  const workNext = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await work(path)
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, workNext))
}
