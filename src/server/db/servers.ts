import pg from 'pg'

/**
 * The addresses of `DATABASE_URL`, one for each server that it names: `postgres://user@a,b:5433/lanyard` or, for sockets,
 * `?host=/run/a,/run/b`.
 */
export function serversOf(url: string): string[] {
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url)
  if (!parts) return [url]
  const [, before = '', authority = '', after = ''] = parts
  return authority.split(',').flatMap((server) => {
    const single = new URL(`${before}${server}${after}`)
    // The pool only uses servers that accept writes, so this setting for other clients is redundant.
    single.searchParams.delete('target_session_attrs')
    const hosts = single.searchParams.get('host')?.split(',') ?? []
    return hosts.length < 2 ? [single.href] : hosts.map((host) => withHost(single, host))
  })
}

function withHost(url: URL, host: string): string {
  const single = new URL(url)
  single.searchParams.set('host', host)
  return single.href
}

/** How long one server may take to accept a connection before the next one is tried. */
const CONNECT_MS = 3000
/** How often each server is tried before the caller gets an error. */
const ROUNDS = 2

/**
 * A pool of connections to the server that accepts writes. After a failure, the next connection tries the next server.
 * A standby is refused until it is promoted.
 */
export function createPoolOfServers(servers: string[], options: pg.PoolConfig): pg.Pool {
  let current = 0
  class ServerClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: servers[current], connectionTimeoutMillis: CONNECT_MS })
    }
  }
  const pool = new pg.Pool({ ...options, Client: ServerClient, onConnect: refuseStandby })
  const connectOnce = pool.connect.bind(pool)
  async function connect(): Promise<pg.PoolClient> {
    for (let failures = 1; ; failures += 1) {
      const server = current
      try {
        return await connectOnce()
      } catch (error) {
        if (pool.ending || failures === ROUNDS * servers.length) throw error
        // Another caller may already have moved on to the next server.
        if (server === current) current = (server + 1) % servers.length
      }
    }
  }
  type Callback = (error?: Error, client?: pg.PoolClient, release?: (destroy?: boolean) => void) => void
  return Object.assign(pool, {
    connect: (callback?: Callback) =>
      callback
        ? void connect().then(
            (client) => callback(undefined, client, client.release),
            (error) => callback(error, undefined, () => {}),
          )
        : connect(),
  })
}

/** Rejects with the code of a server that is starting, PostgreSQL's `cannot_connect_now`. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw Object.assign(new Error('the server is a standby'), { code: '57P03' })
}
