import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from './durable-fs.ts'

/**
 * Creates the database folder completely or not at all: `create` fills `pg.new`, which is renamed to `folder` when
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
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(folder)
}
