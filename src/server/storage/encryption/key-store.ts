import { and, eq, gt, lt, notInArray, or } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { StartError } from '#server/kernel/config.ts'
import type { Services } from '#server/services.ts'
import { notAuthenticatedIfDeleted } from '#server/users/store.ts'
import {
  type FileKeySettings,
  type KeyRows,
  type MasterKeys,
  readMasterKeys,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from './keyring.ts'
import { fileKeys } from './table.ts'

const BATCH = 200

/** Never call it inside a transaction of the same database: the embedded database has only one connection. */
export function keyRows(db: Db, clock: Clock): KeyRows {
  return {
    async find(folder) {
      const [row] = await db.select().from(fileKeys).where(eq(fileKeys.folder, folder))
      return row ?? null
    },
    async add(row) {
      const createdAt = clock.now()
      await db
        .insert(fileKeys)
        .values({ ...row, createdAt })
        .onConflictDoNothing()
        .catch(notAuthenticatedIfDeleted)
    },
  }
}

/** Rows in memory: for a restore before its tables exist, and for a backup that has already read them. */
export function keyRowsInMemory(rows: WrappedKey[] = []): KeyRows & { all(): WrappedKey[] } {
  const byFolder = new Map(rows.map((row) => [row.folder, row]))
  return {
    find: async (folder) => byFolder.get(folder) ?? null,
    async add(row) {
      if (!byFolder.has(row.folder)) byFolder.set(row.folder, row)
    },
    all: () => [...byFolder.values()],
  }
}

/** All wrapped keys, for operator commands. Throws a `StartError` if the settings cannot unwrap one. */
export async function readKeys(client: pg.PoolClient, config: FileKeySettings): Promise<WrappedKey[]> {
  const table = await client.query("select to_regclass('public.file_keys') as name")
  if (table.rows[0]?.name === null) return []
  const { rows } = await client.query<WrappedKey>(
    'select owner_id as "ownerId", folder, wrapped, wrapped_by as "wrappedBy" from file_keys',
  )
  const keys = readMasterKeys(config)
  if (rows.every(({ wrappedBy }) => keys?.byName.has(wrappedBy))) return rows
  throw new StartError(keyMissing(keys !== null))
}

export async function writeKeys(client: pg.PoolClient, rows: WrappedKey[]): Promise<void> {
  await client.query(
    `insert into file_keys (owner_id, folder, wrapped, wrapped_by, created_at)
      select r->>'ownerId', r->>'folder', r->>'wrapped', r->>'wrappedBy', now()
      from jsonb_array_elements($1::jsonb) r`,
    [JSON.stringify(rows)],
  )
}

/** Throws a `StartError` if a FILES_KEY that encrypts documents is missing from the settings. */
export async function checkFilesKeys(db: Db, config: FileKeySettings): Promise<void> {
  const known = [...(readMasterKeys(config)?.byName.keys() ?? [])]
  const rows = await db
    .select({ wrappedBy: fileKeys.wrappedBy })
    .from(fileKeys)
    .where(notInArray(fileKeys.wrappedBy, known))
    .limit(1)
  if (rows.length > 0) throw new StartError(keyMissing(known.length > 0))
}

function keyMissing(isAnother: boolean): string {
  return isAnother
    ? 'Documents are encrypted with another FILES_KEY than these settings have: set FILES_KEY to it, or put it into FILES_KEYS_OLD.'
    : 'Documents are encrypted: set FILES_KEY to the key that they were encrypted with.'
}

/**
 * Wraps the owners' keys again that an old FILES_KEY wraps; documents stay unchanged. Safe during uploads and to run
 * again. Resolves to the number of rewrapped keys.
 */
export async function rewrapKeys({ db, config, log }: Services, stop?: AbortSignal): Promise<number> {
  const keys = readMasterKeys(config)
  if (!keys) return 0
  let done = 0
  for (let found = BATCH; found === BATCH && !stop?.aborted; ) {
    found = await rewrapSome(db, keys)
    done += found
  }
  if (done > 0 && !stop?.aborted)
    log.info({ owners: done }, 'all keys of documents are wrapped with FILES_KEY now: FILES_KEYS_OLD may go')
  return done
}

async function rewrapSome(db: Db, keys: NonNullable<MasterKeys>): Promise<number> {
  const { name } = keys.current
  // Not `<>`, which cannot use an index.
  const isOld = or(lt(fileKeys.wrappedBy, name), gt(fileKeys.wrappedBy, name))
  const rows = await db.select().from(fileKeys).where(isOld).limit(BATCH)
  for (const row of rows) {
    const { ownerId, wrapped } = row
    await db
      .update(fileKeys)
      .set(wrapKey(keys.current, ownerId, unwrapKey(keys, row)))
      .where(and(eq(fileKeys.ownerId, ownerId), eq(fileKeys.wrapped, wrapped)))
  }
  return rows.length
}
