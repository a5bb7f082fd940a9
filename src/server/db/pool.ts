import { Socket } from 'node:net'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Config } from '#server/kernel/config.ts'
import { createPoolOfServers, serversOf } from './servers.ts'

/**
 * The database or a transaction in it; store functions take either.
 * In a transaction, `Promise.all` sends statements together that do not need each other's rows. Each element must be
 * ONE statement: an element with several would continue after another element has failed and the transaction has ended.
 * Only a snapshot permits that. A query builder sends its statement a moment later than a store function in the same
 * array.
 */
export type Db = Omit<PgDatabase<NodePgQueryResultHKT, Record<string, never>>, 'transaction'> & {
  transaction<T>(work: (tx: Db) => Promise<T>, start?: TransactionStart): Promise<T>
}

/**
 * By default the server answers `begin` before `work` starts. With one of these options, `begin` travels with the first
 * statements of `work`. If PostgreSQL refuses it, those statements run by themselves and everything after them is
 * refused. `snapshot`: `work` only reads, and sees the state at its first statement. `lock first`: the first statements
 * of `work` lock or read, and write nothing.
 */
export type TransactionStart = 'snapshot' | 'lock first'

/** One connection, for example of a transaction. */
export type DbClient = pg.PoolClient
export type DbPool = pg.Pool

/**
 * `size`: connections. `seconds`: the limit for one statement. `isPooled`: there is a pooler in transaction mode, which
 * assigns a server connection to each transaction. No state may be kept on such a connection, and its limits are the
 * limits of the database role.
 */
export type PoolLimits = { size: number; seconds: number; isPooled?: boolean }
export const usualLimits: PoolLimits = { size: 10, seconds: 30 }

/** The limits that the settings name. */
export function limitsOf(
  config: Pick<Config, 'DATABASE_POOL' | 'DATABASE_TIMEOUT' | 'DATABASE_POOLER'>,
): PoolLimits {
  return {
    ...{ size: config.DATABASE_POOL, seconds: config.DATABASE_TIMEOUT },
    isPooled: config.DATABASE_POOLER === 'transaction',
  }
}

/** How long a caller waits for a free connection before the call rejects. */
const WAIT_MS = 10_000

/** A pool on a PostgreSQL server. Once `watch` is called, connections without any traffic are closed. */
export function createPool(
  url: string,
  name: string,
  { size, seconds, isPooled = false }: PoolLimits,
): { pool: pg.Pool; watch(): void } {
  const sockets = new Set<Socket>()
  // The server cancels slow statements itself. This timeout is for a server that neither responds nor closes the
  // connection, for example behind a broken network. Without it a request would wait for 15 minutes.
  const silenceMs = seconds * 2000 + 5000
  let isWatched = false
  const watch = (socket: Socket) => {
    socket.setTimeout(silenceMs, () =>
      socket.destroy(new Error('connection terminated: the server is silent')),
    )
  }
  const servers = serversOf(url)
  const options: pg.PoolConfig = {
    connectionString: url,
    application_name: name,
    max: size,
    connectionTimeoutMillis: WAIT_MS,
    ...(!isPooled && {
      statement_timeout: seconds * 1000,
      idle_in_transaction_session_timeout: seconds * 2000,
    }),
    keepAlive: true,
    pipeline: true,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      if (isWatched) watch(socket)
      return socket
    },
  }
  const pool = servers.length > 1 ? createPoolOfServers(servers, options) : new pg.Pool(options)
  outliveConnections(pool)
  if (isPooled) pool.on('connect', forgetStatementNames)
  return {
    pool,
    watch() {
      isWatched = true
      for (const socket of sockets) watch(socket)
    },
  }
}

/** A named prepared statement stays on the server connection, which the pooler hands to another transaction next. */
function forgetStatementNames(client: pg.PoolClient): void {
  const query = client.query
  const unnamed = (config: unknown) => (isNamed(config) ? { ...config, name: undefined } : config)
  Object.assign(client, {
    query: (config: unknown, ...rest: unknown[]) => Reflect.apply(query, client, [unnamed(config), ...rest]),
  })
}

function isNamed(config: unknown): config is { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config
}

/**
 * Handles errors of lost connections, which would otherwise end the process. The pool drops idle connections; on a
 * connection in use, the next query fails.
 */
export function outliveConnections(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

export function connect(client: pg.Pool | pg.PoolClient): NodePgDatabase<Record<string, never>> {
  return drizzle(client, { casing: 'snake_case' })
}

/**
 * One Drizzle instance per connection, because creating one rebuilds the names of all tables. A nested transaction is
 * part of the outer one.
 */
const connections = new WeakMap<pg.PoolClient, Db>()

function connectionOf(client: pg.PoolClient): Db {
  const known = connections.get(client)
  if (known) return known
  const transaction: Db['transaction'] = (work) => work(connection)
  const connection: Db = Object.assign(connect(client), { transaction })
  connections.set(client, connection)
  return connection
}

/** Drizzle on the pool, with the `transaction` below. */
export function connectPool(pool: pg.Pool): Db {
  const transaction: Db['transaction'] = (work, start) => runTransaction(pool, work, start)
  return Object.assign(connect(pool), { transaction })
}

async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  start?: TransactionStart,
): Promise<T> {
  const client = await pool.connect()
  let isBegun = true
  const begin = client.query(start === 'snapshot' ? beginSnapshot : 'begin')
  begin.catch(() => {
    isBegun = false
    client.end().catch(() => {})
  })
  try {
    if (start === undefined) await begin
    const result = await work(connectionOf(client))
    await begin
    const { command } = await client.query('commit')
    // After a failed statement PostgreSQL answers `commit` with a rollback, not with an error.
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    // A connection still in a transaction, or in an unknown state, is destroyed instead of reused.
    client.release(!isBegun || client.getTransactionStatus() !== 'I')
  }
}

const beginSnapshot = 'begin isolation level repeatable read, read only'
