import { Socket } from 'node:net'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** The database or a transaction in it: a store function takes either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** One connection, as of a transaction. */
export type DbClient = pg.PoolClient
export type DbPool = pg.Pool

/** `size` in connections; `seconds` that one statement may take. */
export type PoolLimits = { size: number; seconds: number }
export const usualLimits: PoolLimits = { size: 10, seconds: 30 }

/** How long a caller waits for a connection before it hears that there is none. */
const WAIT_MS = 10_000

/** A pool on a PostgreSQL server. Once `watch` is called, a connection on which nothing comes or goes is given up. */
export function createPool(
  url: string,
  name: string,
  { size, seconds }: PoolLimits,
): { pool: pg.Pool; watch(): void } {
  const sockets = new Set<Socket>()
  // The server itself ends what takes longer. This is for one that neither answers nor goes away, as behind a broken
  // network: without it a request would wait for a quarter of an hour.
  const silenceMs = seconds * 2000 + 5000
  let isWatched = false
  const watch = (socket: Socket) => {
    socket.setTimeout(silenceMs, () =>
      socket.destroy(new Error('connection terminated: the server is silent')),
    )
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: size,
    connectionTimeoutMillis: WAIT_MS,
    statement_timeout: seconds * 1000,
    idle_in_transaction_session_timeout: seconds * 2000,
    keepAlive: true,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      if (isWatched) watch(socket)
      return socket
    },
  })
  outliveConnections(pool)
  return {
    pool,
    watch() {
      isWatched = true
      for (const socket of sockets) watch(socket)
    },
  }
}

/**
 * Lost connections of `pool` are heard, so that none ends the program: the idle are dropped by the pool itself, one in
 * use fails whatever is asked of it next.
 */
export function outliveConnections(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

export function connect(client: pg.Pool | pg.PoolClient): NodePgDatabase<Record<string, never>> {
  return drizzle(client, { casing: 'snake_case' })
}

/** Drizzle over each connection of a pool: it learns the names of all tables anew each time that it is made. */
const connections = new WeakMap<pg.PoolClient, Db>()
/** Which of them a transaction runs on. */
const homes = new WeakMap<Db, Db>()

/** Of a transaction the connection that it runs on; anything else itself. What was prepared there serves it, too. */
export function homeOf(db: Db): Db {
  return homes.get(db) ?? db
}

/**
 * Drizzle over the pool. Its own `transaction` keeps a connection that breaks at `begin` for ever, and after an outage
 * none would be left; this one gives each back, and the broken ones up.
 */
export function connectPool(pool: pg.Pool): Db {
  const db: Db = connect(pool)
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const home = connections.get(client) ?? connect(client)
      connections.set(client, home)
      return await home.transaction((tx) => {
        homes.set(tx, home)
        return work(tx)
      }, config)
    } finally {
      // Amid a transaction, or nobody knows where: not for the next one.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return Object.assign(db, { transaction })
}
