// Runs the same work on Lanyard, on Parse Server, on Parse Server with Lanyard's promises, and on an app written by
// hand with Express and pg. They run in turns, each on its own database in one PostgreSQL. The peers are installed into
// a separate folder, because they are not dependencies of the project.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cpuTime } from './bench-cpu.mjs'
import { startProcess } from './bench-process.mjs'
import { aCycle, aLicense, anEntry } from './bench-records.mjs'
import { createNurse, requestOf, send, startServer, withDatabase } from './bench-services.mjs'
import { median, number } from './bench-table.mjs'
import { at, root, run, SetupError } from './run.mjs'

const versions = { 'parse-server': '9.10.0', express: '5.2.1', pg: '8.23.1' }
/** Parse Server reads the inside of Express's router, which changed in 2.3.0: each Cloud Code save then fails. */
const router = '2.2.0'
const folder = at('.cache', 'peers')
const connections = 32
/**
 * The number of owners whose records are written: so many that each writes a few times in a round, or so few that each
 * writes a hundred times.
 */
const owners = [640, connections]
const users = Math.max(...owners)
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const seconds = Number(process.env.BENCH_SECONDS || 2)
/** The folder of a checkout of another version, which takes turns too. */
const against = process.env.BENCH_AGAINST
/** Measures only kinds of records whose name contains this text, for working on one of them. */
const only = process.env.BENCH_ONLY ?? ''
const LISTED = 50

/** Returns the section's tables; `say` reports progress. */
export async function benchPeers(say) {
  await install(say)
  const load = startProcess(at('scripts', 'bench-load.mjs'))
  try {
    return await withDatabase(async (own) => {
      const { createFrom, dropDatabase, withName } = await import('../src/testing/database.ts')
      const names = ['parse', 'strict', 'by_hand', 'other'].map(
        (name) => `${new URL(own).pathname.slice(1)}_${name}`,
      )
      try {
        for (const name of names) await createFrom(own, 'template1', name)
        const [parse, strict, byHand, other] = names.map((name) => withName(own, name))
        return await compare(say, load, { own, parse, strict, byHand, other })
      } finally {
        for (const name of names) await dropDatabase(own, name).catch(() => {})
      }
    })
  } finally {
    await load.stop()
  }
}

async function install(say) {
  say(`installing the peers into ${folder}`)
  mkdirSync(folder, { recursive: true })
  const project = { private: true, type: 'module', dependencies: { ...versions, router } }
  writeFileSync(`${folder}/package.json`, JSON.stringify(project))
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  const { code, said } = await run('npm', args, { hear: () => {} })
  if (code !== 0) throw new SetupError(`The peers could not be installed: ${said.trim()}`)
}

async function compare(say, load, urls) {
  const opened = []
  try {
    say('filling the vaults')
    const sides = {}
    for (const [name, open] of Object.entries({
      Lanyard: () => openLanyard(urls.own),
      ...(against ? { 'other version': () => openLanyard(urls.other, resolve(against)) } : {}),
      'Parse Server': () => openParse(urls.parse, false),
      'Parse Server, same promises': () => openParse(urls.strict, true),
      'Express and pg': () => openPeer('bench-peer-express.mjs', urls.byHand),
    })) {
      const side = await open()
      opened.push(side)
      sides[name] = side
    }
    const rows = []
    for (const kind of ['list', 'credential', 'CE entry'].filter((name) => name.includes(only)))
      for (const count of kind === 'list' ? [1] : owners) {
        say(`${kind}, owners: ${count}`)
        rows.push(...(await inTurns(load, sides, kind, count)))
      }
    return [tableOf(rows, Object.keys(sides)), cpuTableOf(rows, Object.keys(sides))]
  } finally {
    for (const { stop } of opened) await stop()
  }
}

/** A different side starts each round. The first round does not count. */
async function inTurns(load, sides, kind, count) {
  const measured = {}
  for (let round = -1; round < rounds; round += 1) {
    const names = Object.keys(sides)
    const first = Math.max(round, 0) % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const results = await oneRound(load, sides[name], kind, count)
      for (const [what, result] of round < 0 ? [] : results) {
        measured[what] ??= {}
        measured[what][name] ??= []
        measured[what][name].push(result)
      }
    }
  }
  return Object.entries(measured).map(([what, results]) => ({ what, results }))
}

/** In a round, some records are created, and each is changed once and deleted. */
async function oneRound(load, side, kind, count) {
  if (kind === 'list') return [[titles.list, await measure(load, side, side.list, seconds)]]
  const { create, change, remove, findIds } = side.records[kind] ?? {}
  if (create === undefined) return []
  const created = await measure(load, side, create.slice(0, count), seconds)
  const of = `one of ${count} owners`
  if (change === undefined) return [[`create a ${kind}, ${of}`, created]]
  const ids = await findIds()
  const changed = await measure(load, side, ids.map(change))
  const removed = await measure(load, side, ids.map(remove))
  return [
    [`create a ${kind}, ${of}`, created],
    [`change a ${kind}, ${of}`, changed],
    [`delete a ${kind}, ${of}`, removed],
  ]
}

/** Includes the CPU time of each request. */
async function measure(load, { port, pid, databaseUrl }, requests, seconds) {
  const before = cpuTime({ pid, databaseUrl })
  const { perSecond, count } = await load.ask('load', { port, requests, connections, seconds })
  const after = cpuTime({ pid, databaseUrl })
  const each = (part) => (after[part] - before[part]) / count
  return { perSecond, server: each('server'), database: each('database') }
}

/** Like the web client and the command line, which send a key with every write. */
const keyed = (request) => ({
  ...request,
  head: request.head.replace('\r\n\r\n', '\r\nIdempotency-Key: {key}\r\n\r\n'),
})

/** Runs without the probe, which makes a server slower. */
async function openLanyard(databaseUrl, checkout = root) {
  const server = await startServer({ databaseUrl, checkout })
  const nurses = []
  for (let index = 0; index < users; index += 1) nurses.push(await createNurse(server, `nurse${index}`))
  const [ann] = nurses
  const cycles = []
  for (const nurse of nurses) cycles.push(await send(nurse, 'POST', '/api/ceu-cycles', aCycle))
  for (let index = 0; index < LISTED; index += 1) await send(ann, 'POST', '/api/credentials', aLicense(index))
  const nurseOf = new Map(nurses.map((nurse) => [nurse.email, nurse]))
  const records = async (path, table, made, patch) => {
    const find = () =>
      queryOn(
        databaseUrl,
        `select r.id, email from ${table} r join users on users.id = owner_id where deleted_at is null order by r.created_at`,
      )
    const earlier = new Set((await find()).map(({ id }) => id))
    return {
      create: nurses.map((nurse, index) => keyed(requestOf(nurse, 'POST', path, { json: made(index) }))),
      findIds: async () => (await find()).filter(({ id }) => !earlier.has(id)),
      change: ({ id, email }) =>
        keyed(requestOf(nurseOf.get(email), 'PATCH', `${path}/${id}`, { json: patch })),
      remove: ({ id, email }) => requestOf(nurseOf.get(email), 'DELETE', `${path}/${id}`),
    }
  }
  return {
    ...server,
    list: [requestOf(ann, 'GET', '/api/credentials')],
    records: {
      credential: await records('/api/credentials', 'credentials', aLicense, { notes: 'Renewed.' }),
      'CE entry': await records('/api/ceu-entries', 'ceu_entries', (index) => anEntry(cycles[index]), {
        hours: 3,
      }),
    },
  }
}

/**
 * A peer responds to `open` with its port and the headers of 32 signed-in users. `fill` adds to the list of the first
 * user.
 */
async function openPeer(script, url, hasSamePromises = false) {
  const peer = startProcess(at('scripts', script), { cwd: folder, env: { NODE_ENV: 'production' } })
  const { port, path, users: signedIn } = await peer.ask('open', { url, folder, users, hasSamePromises })
  const [ann] = signedIn
  for (let index = 0; index < LISTED; index += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...withKey(ann.headers), 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...aRecord(index), ...ann.fields }),
    })
    if (!answer.ok) throw new Error(`${script} answered ${answer.status}: ${await answer.text()}`)
  }
  const create = (path, made) =>
    signedIn.map((user, index) => raw('POST', path, port, user.headers, { ...made(index), ...user.fields }))
  return {
    port,
    path,
    signedIn,
    pid: peer.pid,
    databaseUrl: url,
    stop: () => peer.stop('SIGKILL'),
    list: [raw('GET', `${path}?limit=${LISTED}`, port, ann.headers)],
    records: { credential: { create: create(path, aRecord) } },
    create,
  }
}

/** `fetch` sends the headers unchanged. Only the load gives each request its own key. */
const withKey = (headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('{key}', () => randomUUID())]),
  )

async function openParse(url, hasSamePromises) {
  const peer = await openPeer('bench-peer-parse.mjs', url, hasSamePromises)
  const { port, path, signedIn, create } = peer
  const userOf = new Map(signedIn.map((user) => [user.id, user]))
  const records = (path, made, patch) => {
    const find = () =>
      queryOn(url, `select "objectId" as id, _wperm from "${path.split('/').pop()}" order by "createdAt"`)
    let earlier
    const headersOf = ({ _wperm }) => userOf.get(_wperm[0]).headers
    return {
      create: create(path, made),
      findIds: async () => (await find()).filter(({ id }) => !earlier?.has(id)),
      change: (found) => raw('PUT', `${path}/${found.id}`, port, headersOf(found), patch),
      remove: (found) => raw('DELETE', `${path}/${found.id}`, port, headersOf(found)),
      async keepThese() {
        earlier = new Set((await find()).map(({ id }) => id))
      },
    }
  }
  const credential = records(path, aRecord, { notes: 'Renewed.' })
  await credential.keepThese()
  const cycle = { id: '6f1c5be3-6bd0-4b4f-8b35-4f1f7a1f3f7e' }
  const entry = records(path.replace('Credential', 'Entry'), () => anEntry(cycle), { hours: 3 })
  return { ...peer, records: { credential, 'CE entry': entry } }
}

async function queryOn(url, text) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function raw(method, path, port, headers, json) {
  const text = json === undefined ? '' : JSON.stringify(json)
  const typed =
    json === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers, ...typed })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return { method, path, head: `${method} ${path} HTTP/1.1\r\n${head}\r\n${text}` }
}

/** For the peers: Parse Server reserves the name `expiresAt`. */
function aRecord(index) {
  const { expiresAt: validUntil, ...record } = aLicense(index)
  return { ...record, validUntil }
}

const titles = { list: `list of ${LISTED} records` }
const MISSING = '–'

function tableOf(rows, names) {
  const [own, ...others] = names
  const perSecond = (results, name) => results[name]?.map((result) => result.perSecond)
  const ratio = (results, name) => {
    const other = perSecond(results, name)
    if (other === undefined) return MISSING
    return `× ${median(perSecond(results, own).map((value, round) => value / other[round])).toFixed(2)}`
  }
  return {
    columns: [
      'request',
      ...names.map((name) => `${name}, per second`),
      ...others.map((name) => `${own} to ${name}`),
    ],
    rows: rows.map(({ what, results }) => [
      what,
      ...names.map((name) => (results[name] ? number(median(perSecond(results, name))) : MISSING)),
      ...others.map((name) => ratio(results, name)),
    ]),
    notes: [
      `Peers: ${Object.entries(versions)
        .map((pair) => pair.join(' '))
        .join(', ')}; ${rounds} rounds.`,
    ],
  }
}

function cpuTableOf(rows, names) {
  const middle = (results, part) =>
    results ? median(results.map((result) => result[part])).toFixed(2) : MISSING
  return {
    columns: ['CPU ms, server + PostgreSQL', ...names],
    rows: rows.map(({ what, results }) => [
      what,
      ...names.map((name) => `${middle(results[name], 'server')} + ${middle(results[name], 'database')}`),
    ]),
  }
}
