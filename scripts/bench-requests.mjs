// Requests per second and the 99th percentile at 32 connections, each next to its limit (`bench-limit.mjs`), in turns.
import { statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { cpuTime } from './bench-cpu.mjs'
import { startProcess } from './bench-process.mjs'
import { recordOnce } from './bench-recording.mjs'
import { aCycle, aLicense, anEntry } from './bench-records.mjs'
import {
  createNurse,
  password,
  requestOf,
  send,
  startServer,
  temporaryFolder,
  withDatabase,
} from './bench-services.mjs'
import { median, number } from './bench-table.mjs'
import { at, root } from './run.mjs'

const connections = 32
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const seconds = Number(process.env.BENCH_SECONDS || 2)
/** Measures only scenarios whose name contains this text, for working on one of them. */
const only = process.env.BENCH_ONLY ?? ''
/**
 * The folder of a checkout of another version, installed and built. Each request is compared with the same request on
 * that version.
 */
const against = process.env.BENCH_AGAINST
/** Measures one database instead of both, for the same purpose. */
const isMeasured = (kind) => (process.env.BENCH_DATABASE || kind) === kind
const FILE_BYTES = 5_000_000
/** The server's default number of connections. */
const DATABASE_CONNECTIONS = 10
const goals = { embedded: 0.8, PostgreSQL: 0.7 }
const FILE_GOAL = 0.6
const SLOWER_LIMIT = 0.95

/** Returns the section's tables; `say` reports progress. */
export async function benchRequests(say) {
  return against ? [await benchVersions(say)] : [await benchLimits(say)]
}

async function benchLimits(say) {
  const rows = []
  const load = startProcess(at('scripts', 'bench-load.mjs'))
  const measureOn = async (kind, databaseUrl) => {
    const server = await startServer({ databaseUrl })
    const limit = databaseUrl ? startProcess(at('scripts', 'bench-limit-process.mjs')) : server
    const folder = temporaryFolder()
    try {
      const port = await limit.ask('openLimit', { url: databaseUrl, connections: DATABASE_CONNECTIONS })
      const sides = { server, limit: { ...limit, port, databaseUrl } }
      say(`${kind}: filling the vaults`)
      for (const scenario of await scenarios(server, folder.path)) {
        if (!scenario.name.includes(only)) continue
        say(`${kind}: ${scenario.name}`)
        rows.push({ kind, ...scenario, ...(await compare(sides, load, scenario, folder.path)) })
      }
    } finally {
      await limit.stop()
      await server.stop()
      folder.remove()
    }
  }
  try {
    if (isMeasured('embedded')) await measureOn('embedded')
    if (isMeasured('PostgreSQL')) await withDatabase((url) => measureOn('PostgreSQL', url))
  } finally {
    await load.stop()
  }
  return tableOf(rows)
}

/** Sends each request to this version and to the other in turns, on separate databases. */
async function benchVersions(say) {
  const rows = []
  const load = startProcess(at('scripts', 'bench-load.mjs'))
  const measureOn = async (kind, databaseUrls) => {
    // Both run without the probe, which slows a server down.
    const checkouts = [root, resolve(against)]
    const servers = []
    const folders = checkouts.map(temporaryFolder)
    try {
      say(`${kind}: filling the vaults`)
      for (const [index, checkout] of checkouts.entries())
        servers.push(await startServer({ checkout, databaseUrl: databaseUrls[index] }))
      const [here, there] = await Promise.all(
        servers.map((server, index) => scenarios(server, folders[index].path)),
      )
      const measureCleared = async (server, requests, clear) => {
        if (clear && server.databaseUrl) await runSql(server.databaseUrl, clear)
        return measure(load, server, requests)
      }
      for (const [index, { name, requests, clear, isOnlyHere }] of here.entries()) {
        if (isOnlyHere || !name.includes(only)) continue
        say(`${kind}: ${name}`)
        const sides = await inTurns(
          () => measureCleared(servers[0], requests, clear),
          () => measureCleared(servers[1], there[index].requests, clear),
        )
        rows.push({ name, kind, ...sides })
      }
    } finally {
      for (const server of servers) await server.stop()
      for (const folder of folders) folder.remove()
    }
  }
  try {
    if (isMeasured('embedded')) await measureOn('embedded', [])
    if (isMeasured('PostgreSQL'))
      await withDatabase((own) => withDatabase((other) => measureOn('PostgreSQL', [own, other])))
  } finally {
    await load.stop()
  }
  return versionsTable(rows)
}

async function runSql(connectionString, text) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(text)
  await client.end()
}

function versionsTable(rows) {
  const cells = ({ name, kind, own, other, ratio }) => [
    name,
    kind,
    number(own.perSecond),
    own.p99.toFixed(1),
    number(other.perSecond),
    other.p99.toFixed(1),
    `${Math.round(ratio * 100)} %`,
    ratio >= SLOWER_LIMIT ? 'met' : 'MISSED',
    cpu(own, other, 'server'),
    cpu(own, other, 'database'),
  ]
  return {
    columns: [
      'request',
      'database',
      'per second',
      'p99 ms',
      'other version per second',
      'other version p99 ms',
      'of the other version',
      `goal ${SLOWER_LIMIT * 100} %`,
      'server, CPU ms (other version)',
      'PostgreSQL, CPU ms (other version)',
    ],
    rows: rows.map(cells),
  }
}

const cpu = (own, other, part) => `${own[part].toFixed(3)} (${other[part].toFixed(3)})`

function tableOf(rows) {
  const cells = (row) => [
    row.name,
    row.kind,
    number(row.own.perSecond),
    row.own.p99.toFixed(1),
    number(row.limit.perSecond),
    row.limit.p99.toFixed(1),
    `${Math.round(row.ratio * 100)} %`,
    toVerdict(row),
    cpu(row.own, row.limit, 'server'),
    cpu(row.own, row.limit, 'database'),
  ]
  return {
    columns: [
      'request',
      'database',
      'per second',
      'p99 ms',
      'limit per second',
      'limit p99 ms',
      'of the limit',
      'goal',
      'server, CPU ms (limit)',
      'PostgreSQL, CPU ms (limit)',
    ],
    rows: rows.map(cells),
  }
}

function toVerdict({ kind, isRead, work, ratio }) {
  const isOfFile = work?.keepIn !== undefined || work?.send !== undefined
  if (!isRead && !isOfFile) return ''
  const goal = isOfFile ? FILE_GOAL : goals[kind]
  return `${goal * 100} %: ${ratio >= goal ? 'met' : 'MISSED'}`
}

/** The requests. Requests that would block each other if one nurse sent them all come from 32 nurses. */
async function scenarios(server, folder) {
  const nurses = []
  for (let index = 0; index < connections; index += 1) nurses.push(await createNurse(server, `nurse${index}`))
  const [ann] = nurses
  const cycles = []
  for (const nurse of nurses) cycles.push(await send(nurse, 'POST', '/api/ceu-cycles', aCycle))
  for (let index = 0; index < 50; index += 1) await send(ann, 'POST', '/api/credentials', aLicense(index))
  const { items } = await send(ann, 'GET', '/api/credentials?limit=10')
  const shared = { resourceType: 'license', resourceId: items[0].id, includeFiles: true }
  const { token } = await send(ann, 'POST', '/api/share', shared)
  const visitor = { server, cookies: new Map() }
  await send(visitor, 'GET', `/api/share/${token}`)
  const stranger = { server, cookies: new Map() }
  const form = await uploadForm(folder)
  const { id: fileId } = await send(ann, 'POST', '/api/upload', form.data)
  const get = (nurse, ...paths) => paths.map((path) => requestOf(nurse, 'GET', path))
  const byAll = (make) => nurses.map(make)
  const sixReads = get(
    ann,
    '/api/auth/get-session',
    '/api/credentials/renewal/365',
    '/api/credentials/summary',
    '/api/ceu-cycles',
    '/api/reminders/summary',
    '/api/share?limit=50',
  )
  return [
    { name: 'GET /api/credentials, 50 in the vault', isRead: true, requests: get(ann, '/api/credentials') },
    // The version before the dashboard was one request does not have it.
    { name: 'GET /api/home', isRead: true, isOnlyHere: true, requests: get(ann, '/api/home') },
    { name: 'six GETs of an owner', isRead: true, requests: sixReads },
    {
      name: 'GET /api/share/{token}, already opened',
      isRead: true,
      requests: get(visitor, `/api/share/${token}`),
    },
    { name: 'GET /api/share/{token}, first opening', requests: get(stranger, `/api/share/${token}`) },
    {
      name: 'POST /api/credentials',
      // A vault has a few dozen credentials, and an hour fewer than a hundred changes.
      clear: `delete from credentials; ${clearAudit}`,
      requests: byAll((nurse, index) =>
        requestOf(nurse, 'POST', '/api/credentials', { json: aLicense(index) }),
      ),
    },
    {
      name: 'POST /api/ceu-entries',
      // A cycle has a few dozen entries, not thousands.
      clear: `delete from ceu_entries; ${clearAudit}`,
      requests: byAll((nurse, index) =>
        requestOf(nurse, 'POST', '/api/ceu-entries', { json: anEntry(cycles[index]) }),
      ),
    },
    {
      name: 'sign-in, with the password hash',
      work: { password },
      requests: byAll((nurse) =>
        requestOf(withoutSession(nurse), 'POST', '/api/auth/sign-in/email', {
          json: { email: nurse.email, password },
        }),
      ),
    },
    {
      name: 'POST /api/upload, 5 MB',
      work: { keepIn: folder },
      requests: byAll((nurse) => requestOf(nurse, 'POST', '/api/upload', { file: form })),
    },
    {
      name: 'GET /api/upload/{id}/content, 5 MB',
      isRead: true,
      work: { send: form.content },
      requests: get(ann, `/api/upload/${fileId}/content`),
    },
  ]
}

const clearAudit = 'truncate audit_overflows, audit_records'

const withoutSession = (nurse) => ({
  ...nurse,
  cookies: new Map([...nurse.cookies].filter(([name]) => name !== 'lanyard.session')),
})

/** A PDF as bytes, as a form, and as a file that contains the form's bytes. */
async function uploadForm(folder) {
  const { aPdf, formOf } = await import('#testing/documents.ts')
  const data = formOf(aPdf(FILE_BYTES), 'card.pdf')
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const path = join(folder, 'form')
  const content = join(folder, 'card.pdf')
  writeFileSync(path, Buffer.from(await request.arrayBuffer()))
  writeFileSync(content, aPdf(FILE_BYTES))
  return { data, path, content, length: statSync(path).size, type: request.headers.get('content-type') }
}

/** Runs rounds of the server and its limit in turns. The ratio is the median of the ratios per round. */
async function compare({ server, limit }, load, { name, requests, clear, work = {} }, folder) {
  const limited = []
  for (const [index, request] of requests.entries()) {
    const path = `/${index}/${encodeURIComponent(name)}`
    await limit.ask('addToLimit', { path, work: workOf(work, folder), ...(await record(server, request)) })
    limited.push({ ...request, head: request.head.replace(/^(\w+) \S+/, `$1 ${path}`) })
  }
  const measureCleared = async (side, sent) => {
    if (clear) await server.ask('query', { text: clear })
    return measure(load, side, sent)
  }
  const own = () => measureCleared(server, requests)
  const bare = () => measureCleared(limit, limited)
  const { other, ...rest } = await inTurns(own, bare)
  return { ...rest, limit: other }
}

/** Includes the CPU time of each request. */
async function measure(load, side, requests) {
  const before = cpuTime(side)
  const result = await load.ask('load', { port: side.port, requests, connections, seconds })
  const after = cpuTime(side)
  const each = (part) => (after[part] - before[part]) / result.count
  return { ...result, server: each('server'), database: each('database') }
}

/** Alternating rounds of both, with a different one first in each round. The first round does not count. */
async function inTurns(askOwn, askOther) {
  await askOwn()
  await askOther()
  const pairs = []
  for (let round = 0; round < rounds; round += 1) {
    const otherFirst = round % 2 === 1 ? await askOther() : undefined
    const own = await askOwn()
    pairs.push({ own, other: otherFirst ?? (await askOther()) })
  }
  const middle = (side) => {
    const of = (value) => median(pairs.map((pair) => pair[side][value]))
    return Object.fromEntries(Object.keys(pairs[0][side]).map((value) => [value, of(value)]))
  }
  return {
    own: middle('own'),
    other: middle('other'),
    ratio: median(pairs.map((pair) => pair.own.perSecond / pair.other.perSecond)),
  }
}

/** Records until two recordings have the same statements, so that neither includes a statement of the server's jobs. */
async function record(server, request) {
  let before = null
  for (let tries = 0; tries < 20; tries += 1) {
    const made = await recordOnce(server, request)
    if (before && textsOf(before) === textsOf(made))
      return { first: before.statements, again: made.statements, answer: before.answer }
    before = made
  }
  throw new Error(`${request.path}: no two recordings are the same`)
}

const textsOf = ({ statements }) => statements.map(({ text }) => text).join('\n')

const workOf = (work, folder) => (work.keepIn ? { keepIn: folder } : work)
