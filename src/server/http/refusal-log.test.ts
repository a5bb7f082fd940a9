import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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

test('a write that another site caused is one line a minute, with the network and without what was sent', async () => {
  const events = await eventsOf(async () => {
    for (let time = 0; time < 3; time += 1) expect((await from('https://evil.example')).status).toBe(403)
  })
  expect(events).toMatchObject([{ kind: 'foreign_origin', count: 1, network: '192.0.2.0/24' }])
  expect(JSON.stringify(events)).not.toMatch(/Basic|evil/)
})

test('refused input is one line a minute for each route', async () => {
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

test('what our own pages may cause is no event', async () => {
  const events = await eventsOf(async () => {
    expect((await ann.fetch('/api/credentials/nowhere')).status).toBe(404)
    expect((await services.stranger().fetch('/api/credentials')).status).toBe(401)
  })
  expect(events).toEqual([])
})
