import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
const password = 'violet tractor moon 41'
let postgres: TestServer
let one: RunningServer
let two: RunningServer

/** Two processes started together on an empty PostgreSQL, like behind a proxy: they share one public URL. */
beforeAll(async () => {
  postgres = await startTestServer()
  const settings = {
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? postgres.url,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PUBLIC_URL: `http://localhost:${await freePort()}`,
  }
  const started = await Promise.all([0, 1].map(() => startServer(join(folder.path, 'data'), settings)))
  ;[one, two] = started as [RunningServer, RunningServer]
})

afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()])
  await postgres?.stop()
  folder.remove()
})

function send(server: RunningServer, method: string, path: string, body?: unknown, cookie = '') {
  return fetch(`${server.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function register(email: string): Promise<string> {
  const answer = await send(one, 'POST', '/api/auth/sign-up/email', { email, password, name: 'Ann' })
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}

it('a session from one process is valid in the other, until a sign-out in either', async () => {
  const cookie = await register('ann@nurses.example')
  const bls = { kind: 'certification', name: 'Basic Life Support', issuer: 'American Heart Association' }
  const created = await send(one, 'POST', '/api/credentials', bls, cookie)
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: string }
  const found = await send(two, 'GET', `/api/credentials/${id}`, undefined, cookie)
  expect(await found.json()).toMatchObject({ id, ...bls })
  expect((await send(two, 'POST', '/api/auth/sign-out', {}, cookie)).status).toBe(200)
  expect((await send(one, 'GET', `/api/credentials/${id}`, undefined, cookie)).status).toBe(401)
})

it('the same idempotency key sent to both concurrently creates one record and equal responses', async () => {
  const cookie = await register('bea@nurses.example')
  const body = { kind: 'license', type: 'RN', state: 'TX' }
  const create = (server: RunningServer) =>
    fetch(`${server.url}/api/credentials`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'one press', cookie },
      body: JSON.stringify(body),
    }).then((answer) => answer.json())
  const answers = await Promise.all([one, two, one, two, one, two].map(create))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const list = await send(two, 'GET', '/api/credentials', undefined, cookie)
  expect(((await list.json()) as { items: unknown[] }).items).toHaveLength(1)
})

it('password attempts at both processes are counted together', async () => {
  await register('cat@nurses.example')
  const wrong = { email: 'cat@nurses.example', password: 'not the password' }
  const statuses: number[] = []
  for (let turn = 0; turn < 11; turn += 1) {
    const answer = await send(turn % 2 ? one : two, 'POST', '/api/auth/sign-in/email', wrong)
    statuses.push(answer.status)
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})
