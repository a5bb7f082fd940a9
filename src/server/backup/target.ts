import { migrateTo } from '#server/db/applied-migrations.ts'
import { migrateUp, type OpenDatabase } from '#server/db/database.ts'
import {
  createFillMarker,
  type FillMarker,
  findFillMarker,
  removeFillMarker,
  unfinished,
} from '#server/db/fill-marker.ts'
import type { DbClient } from '#server/db/pool.ts'
import { StartError } from '#server/kernel/config.ts'
import { findStorageMark, putStorageMark } from '#server/storage/fill-marker.ts'
import type { Storage } from '#server/storage/storage.ts'
import {
  inTransaction,
  listTables,
  readLines,
  withoutTriggers,
  writeLines,
  writeSequences,
} from './row-store.ts'
import { measureLines, readMeasure, type SequenceValues, type Table, type TablePart } from './table-part.ts'
import { analyze, isDatabaseEmpty } from './target-store.ts'

/** The rows of one snapshot, table by table. */
export type Rows = {
  migrations: string[]
  sequences: SequenceValues
  tables: Table[]
  lines(table: Table): AsyncIterable<string>
}

export type Target = { database?: OpenDatabase; storage?: Storage }

/**
 * Marks an empty database, empty storage or both as being filled by this command. Throws a `StartError`, without
 * changing anything, if one of them is not empty or marked by another command. A marker left by an earlier run of the
 * same command is accepted.
 */
export async function claim({ database, storage }: Target, marker: FillMarker): Promise<void> {
  const isStoreMarked = storage && (await checkStore(storage, marker))
  const isDatabaseMarked = database && (await checkDatabase(database, marker))
  if (database && !isDatabaseMarked) await createFillMarker(database.pool, marker)
  if (storage && !isStoreMarked) await putStorageMark(storage, marker)
}

async function checkDatabase({ pool }: OpenDatabase, marker: FillMarker): Promise<boolean> {
  const found = await findFillMarker(pool)
  if (found) return isOurs('database', found, marker)
  if (await isDatabaseEmpty(pool)) return false
  throw new StartError(
    'The database is not empty, and nothing was changed: name an empty one in DATABASE_URL, or a new folder in LANYARD_DATA.',
  )
}

/** Separate, because it runs before the database is opened, which would create an embedded one. */
export async function checkStore(storage: Storage, marker: FillMarker): Promise<boolean> {
  const found = await findStorageMark(storage)
  if (found) return isOurs('store of documents', found, marker)
  for await (const _document of storage.list('files/')) {
    throw new StartError(
      'The store of documents is not empty, and nothing was changed: name an empty bucket in S3_BUCKET, or a new folder in LANYARD_DATA.',
    )
  }
  return false
}

function isOurs(what: 'database' | 'store of documents', found: FillMarker, marker: FillMarker): boolean {
  if (found.source === marker.source && found.command === marker.command) return true
  throw new StartError(unfinished(what, found))
}

/**
 * Fills a marked database in one transaction and reads it back, to verify that it holds what was sent. Runs `finish`
 * before the commit that removes the marker: after a kill at any moment the database is either marked or complete.
 */
export async function fillDatabase(
  { pool }: OpenDatabase,
  rows: Rows,
  finish: (client: DbClient) => Promise<void>,
): Promise<TablePart[]> {
  await migrateTo(pool, rows.migrations)
  const filled = await inTransaction(pool, 'begin', async (client) => {
    const tables = await listTables(client)
    const unknown = rows.tables.find(({ name }) => !tables.some((table) => table.name === name))
    if (unknown) throw new StartError(`The table ${unknown.name} is not Lanyard's: remove it at its source.`)
    const parts = await withoutTriggers(client, tables, async () => {
      const done: TablePart[] = []
      for (const { name } of tables) {
        const source = rows.tables.find((table) => table.name === name)
        if (source) done.push(await fillTable(client, source, rows.lines(source)))
      }
      return done
    })
    await writeSequences(client, rows.sequences)
    await finish(client)
    await removeFillMarker(client)
    return parts
  })
  await migrateUp(pool)
  await analyze(pool)
  return filled
}

async function fillTable(client: DbClient, table: Table, lines: AsyncIterable<string>): Promise<TablePart> {
  const sent = measureLines(table, lines)
  await writeLines(client, table, sent.lines)
  const found = await readMeasure(table, readLines(client, table))
  const { rows, sha256 } = sent.part()
  if (found.rows === rows && found.sha256 === sha256) return found
  throw new Error(`The table ${table.name} holds ${found.rows} rows that are not the ${rows} that were sent`)
}
