import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
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

async function syncTree(folder: string): Promise<void> {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]
  const syncNext = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      await using file = await open(path)
      await file.sync()
    }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, syncNext))
}
