import { Socket } from 'node:net'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { readRowsAtOnce } from './row-bytes.ts'
import { createPoolOfServers, serversOf } from './servers.ts'
import { StatementBatch } from './statement-batch.ts'
import { readArraysAtOnce } from './text-array.ts'

readRowsAtOnce()
readArraysAtOnce()

/** The database or a transaction in it: store functions take either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** One connection, for example of a transaction. */
export type DbClient = pg.PoolClient
export type DbPool = pg.Pool

/**
 * `size`: connections. `seconds`: the limit for one statement. `isPooled`: a pooler in transaction mode is in between, which
 * gives a connection of the server to each transaction: nothing may be kept on it, and its limits are those of the role.
 */
export type PoolLimits = { size: number; seconds: number; isPooled?: boolean }
export const usualLimits: PoolLimits = { size: 10, seconds: 30 }

/** How long a caller waits for a free connection before the call rejects. */
const WAIT_MS = 10_000

/** A pool on a PostgreSQL server. After `watch` is called, connections without any traffic are closed. */
export function createPool(
  url: string,
  name: string,
  { size, seconds, isPooled = false }: PoolLimits,
): { pool: pg.Pool; watch(): void } {
  const sockets = new Set<Socket>()
  // The server cancels slow statements itself. This is for a server that neither responds nor closes, as behind a
  // broken network: without it a request would wait for 15 minutes.
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

/** A statement that is prepared under a name stays on the connection of the server, which serves another transaction next. */
function forgetStatementNames(client: pg.PoolClient): void {
  const query = client.query
  const unnamed = (config: unknown) => {
    if (config instanceof StatementBatch) return config.unnamed()
    return isNamed(config) ? { ...config, name: undefined } : config
  }
  Object.assign(client, {
    query: (config: unknown, ...rest: unknown[]) => Reflect.apply(query, client, [unnamed(config), ...rest]),
  })
}

function isNamed(config: unknown): config is { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && !('submit' in config)
}

/**
 * Handles the errors of lost connections, which would otherwise end the process. The pool drops idle ones; the next
 * query on one in use fails.
 */
export function outliveConnections(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

export function connect(client: pg.Pool | pg.PoolClient): NodePgDatabase<Record<string, never>> {
  return drizzle(client, { casing: 'snake_case' })
}

/** One Drizzle instance per connection: creating one builds the names of all tables again. */
const connections = new WeakMap<pg.PoolClient, Db>()
/** The connection of each running transaction. */
const connectionOfTransaction = new WeakMap<Db, Db>()

/**
 * The connection that a transaction runs on; any other `db` itself. Queries prepared on it work in the transaction too.
 */
export function connectionOf(db: Db): Db {
  return connectionOfTransaction.get(db) ?? db
}

/** Both at the same time, except in a transaction: its connection runs one statement after the other. */
export async function readBoth<A, B>(db: Db, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
  return connectionOfTransaction.has(db) ? [await a(), await b()] : Promise.all([a(), b()])
}

/**
 * Drizzle over the pool. Drizzle's own `transaction` never releases a connection that breaks at `begin`, so an outage
 * would exhaust the pool; this one releases each, and destroys broken ones.
 */
export function connectPool(pool: pg.Pool): Db {
  const db: Db = connect(pool)
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const connection = connections.get(client) ?? connect(client)
      connections.set(client, connection)
      return await connection.transaction((tx) => {
        connectionOfTransaction.set(tx, connection)
        return work(tx)
      }, config)
    } finally {
      // A connection still in a transaction, or in an unknown state, is destroyed instead of reused.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return Object.assign(db, { transaction })
}
