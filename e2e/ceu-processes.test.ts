import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  applyChange,
  arbitraryChanges,
  createCeuVault,
  expectConsistentTotals,
  type SendRequest,
} from '#testing/ceu-changes.ts'
import { startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
let postgres: TestServer
let servers: RunningServer[] = []

beforeAll(async () => {
  postgres = await startTestServer()
  const settings = {
    DATABASE_URL: postgres.url,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PUBLIC_URL: `http://localhost:${await freePort()}`,
  }
  servers = await Promise.all([0, 1].map(() => startServer(join(folder.path, 'data'), settings)))
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await postgres?.stop()
  folder.remove()
})

/** Alternates the requests between the processes. */
function alternating(cookie: string): SendRequest {
  let turn = 0
  return (method, path, body) => {
    turn += 1
    return fetch(`${servers[turn % servers.length]?.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}

async function register(email: string): Promise<SendRequest> {
  const body = { email, password: 'violet tractor moon 41', name: 'Ann' }
  const answer = await alternating('')('POST', '/api/auth/sign-up/email', body)
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return alternating(cookies.join('; '))
}

it.each([11, 12])(
  "two processes handle one owner's changes and arrive at correct sums (seed %i)",
  async (seed) => {
    const send = await register(`ann-${seed}@nurses.example`)
    const known = await createCeuVault(send)
    const waves = fc.sample(arbitraryChanges(120), { seed, numRuns: 2 })
    const statuses = new Map<number, number>()
    for (const wave of waves) {
      for (const status of await Promise.all(wave.map((change) => applyChange(send, known, change))))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await expectConsistentTotals(send)
    }
    expect([...statuses.keys()].toSorted()).toEqual([200, 201, 204, 404])
    for (const server of servers) expect(server.output()).not.toContain('"level":50')
  },
)
