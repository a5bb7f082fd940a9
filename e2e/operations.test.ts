import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openPool, startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
const password = 'violet tractor moon 41'
const opsToken = 'an operators own token'
let postgres: TestServer
let server: RunningServer
let cookie: string
let shared: string

beforeAll(async () => {
  postgres = await startTestServer()
  server = await startServer(join(folder.path, 'data'), {
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '4',
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    OPS_TOKEN: opsToken,
    LOG_LEVEL: 'trace',
  })
  const registration = { email: 'ann@nurses.example', password, name: 'Ann Canaryname' }
  const answer = await send('POST', '/api/auth/sign-up/email', registration)
  cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const { id } = (await (await create('the first')).json()) as { id: string }
  const made = await send('POST', '/api/share', { resourceType: 'certification', resourceId: id })
  shared = ((await made.json()) as { token: string }).token
})

afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
  folder.remove()
})

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(`${server.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), cookie, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

function create(name: string) {
  const body = {
    kind: 'certification',
    name,
    issuer: 'American Heart Association',
    number: 'CANARY-884-2137',
  }
  return send('POST', '/api/credentials', body, { 'Idempotency-Key': name })
}

async function names(): Promise<string[]> {
  const kept: string[] = []
  for (let path: string | null = '/api/credentials?limit=100'; path; ) {
    const page = (await (await send('GET', path)).json()) as {
      items: { name: string }[]
      nextCursor: string | null
    }
    kept.push(...page.items.map(({ name }) => name))
    path = page.nextCursor && `/api/credentials?limit=100&cursor=${page.nextCursor}`
  }
  return kept
}

const signIn = { email: 'ann@nurses.example', password }

/** How long to poll: until the expectation holds or the time is over. */
const soon = { timeout: 30_000, interval: 100 }
const statusOf = async (method: string, path: string) => (await send(method, path)).status

/** Creates one credential per name, eight at a time. Returns the names that were refused. */
async function createAll(names: string[]): Promise<string[]> {
  const left = [...names]
  const refused: string[] = []
  const worker = async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      const { status, headers } = await create(name)
      if (status === 201) continue
      expect(status, server.output().slice(-1500)).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      refused.push(name)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return refused
}

const named = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`)

afterEach(() => postgres.up())

it('returns 503 from every route while the database is down, and recovers when it is back', async () => {
  await postgres.down()
  const requests: [string, string, unknown?][] = [
    ['GET', '/api/credentials'],
    ['POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX' }],
    ['GET', '/api/users/me'],
    ['GET', '/api/ceu-cycles'],
    ['GET', '/api/upload'],
    ['GET', '/api/reminders'],
    ['GET', '/api/auth/get-session'],
    ['POST', '/api/auth/sign-in/email', signIn],
    ['POST', '/api/auth/sign-up/email', { ...signIn, email: 'bea@nurses.example', name: 'Bea' }],
    ['POST', '/api/auth/sign-out', {}],
    ['POST', '/api/auth/request-password-reset', { email: signIn.email }],
    ['GET', `/api/share/${shared}`],
    ['GET', `/api/share/${shared}/cover`],
    ['GET', `/share/${shared}`],
    ['GET', '/api/calendar/a-token.ics'],
    ['POST', '/api/csp-report', {}],
  ]
  for (const [method, path, body] of requests) {
    const answer = await send(method, path, body)
    expect(answer.status, `${method} ${path}\n${server.output().slice(-1500)}`).toBe(503)
    expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0)
    expect(await answer.json(), path).toMatchObject({ code: 'unavailable' })
  }
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7\n%%EOF'], { type: 'application/pdf' }), 'card.pdf')
  // Sent in one piece: the server responds before it reads a body that arrives in parts, and closes the connection.
  const encoded = new Response(form)
  const upload = await fetch(`${server.url}/api/upload`, {
    method: 'POST',
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { cookie, 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  expect(upload.status).toBe(503)
  expect(await statusOf('GET', '/readyz')).toBe(503)
  for (const path of ['/', '/login', '/credentials', '/healthz', '/api/openapi.json'])
    expect(await statusOf('GET', path), path).toBe(200)
  const metrics = await send('GET', '/metrics', undefined, { authorization: `Bearer ${opsToken}` })
  expect(metrics.status).toBe(200)
  expect(await metrics.text()).toContain('lanyard_database_up 0\n')

  await postgres.up()
  await expect.poll(() => statusOf('GET', '/api/credentials'), soon).toBe(200)
  expect((await send('POST', '/api/auth/sign-in/email', signIn, { cookie: '' })).status).toBe(200)
  expect((await send('GET', `/api/share/${shared}`)).status).toBe(200)
  await expect.poll(() => statusOf('GET', '/readyz'), soon).toBe(200)
  expect(server.process.exitCode).toBeNull()
})

it('requests in flight when the database stops take effect completely or not at all, and a retry makes no duplicates', async () => {
  const expected = named('gone', 120)
  const creating = createAll(expected)
  await expect.poll(async () => (await names()).length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(8)
  await postgres.down()
  await postgres.up()
  const refused = await creating
  expect(refused.length).toBeGreaterThan(0)
  let left = refused
  const retry = async () => {
    left = await createAll(left)
    return left.length
  }
  await expect.poll(retry, soon).toBe(0)
  const kept = (await names()).filter((name) => name.startsWith('gone'))
  expect(kept.toSorted()).toEqual(expected.toSorted())
})

it('connections that break during transactions leave the pool at its size', async () => {
  const administrator = new pg.Client({ connectionString: postgres.url })
  administrator.on('error', () => {})
  await administrator.connect()
  const breakAll = () =>
    administrator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lanyard'",
    )
  for (let round = 0; round < 10; round += 1) {
    const creating = createAll(named(`broken ${round}`, 16))
    for (let n = 0; n < 5; n += 1) await breakAll()
    await creating
  }
  await administrator.end()
  expect(server.process.exitCode).toBeNull()
  expect(await createAll(named('after', 40))).toEqual([])
})

it('the jobs recover without a restart', async () => {
  const db = openPool(postgres.url)
  const since = new Date()
  const succeeded = async () => {
    const { rows } = await db.query<{ name: string }>(
      `select name from job_runs where name in ('mail', 'deliveries') and started_at > $1
        and finished_at >= started_at and last_error is null order by name`,
      [since],
    )
    return rows.map(({ name }) => name)
  }
  // The response to a claim can be lost with the connection. In that case, its lease of a minute has to end first.
  const leaseOver = { ...soon, timeout: 90_000 }
  await expect.poll(succeeded, leaseOver).toEqual(['deliveries', 'mail'])
  await db.end()
})

it('each log line of a request carries the id in the response, and nothing about a nurse', async () => {
  await postgres.down()
  const failed = await send('GET', '/api/credentials')
  await postgres.up()
  const id = failed.headers.get('x-request-id') ?? ''
  expect(await failed.json()).toMatchObject({ requestId: id })
  await expect
    .poll(
      () =>
        server
          .output()
          .split('\n')
          .filter((line) => line.includes(id)).length,
    )
    .toBe(2)
  const lines = server.output().split('\n').slice(1).filter(Boolean)
  expect(lines.length).toBeGreaterThan(30)
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
  const [, session = ''] = /session=([^;]+)/.exec(cookie) ?? []
  expect(session).not.toBe('')
  const canaries = [
    'nurses.example',
    'Canaryname',
    'CANARY-884',
    'gone 1',
    password,
    opsToken,
    shared,
    session,
  ]
  for (const canary of canaries) expect(server.output(), canary).not.toContain(canary)
})
