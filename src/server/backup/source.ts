import { rmSync } from 'node:fs'
import { type OpenDatabase, openUnmigrated } from '#server/db/database.ts'
import { findFillMarker, unfinished } from '#server/db/fill-marker.ts'
import { type Config, StartError } from '#server/kernel/config.ts'
import { takeSnapshot } from './snapshot.ts'
import { hasMigrations } from './source-store.ts'

/**
 * Opens the database to read from: the server's own, or a copy of the embedded one, which is safe to change. Call it
 * inside `withBackupLock`.
 */
export async function openSource(
  { DATABASE_URL: url, dataDir }: Pick<Config, 'DATABASE_URL' | 'dataDir'>,
  isLocked = false,
): Promise<OpenDatabase> {
  const copy = url === undefined ? await takeSnapshot(dataDir, { isLocked }) : null
  const opened = await openUnmigrated({ url, dataDir: copy ?? dataDir, name: 'lanyard-operator' }).catch(
    (error) => {
      if (copy) rmSync(copy, { recursive: true, force: true })
      throw error
    },
  )
  const source = {
    ...opened,
    async close() {
      await opened.close()
      if (copy) rmSync(copy, { recursive: true, force: true })
    },
  }
  try {
    await requireLanyard(source)
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Throws a `StartError` for a half-filled database, and for one that contains nothing from Lanyard. */
export async function requireLanyard(opened: Pick<OpenDatabase, 'pool'>): Promise<void> {
  const refusal = await refusalOf(opened)
  if (refusal !== null) throw new StartError(refusal)
}

async function refusalOf({ pool }: Pick<OpenDatabase, 'pool'>): Promise<string | null> {
  const marker = await findFillMarker(pool)
  if (marker) return unfinished('database', marker)
  return (await hasMigrations(pool))
    ? null
    : 'The database holds nothing of Lanyard: correct LANYARD_DATA or DATABASE_URL.'
}
