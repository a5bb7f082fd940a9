import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onError } from '#server/http/problem.ts'
import { readConfig } from '#server/kernel/config.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { resetPasswordMessage } from '#server/mail/messages.ts'
import { listKept } from '#server/mail/outbox-store.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { english } from '#shared/i18n/translate.ts'
import { debugReport, type OutboxMail } from '#shared/ops/debug.ts'
import { openTestDatabase, type TestDatabase, unreachableDb } from '#testing/database.ts'
import { openTestServices } from '#testing/test-services.ts'
import { debugRoutes } from './debug-routes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.clear())

let at = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => at }
const log = pino({ level: 'silent' })
const secret = 'a'.repeat(32)

const ann: Actor = {
  owner: asOwnerId('ann'),
  sessionId: 'session',
  userAgent: null,
  timeZone: null,
  authenticatedAt: at,
}

function servicesOf(settings: Record<string, string>, signedIn: boolean, own = database) {
  const { db } = own
  const config = readConfig(settings)
  const mailer = createMailer({ config, db, clock, log })
  const storage = { check: async () => {} }
  const auth = { actorOf: async () => (signedIn ? ann : null) }
  return { config, database: own, db, mailer, storage, auth }
}
type TestServices = ReturnType<typeof servicesOf>

const ask = (services: TestServices, path = '/') => debugRoutes(services).onError(onError(log)).request(path)
const url = 'https://lanyard.example/login?oobCode=S3CRET'
const write = (services: TestServices, to: string) =>
  services.mailer.enqueue(resetPasswordMessage({ to, name: '<b>Ann', url, t: english }))

describe('the debug page in emulator mode', () => {
  it('shows a signed-in nurse the version, the state of the services and the mail, newest first', async () => {
    const services = servicesOf({}, true)
    await write(services, 'ann@example.com')
    at = new Date(at.getTime() + 1000)
    await write(services, 'bea@example.com')
    const answer = await ask(services)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const report = debugReport.parse(await answer.json())
    if (report.mode !== 'emulator') throw new Error(report.mode)
    expect(report).toMatchObject({
      identity: { kind: 'embedded', reachable: true },
      database: { kind: database.kind, reachable: true, version: expect.stringMatching(/^\d+/) },
      storage: { kind: 'disk', reachable: true },
      mail: { mode: 'outbox', reachable: true },
      versions: { lanyard: expect.stringMatching(/^\d+\.\d+\.\d+$/), node: process.versions.node },
    })
    expect(report.database.migrations).toBeGreaterThan(0)
    expect(report.outbox.map(({ to }) => to)).toEqual(['bea@example.com', 'ann@example.com'])
    expect(report.outbox[0]).toMatchObject({
      createdAt: at.toISOString(),
      kind: 'reset_password',
      state: 'kept',
    })
    expect(report.outbox[0]?.text).toContain(url)
  })

  it('still responds while the database does not', async () => {
    const services = { ...servicesOf({}, true), db: unreachableDb() }
    expect(await (await ask(services)).json()).toMatchObject({
      database: { reachable: false, version: null, migrations: null },
      identity: { reachable: false },
      storage: { reachable: true },
      outbox: [],
    })
  })

  it('shows a visitor nothing but the mail to the first account', async () => {
    const services = servicesOf({}, false)
    const times = [new Date(at.getTime() - 2000), new Date(at.getTime() - 1000)]
    for (const [index, name] of ['ann', 'bea'].entries()) {
      const createdAt = times[index] ?? at
      const email = `${name}@example.com`
      await services.db.insert(users).values({ id: name, email, name, createdAt, updatedAt: createdAt })
      await write(services, email)
    }
    const [{ id } = { id: '' }] = await listKept(services.db)
    for (const path of ['/', `/outbox/${id}`]) expect((await ask(services, path)).status).toBe(401)
    const mailTo = async (email: string, asking = services) =>
      ((await (await ask(asking, `/outbox?email=${email}`)).json()) as OutboxMail).items.map(({ to }) => to)
    expect(await mailTo('Ann@Example.com')).toEqual(['ann@example.com'])
    expect(await mailTo('bea@example.com')).toEqual([])
    expect(await mailTo('bea@example.com', servicesOf({}, true))).toEqual(['bea@example.com'])
    const real = servicesOf({ AUTH_SECRET: secret }, true)
    expect((await ask(real, '/outbox?email=ann@example.com')).status).toBe(404)
  })

  it('shows a message as an inert page', async () => {
    const services = servicesOf({}, true)
    await write(services, 'ann@example.com')
    const { outbox } = (await (await ask(services)).json()) as { outbox: { id: string }[] }
    const answer = await ask(services, `/outbox/${outbox[0]?.id}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox /)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
    const html = await answer.text()
    expect(html).toContain('&lt;b&gt;Ann')
    expect(html).toContain('<a target="_blank" rel="noreferrer" ')
    for (const path of ['/outbox/nothing', `/outbox/${crypto.randomUUID()}`])
      expect((await ask(services, path)).status).toBe(404)
    expect((await ask(services, '/outbox/%00')).status).toBe(422)
  })
})

describe('the debug page of a real installation', () => {
  it('rejects a visitor who is not signed in', async () => {
    const answer = await ask(servicesOf({ AUTH_SECRET: secret }, false))
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'not_authenticated' })
  })

  it('shows a signed-in nurse only the status of the services', async () => {
    const services = servicesOf({ AUTH_SECRET: secret, SMTP_URL: 'smtp://127.0.0.1:9' }, true)
    await write(servicesOf({}, false), 'bea@example.com')
    const answer = await ask(services)
    const text = await answer.clone().text()
    expect(await answer.json()).toEqual({
      mode: 'production',
      identity: { reachable: true },
      database: { reachable: true },
      storage: { reachable: true },
      mail: { reachable: false },
    })
    expect(text).not.toMatch(/bea@|S3CRET|version/)
  })

  it('shows no message, not even by its id', async () => {
    const emulator = servicesOf({}, true)
    await write(emulator, 'bea@example.com')
    const { outbox } = (await (await ask(emulator)).json()) as { outbox: { id: string }[] }
    expect((await ask(servicesOf({ AUTH_SECRET: secret }, true), `/outbox/${outbox[0]?.id}`)).status).toBe(
      404,
    )
  })
})

describe('through the app', () => {
  it('a signed-in nurse gets the state of the services, anyone else 401', async () => {
    const services = await openTestServices({ env: { AUTH_SECRET: secret } })
    try {
      const ann = await services.nurse('ann')
      const answer = await ann.fetch('/api/debug')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ mode: 'production', storage: { reachable: true } })
      expect((await services.stranger().fetch('/api/debug')).status).toBe(401)
    } finally {
      await services.close()
    }
  })

  it('a message keeps its own policy through the app', async () => {
    const services = await openTestServices()
    try {
      await write(servicesOf({}, false, services.database), 'ann@example.com')
      const ann = await services.nurse('ann')
      const { outbox } = (await (await ann.fetch('/api/debug')).json()) as { outbox: { id: string }[] }
      const path = `/api/debug/outbox/${outbox[0]?.id}`
      expect((await services.stranger().fetch(path)).status).toBe(401)
      const answer = await ann.fetch(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^sandbox allow-popups.* frame-ancestors 'self'$/,
      )
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    } finally {
      await services.close()
    }
  })
})
