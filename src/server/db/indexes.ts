import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { DbClient } from './pool.ts'

/** An index that a migration builds, with its statement. */
export type Index = { name: string; table: string; statement: string }

/** The index that a statement of a migration builds; `null` for any other statement. Unique ones are constraints. */
export function indexOf(statement: string): Index | null {
  const text = statement.replace(/^\s*--.*$/gm, '').trim()
  const [, name, table] = /^create index "(\w+)" on "(\w+)"/i.exec(text) ?? []
  return name === undefined || table === undefined ? null : { name, table, statement: text }
}

/** The indexes of a database to which these statements were applied. */
export function indexesAfter(statements: string[]): Index[] {
  const indexes = new Map<string, Index>()
  for (const statement of statements) {
    const [, dropped = ''] = /\bdrop index (?:if exists )?("[^;]+)/i.exec(statement) ?? []
    for (const [, name = ''] of dropped.matchAll(/"(\w+)"/g)) indexes.delete(name)
    const index = indexOf(statement)
    if (index) indexes.set(index.name, index)
  }
  return [...indexes.values()]
}

// An arbitrary number that must be the same in every version of Lanyard.
const buildLock = 5_261_927
const POLL_MS = 500

/**
 * Builds the indexes that are missing, one process at a time, while others read and write their tables. PostgreSQL
 * cannot do that in a transaction: an index that was left invalid by a killed process is built again. `findIndexes` is
 * asked again once no other process builds or migrates.
 */
export async function buildIndexes(
  pool: pg.Pool,
  client: DbClient,
  findIndexes: () => Promise<Index[]>,
  tell: (text: string) => void,
): Promise<void> {
  if ((await missingOf(client, await findIndexes())).length === 0) return
  await holdLock(pool, async () => {
    await client.query('set statement_timeout = 0')
    // If this process is killed, PostgreSQL ends the statement instead of finishing it for nobody.
    await client.query(`set client_connection_check_interval = '5s'`)
    for (const { name, statement } of await missingOf(client, await findIndexes())) {
      tell(`Building the index ${name}. Lanyard starts when it is done.`)
      await client.query(`drop index concurrently if exists "${name}"`)
      await client.query(statement.replace(/^create index/i, 'create index concurrently'))
    }
  })
}

/**
 * Whether all of these indexes are built. Until the end of the transaction of `client`, no process builds any. Without
 * this, a migration could drop an index that is not there yet, or is being built.
 */
export async function areBuilt(client: DbClient, indexes: Index[]): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as is_held', [buildLock])
  return Boolean(rows[0]?.is_held) && (await missingOf(client, indexes)).length === 0
}

async function missingOf(client: DbClient, indexes: Index[]): Promise<Index[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name left join pg_index i on i.indexrelid = to_regclass(quote_ident(name))
    where i.indisvalid is not true`,
    [indexes.map(({ name }) => name)],
  )
  const missing = new Set(rows.map(({ name }) => name))
  return indexes.filter(({ name }) => missing.has(name))
}

/**
 * The lock belongs to a transaction on a connection of its own, which is idle meanwhile. It is asked for repeatedly:
 * a statement that waits for it would have a snapshot, and PostgreSQL would wait for the end of that before an index is
 * done.
 */
async function holdLock(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect()
  try {
    for (;;) {
      await holder.query('begin')
      const { rows } = await holder.query('select pg_try_advisory_xact_lock($1) as is_held', [buildLock])
      // Also ends the snapshot of the statement before.
      await holder.query('set local idle_in_transaction_session_timeout = 0')
      if (rows[0]?.is_held) return await work()
      await holder.query('rollback')
      await sleep(POLL_MS)
    }
  } finally {
    holder.release(true)
  }
}
