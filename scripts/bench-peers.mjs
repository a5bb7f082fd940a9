// The same work on Lanyard, on Parse Server and on an app written by hand with Express and pg, in turns, each on a
// database of its own in one PostgreSQL. The peers are installed into a folder of their own: they are no dependencies of
// the project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { startProcess } from './bench-process.mjs'
import { createNurse, requestOf, send, startServer, withDatabase } from './bench-services.mjs'
import { median, number } from './bench-table.mjs'
import { at, run, SetupError } from './run.mjs'

const versions = { 'parse-server': '9.10.0', express: '5.2.1', pg: '8.23.1' }
const folder = at('.cache', 'peers')
const connections = 32
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const seconds = Number(process.env.BENCH_SECONDS || 2)
const LISTED = 50

/** Returns the section's tables; `say` reports progress. */
export async function benchPeers(say) {
  await install(say)
  const load = startProcess(at('scripts', 'bench-load.mjs'))
  try {
    return await withDatabase(async (own) => {
      const { createFrom, dropDatabase, withName } = await import('../src/testing/database.ts')
      const names = ['parse', 'by_hand'].map((name) => `${new URL(own).pathname.slice(1)}_${name}`)
      try {
        for (const name of names) await createFrom(own, 'template1', name)
        const [parse, byHand] = names.map((name) => withName(own, name))
        return await compare(say, load, { own, parse, byHand })
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
  const project = { private: true, type: 'module', dependencies: versions }
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
      'Parse Server': () => openPeer('bench-peer-parse.mjs', urls.parse),
      'Express and pg': () => openPeer('bench-peer-express.mjs', urls.byHand),
    })) {
      const side = await open()
      opened.push(side)
      sides[name] = side
    }
    const rows = []
    for (const what of ['list', 'create']) {
      say(what)
      rows.push({ what, perSecond: await inTurns(load, sides, what) })
    }
    return [tableOf(rows, Object.keys(sides))]
  } finally {
    for (const { stop } of opened) await stop()
  }
}

/** Who starts changes each round; a first round does not count. */
async function inTurns(load, sides, what) {
  const measured = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  for (let round = -1; round < rounds; round += 1) {
    const names = Object.keys(sides)
    const first = Math.max(round, 0) % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const { port, requests } = sides[name]
      const { perSecond } = await load.ask('load', { port, requests: requests[what], connections, seconds })
      if (round >= 0) measured[name].push(perSecond)
    }
  }
  return measured
}

async function openLanyard(databaseUrl) {
  const server = await startServer({ databaseUrl })
  const nurses = []
  for (let index = 0; index < connections; index += 1) nurses.push(await createNurse(server, `nurse${index}`))
  const [ann] = nurses
  for (let index = 0; index < LISTED; index += 1) await send(ann, 'POST', '/api/credentials', aLicense(index))
  return {
    port: server.port,
    stop: server.stop,
    requests: {
      list: [requestOf(ann, 'GET', '/api/credentials')],
      create: nurses.map((nurse, index) =>
        requestOf(nurse, 'POST', '/api/credentials', { json: aLicense(index) }),
      ),
    },
  }
}

/** A peer answers `open` with its port and the headers of 32 signed-in users, and `fill` adds to the list of the first. */
async function openPeer(script, url) {
  const peer = startProcess(at('scripts', script), { cwd: folder, env: { NODE_ENV: 'production' } })
  const { port, path, users } = await peer.ask('open', { url, folder, users: connections })
  const [ann] = users
  for (let index = 0; index < LISTED; index += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...ann.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...aRecord(index), ...ann.fields }),
    })
    if (!answer.ok) throw new Error(`${script} answered ${answer.status}: ${await answer.text()}`)
  }
  return {
    port,
    stop: () => peer.stop('SIGKILL'),
    requests: {
      list: [raw('GET', `${path}?limit=${LISTED}`, port, ann.headers)],
      create: users.map((user, index) =>
        raw('POST', path, port, user.headers, { ...aRecord(index), ...user.fields }),
      ),
    },
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

const aLicense = (index) => ({
  kind: 'license',
  title: `License ${index}`,
  type: 'RN',
  state: 'TX',
  issuer: 'Texas Board of Nursing',
  number: `TX-${index}-884213`,
  issuedAt: '2025-04-01',
  expiresAt: `2027-0${(index % 9) + 1}-15`,
  tags: ['travel', 'compact'],
  notes: 'Renew in the portal.',
})

/** For the peers: Parse Server keeps the name `expiresAt` for itself. */
function aRecord(index) {
  const { expiresAt: validUntil, ...record } = aLicense(index)
  return { ...record, validUntil }
}

const titles = { list: `list of ${LISTED} records`, create: 'create one record' }

function tableOf(rows, names) {
  const ratio = (perSecond, name) =>
    median(perSecond.Lanyard.map((own, round) => own / perSecond[name][round])).toFixed(2)
  return {
    columns: [
      'request',
      ...names.map((name) => `${name}, per second`),
      ...names.slice(1).map((name) => `Lanyard to ${name}`),
    ],
    rows: rows.map(({ what, perSecond }) => [
      titles[what],
      ...names.map((name) => number(median(perSecond[name]))),
      ...names.slice(1).map((name) => `× ${ratio(perSecond, name)}`),
    ]),
    notes: [
      `Peers: ${Object.entries(versions)
        .map((pair) => pair.join(' '))
        .join(', ')}; ${rounds} rounds.`,
    ],
  }
}
