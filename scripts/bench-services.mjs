// Shared by the parts of the bench: a PostgreSQL with default settings, a server with the probe, and nurses created
// through the API.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anAddress, startProcess } from './bench-process.mjs'
import { root } from './run.mjs'

export const password = 'violet tractor moon 41'

/** The same for all parts, so that cookies can be signed for nurses created by SQL. */
export const authSecret = 'a secret of the bench, and of nothing else'

/** BENCH_PROFILE is a folder for a CPU profile of each server. */
const profiled = process.env.BENCH_PROFILE
  ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
  : []

/** Calls `work` with the URL of a new database, on its own server or on the server of TEST_DATABASE_URL. */
export async function withDatabase(work, template = 'template1') {
  const { createFrom, dropDatabase, withName } = await import('../src/testing/database.ts')
  const { startTestServer } = await import('../src/testing/postgres-server.ts')
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startTestServer({ isDurable: true })
  const name = `lanyard_bench_${randomBytes(4).toString('hex')}`
  try {
    await createFrom(server.url, template, name)
    return await work(withName(server.url, name))
  } finally {
    await dropDatabase(server.url, name).catch(() => {})
    await server.stop()
  }
}

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'lanyard-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * The real server with an operator's settings, on the embedded database or on the database at `databaseUrl`. `checkout`
 * is the folder of another version, which runs without the probe.
 */
export async function startServer({ databaseUrl, dataDir, onPort, env = {}, checkout } = {}) {
  const { freePort } = await import('../e2e/server.ts')
  const folder = dataDir ? null : temporaryFolder()
  const port = await freePort()
  let ready
  const isReady = new Promise((resolve) => {
    ready = resolve
  })
  const probe = ['--import', new URL('bench-probe.mjs', import.meta.url).href]
  const server = startProcess(join(checkout ?? root, 'src', 'server', 'main.js'), {
    cwd: checkout ?? root,
    execArgv: [...(checkout ? [] : probe), ...profiled],
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      LANYARD_DATA: dataDir ?? folder.path,
      AUTH_SECRET: authSecret,
      // Each request of the load comes from a different network.
      TRUSTED_PROXY: '1',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
    hear: (text) => text.includes('Lanyard is ready at') && ready(),
  })
  onPort?.(port)
  await Promise.race([
    isReady,
    server.ended.then(([code]) => Promise.reject(new Error(`The server ended with ${code}`))),
  ])
  return {
    port,
    url: `http://localhost:${port}`,
    pid: server.pid,
    databaseUrl,
    ask: server.ask,
    async stop() {
      await server.stop()
      folder?.remove()
    },
  }
}

/** Registers and signs in through the API. */
export async function createNurse(server, name) {
  const email = `${name}@nurses.example`
  const place = { locale: 'en-US', timeZone: 'America/Chicago' }
  const nurse = { server, email, cookies: new Map() }
  const input = { email, password, name, firstName: name, lastName: 'Bench', ...place }
  await send(nurse, 'POST', '/api/auth/sign-up/email', input)
  return nurse
}

/** Sends one request like a browser. Rejects on any response that is not 2xx. */
export async function send(nurse, method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${nurse.server.port}${path}`, {
    method,
    headers: {
      ...headersOf(nurse, body instanceof FormData ? undefined : body),
      'X-Forwarded-For': anAddress(),
    },
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [pair] = line.split(';')
    nurse.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

function headersOf({ server, cookies }, body) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    Origin: server.url,
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    Accept: 'application/json',
    'X-Forwarded-For': '{address}',
    ...(cookie === '' ? {} : { Cookie: cookie }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
}

/** A request as bytes for the load. `file` is the path of a body that is not JSON, with `length` bytes and a `type`. */
export function requestOf(nurse, method, path, { json, file } = {}) {
  const text = json === undefined ? '' : JSON.stringify(json)
  const headers = { Host: `127.0.0.1:${nurse.server.port}`, ...headersOf(nurse, json) }
  if (file) headers['Content-Type'] = file.type
  if (method !== 'GET') headers['Content-Length'] = file?.length ?? Buffer.byteLength(text)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    method,
    path,
    head: `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`,
    body: file?.path,
  }
}
