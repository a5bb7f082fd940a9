import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Problem } from '#shared/http/errors.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())
afterEach(() => vi.restoreAllMocks())

async function eventsOf(work: () => Promise<unknown>): Promise<object[]> {
  const warn = vi.spyOn(services.log, 'warn')
  await work()
  return warn.mock.calls.map(([line]) => Object(line)).filter(({ event }) => event === 'security')
}

const bls = { kind: 'certification', name: 'Basic Life Support', issuer: 'American Heart Association' }
const from = (origin: string) => ann.json('POST', '/api/credentials', bls, { origin })

test('cross-site writes are logged once a minute, with the network and without the content', async () => {
  const events = await eventsOf(async () => {
    for (let time = 0; time < 3; time += 1) expect((await from('https://evil.example')).status).toBe(403)
  })
  expect(events).toMatchObject([{ kind: 'foreign_origin', count: 1, network: '192.0.2.0/24' }])
  expect(JSON.stringify(events)).not.toMatch(/Basic|evil/)
})

test('refused input is logged once a minute for each route', async () => {
  const events = await eventsOf(async () => {
    for (const body of [{ kind: 'nothing' }, { ...bls, ownerId: 'x' }])
      expect((await ann.json('POST', '/api/credentials', body)).status).toBe(422)
    const broken = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }
    expect((await ann.fetch('/api/ceu-entries', broken)).status).toBe(400)
    expect((await ann.json('POST', '/api/auth/sign-in/email', { email: 1 })).status).toBe(422)
  })
  expect(events).toMatchObject([
    { kind: 'input_refused', what: 'POST /api/credentials' },
    { kind: 'input_refused', what: 'POST /api/ceu-entries' },
    { kind: 'input_refused', what: 'POST /api/auth/sign-in/email' },
  ])
})

test('requests that our own pages may send are not logged', async () => {
  const events = await eventsOf(async () => {
    expect((await ann.fetch('/api/credentials/nowhere')).status).toBe(404)
    expect((await services.stranger().fetch('/api/credentials')).status).toBe(401)
  })
  expect(events).toEqual([])
})

const recorded = async () => {
  const { rows } = await services.database.pool.query(
    "select action, severity, metadata from audit_records where user_id = $1 and resource = 'request'",
    [ann.id],
  )
  return rows as { action: string; severity: string; metadata: object }[]
}

test('refused input is in its owner’s activity log, once a minute for each route', async () => {
  await services.database.clear('audit_records')
  services.clock.set('2026-05-01T10:00:00.000Z')
  const refused = () => ann.json('POST', '/api/credentials', { kind: 'nothing' })
  for (let time = 0; time < 3; time += 1) expect((await refused()).status).toBe(422)
  const record = {
    ...{ action: 'security_invalid_input', severity: 'low' },
    metadata: { what: 'POST /api/credentials' },
  }
  expect(await recorded()).toEqual([record])
  services.clock.set('2026-05-01T10:01:00.000Z')
  await refused()
  expect(await recorded()).toEqual([record, record])
})

test('a reached limit is in its owner’s activity log', async () => {
  await services.database.clear('audit_records')
  services.clock.set('2026-05-01T11:00:00.000Z')
  const limit = vi.spyOn(services.limits, 'consume')
  limit.mockRejectedValue(new Problem('too_many_requests', { retryAfter: 1 }))
  const events = await eventsOf(async () => {
    for (let time = 0; time < 3; time += 1)
      expect((await ann.fetch('/api/upload', { method: 'POST', body: new FormData() })).status).toBe(429)
  })
  expect(events).toMatchObject([{ kind: 'limit_reached', what: 'POST /api/upload' }])
  expect(await recorded()).toMatchObject([
    { action: 'security_rate_limit_exceeded', severity: 'medium', metadata: { what: 'POST /api/upload' } },
  ])
})
