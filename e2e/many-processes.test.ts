import { once } from 'node:events'
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, plainText, startMailServer } from '#testing/mail-server.ts'
import { openPool, startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { insertDueNurses } from '#testing/reminder-rows.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { projectMigrations, projectTriggers, type SchemaFiles } from '../src/server/db/schema.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
const password = 'violet tractor moon 41'
let postgres: TestServer
let mailServer: MailServer
let db: pg.Pool
let proxy: Server
let address: string
let settings: Record<string, string>
const servers: RunningServer[] = []

/**
 * A reverse proxy like in deploy/nginx.conf: it distributes requests over the processes in turn and sends the client's
 * address in a header.
 */
function startProxy(port: number): Promise<Server> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    turn += 1
    const target = new URL(servers[turn % servers.length]?.url ?? '')
    const { method, url: path } = incoming
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const passed = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(passed)
  }).listen(port, 'localhost')
  return once(server, 'listening').then(() => server)
}

/** The project's migrations and one more, like a next version that only adds, and changed triggers. */
function newerSchema(): SchemaFiles {
  const newer = join(folder.path, 'newer')
  cpSync(projectMigrations, newer, { recursive: true })
  const path = join(newer, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const last = journal.entries.at(-1)
  const tag = 'next_version'
  writeFileSync(
    path,
    JSON.stringify({
      ...journal,
      entries: [...journal.entries, { ...last, idx: last.idx + 1, when: Date.now(), tag }],
    }),
  )
  const statements = [
    'create table next_things (id uuid primary key default gen_random_uuid(), owner_id text references users)',
    ...['users', 'sessions', 'credentials', 'idempotency_keys'].map(
      (table) => `alter table ${table} add column next text`,
    ),
    'create index on credentials (next)',
    'update credentials set next = name',
  ]
  writeFileSync(join(newer, `${tag}.sql`), statements.join(';\n--> statement-breakpoint\n'))
  const triggersFile = join(newer, 'triggers.sql')
  writeFileSync(triggersFile, `${readFileSync(projectTriggers, 'utf8')}-- Of the next version.\n`)
  return { migrationsFolder: newer, triggersFile }
}

beforeAll(async () => {
  const port = await freePort()
  postgres = await startTestServer()
  mailServer = await startMailServer()
  settings = {
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '5',
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PUBLIC_URL: `http://localhost:${port}`,
    TRUSTED_PROXY: '1',
    SMTP_URL: mailServer.url,
  }
  const start = () => startServer(join(folder.path, 'data'), settings)
  servers.push(...(await Promise.all([start(), start()])))
  db = openPool(postgres.url)
  await insertDueNurses(db, 'due', 12)
  proxy = await startProxy(port)
  address = `http://localhost:${(proxy.address() as AddressInfo).port}`
})

afterAll(async () => {
  proxy?.close()
  // Closed first, because stopping a server also closes connections.
  await db?.end()
  await Promise.all(servers.map((server) => server.stop()))
  await mailServer?.close()
  await postgres?.stop()
  folder.remove()
})

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(`${address}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Registers, confirms the address and signs in, each step on a different process. */
async function register(name: string): Promise<{ cookie: string }> {
  const email = `${name}@nurses.example`
  const registered = await send('POST', '/api/auth/sign-up/email', { email })
  expect(registered.status, await registered.clone().text()).toBe(200)
  const mailedCode = () => {
    const mail = mailServer.received.find(({ to }) => to === email)
    return /oobCode=([\w-]+)/.exec(mail ? plainText(mail) : '')?.[1] ?? null
  }
  await expect.poll(mailedCode, { timeout: 30_000 }).not.toBe(null)
  const confirmation = { token: mailedCode(), password, name }
  const confirmed = await send('POST', '/api/auth/verify-email', confirmation)
  expect(confirmed.status, await confirmed.clone().text()).toBe(200)
  const answer = await send('POST', '/api/auth/sign-in/email', { email, password })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  return { cookie: cookies.join('; ') }
}

const bls = { kind: 'certification', name: 'Basic Life Support', issuer: 'American Heart Association' }

it('twenty requests with one idempotency key, spread over both processes, create one record', async () => {
  const ann = await register('ann')
  const press = () => send('POST', '/api/credentials', bls, { ...ann, 'Idempotency-Key': 'one press' })
  const answers = await Promise.all(Array.from({ length: 20 }, press))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  const list = (await (await send('GET', '/api/credentials', undefined, ann)).json()) as { items: unknown[] }
  expect(list.items).toHaveLength(1)
})

it('a link with a limit of three views opens three times, whichever process serves it', async () => {
  const bea = await register('bea')
  const { id } = (await (await send('POST', '/api/credentials', bls, bea)).json()) as { id: string }
  const input = { resourceType: 'certification', resourceId: id, viewLimit: 3 }
  const made = await send('POST', '/api/share', input, bea)
  expect(made.status, await made.clone().text()).toBe(201)
  const { token } = (await made.json()) as { token: string }
  const views = await Promise.all(Array.from({ length: 20 }, () => send('GET', `/api/share/${token}`)))
  const statuses = views.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(3).fill(200), ...Array(17).fill(410)])
})

it('a process that is stopped finishes its running requests, and the other keeps serving', {
  tags: 'long',
}, async () => {
  const dee = await register('dee')
  const third = await startServer(join(folder.path, 'data'), settings)
  const form = new FormData()
  form.append(
    'file',
    new Blob(['%PDF-1.7\n', 'x'.repeat(2_000_000), '\n%%EOF\n'], { type: 'application/pdf' }),
    'card.pdf',
  )
  const { body, headers } = new Request(third.url, { method: 'POST', body: form })
  const payload = new Uint8Array(await new Response(body).arrayBuffer())
  const type = headers.get('content-type') ?? ''
  const upload = request(`${third.url}/api/upload`, {
    method: 'POST',
    headers: { ...dee, 'Content-Type': type, 'Content-Length': payload.length },
  })
  const answered = once(upload, 'response')
  upload.write(payload.slice(0, 1_000_000))
  await fetch(`${third.url}/healthz`)
  const stopped = third.stop()
  const began = performance.now()
  const refused = () =>
    fetch(`${third.url}/healthz`).then(
      () => 'answered',
      () => 'refused',
    )
  await expect.poll(refused).toBe('refused')
  expect((await send('GET', '/api/credentials', undefined, dee)).status).toBe(200)
  upload.end(payload.slice(1_000_000))
  const [answer] = await answered
  expect(answer.statusCode).toBe(201)
  expect(answer.headers.connection).toBe('close')
  answer.resume()
  await stopped
  expect(third.process.exitCode).toBe(0)
  expect(performance.now() - began).toBeLessThan(9000)
})

it('the running version keeps serving while the next one migrates the database', {
  tags: 'long',
}, async () => {
  const eve = await register('eve')
  const statuses: number[] = []
  let isMigrated = false
  const visitor = async (who: number) => {
    for (let n = 0; !isMigrated || n < 5; n += 1) {
      const one = await send('POST', '/api/credentials', { ...bls, name: `BLS ${who} ${n}` }, eve)
      const all = await send('GET', '/api/credentials', undefined, eve)
      statuses.push(one.status, all.status)
    }
  }
  const visitors = [0, 1, 2, 3].map(visitor)
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(20)
  const newer = await openDatabase({ url: postgres.url, dataDir: '', schema: newerSchema() })
  const { rows } = await newer.pool.query(
    "select count(*)::int as filled from credentials where next like 'BLS%'",
  )
  expect(rows[0].filled).toBeGreaterThan(0)
  isMigrated = true
  await Promise.all(visitors)
  await newer.close()
  // A migration can make a request fail. In that case nothing was stored, and the request can be repeated.
  const refused = statuses.filter((status) => status === 503).length
  expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  expect(refused).toBeLessThan(statuses.length / 10)
  expect((await send('POST', '/api/credentials', bls, eve)).status).toBe(201)
})

it('no migration removes or changes what the previous version still reads', () => {
  const [, ...later] = globSync(join(projectMigrations, '*.sql')).toSorted()
  const breaking = /\bdrop (table|column|view)\b|\brename\b|\balter column\b.+\b(type|set not null)\b/i
  expect(later.length).toBeGreaterThan(0)
  for (const path of later) {
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(
      lines.filter((line) => breaking.test(line)),
      path,
    ).toEqual([])
  }
})

it('password attempts through the proxy are counted together', { tags: 'long' }, async () => {
  await register('cat')
  const wrong = { email: 'cat@nurses.example', password: 'not the password' }
  const tries = await Promise.all(
    Array.from({ length: 14 }, () => send('POST', '/api/auth/sign-in/email', wrong)),
  )
  const statuses = tries.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
})

it('a due reminder is sent once to each nurse while both processes look for due ones', async () => {
  const due = () => mailServer.received.map(({ to }) => to).filter((to) => to.startsWith('due-'))
  await expect.poll(() => new Set(due()).size, { timeout: 120_000, interval: 500 }).toBe(12)
  expect(due()).toHaveLength(12)
  for (const server of servers) expect(server.output()).not.toContain('"msg":"unexpected"')
})
