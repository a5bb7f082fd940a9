// The same reads with 1,000 owners and with BENCH_OWNERS (default 20,000; 1,000,000 need 30 GB of disk), each in its
// own PostgreSQL, loaded in turns. Also prints the plans of every statement with the larger number.
import { inHurry, makeData } from './bench-data.mjs'
import { startProcess } from './bench-process.mjs'
import { recordOnce } from './bench-recording.mjs'
import { authSecret, requestOf, send, startServer, withDatabase } from './bench-services.mjs'
import { median, number, seconds } from './bench-table.mjs'
import { at } from './run.mjs'

const few = 1000
const many = Number(process.env.BENCH_OWNERS || 20_000)
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const duration = Number(process.env.BENCH_SECONDS || 2)
const connections = 8
const visited = 500
const GOAL = 1.3

/** Returns the section's tables; `say` reports progress. */
export async function benchGrowth(say) {
  const load = startProcess(at('scripts', 'bench-load.mjs'))
  try {
    return await withOwners(few, say, (small) =>
      withOwners(many, say, async (large) => [await compare(load, small, large, say), await plansOf(large)]),
    )
  } finally {
    await load.stop()
  }
}

/** Calls `work` with a server that has this many owners, and the requests to send. */
async function withOwners(owners, say, work) {
  return withDatabase(async (databaseUrl) => {
    const { default: pg } = await import('pg')
    const { openDatabase } = await import('../src/server/db/database.ts')
    await (await openDatabase({ url: databaseUrl, dataDir: '' })).close()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const today = new Date().toISOString().slice(0, 10)
    const tell = (what, time) => say(`${number(owners)} owners: ${what} made in ${seconds(time)}`)
    await inHurry(client, () => makeData(client, { owners, credentials: 8, entries: 20, today, tell }))
    const server = await startServer({ databaseUrl })
    try {
      const nurses = await signInBySql(client, server, owners)
      const { rows } = await client.query('select pg_size_pretty(pg_database_size(current_database())) size')
      return await work({ owners, server, size: rows[0].size, reads: await readsOf(client, nurses) })
    } finally {
      await client.end()
      await server.stop()
    }
  })
}

/** Inserts sessions for owners throughout the table; returns cookies signed like the server's. */
async function signInBySql(client, server, owners) {
  const { sessionCookie } = await import('../src/server/auth/cookies.ts')
  const { tokenDigest } = await import('../src/server/auth/sessions/session-store.ts')
  const nurses = []
  for (let index = 0; index < Math.min(visited, owners); index += 1) {
    const id = `nurse-${1 + Math.floor((index * owners) / visited)}`
    const token = `token-of-${id}`
    await client.query(
      `insert into sessions (id, user_id, token, kind, expires_at, created_at, updated_at)
      values ($1, $1, $2, 'remembered', now() + interval '1 day', now(), now())`,
      [id, tokenDigest(token)],
    )
    const [pair] = sessionCookie({ publicUrl: server.url }, authSecret, token, 'remembered').split(';')
    const cookies = new Map([[pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]])
    nurses.push({ id, server, cookies })
  }
  return nurses
}

async function readsOf(client, nurses) {
  const everyone = (path) => nurses.map((nurse) => requestOf(nurse, 'GET', path))
  const cycles = await client.query('select owner_id, id from ceu_cycles where owner_id = any($1)', [
    nurses.map(({ id }) => id),
  ])
  const cycleOf = new Map(cycles.rows.map((row) => [row.owner_id, row.id]))
  const visits = []
  for (const nurse of nurses.slice(0, 50)) {
    const { items } = await send(nurse, 'GET', '/api/credentials?kind=license&limit=1')
    const shared = { resourceType: 'license', resourceId: items[0].id }
    const { token } = await send(nurse, 'POST', '/api/share', shared)
    const visitor = { server: nurse.server, cookies: new Map() }
    await send(visitor, 'GET', `/api/share/${token}`)
    visits.push(requestOf(visitor, 'GET', `/api/share/${token}`))
  }
  return {
    'GET /api/home': everyone('/api/home'),
    'GET /api/credentials': everyone('/api/credentials'),
    'GET /api/credentials?q=…': everyone('/api/credentials?q=credential%207'),
    'GET /api/credentials/renewal/365': everyone('/api/credentials/renewal/365'),
    'GET /api/credentials/summary': everyone('/api/credentials/summary'),
    'GET /api/ceu-cycles': everyone('/api/ceu-cycles'),
    'GET /api/ceu-entries/cycle/{id}': nurses.map((nurse) =>
      requestOf(nurse, 'GET', `/api/ceu-entries/cycle/${cycleOf.get(nurse.id)}`),
    ),
    'GET /api/reminders/summary': everyone('/api/reminders/summary'),
    'GET /api/share/{token}, already opened': visits,
  }
}

async function compare(load, small, large, say) {
  const rows = []
  for (const name of Object.keys(small.reads)) {
    say(`growth: ${name}`)
    const measure = ({ server, reads }) =>
      load.ask('load', { port: server.port, requests: reads[name], connections, seconds: duration })
    await measure(small)
    await measure(large)
    const pairs = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ small: await measure(small), large: await measure(large) })
    const p99 = (side) => median(pairs.map((pair) => pair[side].p99))
    const ratio = median(pairs.map((pair) => pair.large.p99 / pair.small.p99))
    const verdict = ratio <= GOAL ? 'met' : 'MISSED'
    rows.push([name, p99('small').toFixed(1), p99('large').toFixed(1), `× ${ratio.toFixed(2)}`, verdict])
  }
  const columns = [
    'request',
    `p99 ms, ${number(small.owners)} owners (${small.size})`,
    `p99 ms, ${number(large.owners)} owners (${large.size})`,
    'growth',
    `goal × ${GOAL}`,
  ]
  return { columns, rows }
}

/** The indexes that each read uses. Only tables that stay small may be scanned. */
async function plansOf({ server, reads }) {
  const rows = []
  for (const [name, [request]] of Object.entries(reads)) {
    const { number: recording } = await recordOnce(server, request)
    const plans = await server.ask('explain', { number: recording })
    const nodes = plans.flatMap(({ plan }) => flat(plan))
    const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []))
    const whole = nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'])
    const large = whole.filter((table) => growing.test(table))
    rows.push([
      name,
      plans.length,
      [...indexes].join(', '),
      large.length > 0 ? `NO: ${large.join(', ')}` : 'yes',
    ])
  }
  return { columns: ['request', 'statements that read', 'indexes', 'each by an index'], rows }
}

/** Tables that grow with the number of owners. */
const growing = /^(users|sessions|credentials|reminders|ceu_cycles|ceu_entries|ceu_counts)$/

function flat(plan) {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}
