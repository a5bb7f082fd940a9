import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/database.ts'
import { schemaHash } from '#server/db/pglite/prepared.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const aDay = 86_400_000

/** A migrated data folder, cached between runs while the migrations and the triggers stay the same. */
export async function embeddedTemplate(): Promise<string> {
  const cache = join(root, '.cache', 'embedded')
  const folder = join(cache, schemaHash())
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) {
    const other = join(cache, name)
    if (other !== folder && Date.now() - statSync(other).mtimeMs > aDay)
      rmSync(other, { recursive: true, force: true })
  }
  if (existsSync(folder)) return folder
  const unfinished = mkdtempSync(join(cache, 'new-'))
  const database = await openDatabase({ url: undefined, dataDir: unfinished })
  await database.close()
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // unless another run created it first
  }
  return folder
}
