import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onError } from '#server/http/problem.ts'
import { createRouter } from '#server/http/route.ts'
import { createJobs } from '#server/jobs/scheduler.ts'
import { readConfig } from '#server/kernel/config.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { passwordChangedMessage } from '#server/mail/messages.ts'
import { createLimits } from '#server/rate-limits/store.ts'
import { english } from '#shared/i18n/translate.ts'
import { readiness } from '#shared/ops/health.ts'
import { openTestDatabase, type TestDatabase, unreachableDb, unreachablePool } from '#testing/database.ts'
import { countRequests, healthRoutes } from './health-routes.ts'
import { createMetrics } from './metrics.ts'

const token = 'an operators own token'
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.clear())

const at = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => at }
const log = pino({ level: 'silent' })

function createServices(settings: Record<string, string> = {}) {
  const { db } = database
  const config = readConfig({ OPS_TOKEN: token, ...settings })
  const mailer = createMailer({ config, db, clock, log })
  const storage = { check: async () => {} }
  return { config, clock, db, mailer, storage, limits: createLimits({ database }) }
}
type TestServices = ReturnType<typeof createServices>

const servicesOf = (changes: Partial<TestServices> = {}, settings: Record<string, string> = {}) => ({
  ...createServices(settings),
  ...changes,
})

function appOf(services: TestServices, checkMs = 2000) {
  const reminders = {
    status: 'ok',
    isHealthy: true,
    gauges: [{ name: 'lanyard_late', help: 'Late.', value: 2 }],
  }
  const options = { readReminderHealth: async () => reminders, checkMs }
  const metrics = createMetrics(services, options)
  const app = createRouter()
  app.onError(onError(log))
  app.use('*', countRequests(metrics))
  app.get('/api/share/:token', (c) => c.text(c.req.param('token')))
  return app.route('/', healthRoutes(services, metrics, options))
}

const down = async () => {
  throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
}
const ready = async (services: TestServices, checkMs?: number) => {
  const answer = await appOf(services, checkMs).request('/readyz')
  return { code: answer.status, text: await answer.clone().text(), ...readiness.parse(await answer.json()) }
}

describe('/healthz', () => {
  it('returns 200 while the process runs, whatever else is down', async () => {
    const answer = await appOf(servicesOf({ storage: { check: down } })).request('/healthz')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'ok' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('/readyz', () => {
  it('is ready when the database and the files respond', async () => {
    expect(await ready(servicesOf())).toMatchObject({
      code: 200,
      status: 'ok',
      checks: { database: 'ok', files: 'ok', mail: 'ok', scheduler: 'waiting' },
    })
  })

  it.each([
    ['database', () => ({ db: unreachableDb() })],
    ['files', () => ({ storage: { check: down } })],
  ])('is not ready without the %s, and does not reveal why', async (name, changes) => {
    const answer = await ready(servicesOf(changes()))
    expect(answer).toMatchObject({ code: 503, status: 'unavailable', checks: { [name]: 'unreachable' } })
    expect(answer.text).not.toMatch(/10\.0\.0\.7|127\.0\.0\.1|ECONN/)
  })

  it('does not wait for a service that never responds', async () => {
    const storage = { check: () => new Promise<void>(() => {}) }
    expect(await ready(servicesOf({ storage }), 50)).toMatchObject({ code: 503, checks: { files: 'slow' } })
  })

  it('stays ready while mail is queued and a job fails, and reports both', async () => {
    const run = down
    await createJobs({ db: database.db, clock, log }, [{ name: 'trash', everySeconds: 60, run }]).runDue()
    const answer = await ready(servicesOf({}, { SMTP_URL: 'smtp://127.0.0.1:9' }))
    expect(answer).toMatchObject({
      code: 200,
      status: 'degraded',
      checks: { mail: 'unreachable', scheduler: 'failing' },
    })
  })

  it('checks each service at most once a second', async () => {
    let checks = 0
    const storage = { check: async () => void checks++ }
    let now = at.getTime()
    const app = appOf(servicesOf({ storage, clock: { now: () => new Date(now) } }))
    await Promise.all(Array.from({ length: 20 }, () => app.request('/readyz')))
    expect(checks).toBe(1)
    now += 1000
    expect((await app.request('/readyz')).status).toBe(200)
    expect(checks).toBe(2)
  })
})

describe('/metrics', () => {
  const metrics = (services: TestServices, authorization?: string) =>
    appOf(services).request('/metrics', { headers: authorization ? { authorization } : {} })

  it.each([
    undefined,
    'Bearer ',
    'Bearer wrong',
    token,
    `bearer ${token}`,
    `Bearer ${token} `,
    `Basic ${token}`,
  ])('returns 404 for %j', async (authorization) => {
    const answer = await metrics(servicesOf(), authorization)
    // Fetch trims trailing whitespace in a header, so the server receives the valid token.
    expect(answer.status).toBe(authorization?.trim() === `Bearer ${token}` ? 200 : 404)
  })

  it('returns 404 if the operator set no token', async () => {
    const services = servicesOf({}, { OPS_TOKEN: '' })
    expect((await metrics(services, 'Bearer undefined')).status).toBe(404)
    expect((await metrics(services, 'Bearer ')).status).toBe(404)
  })

  it('limits guesses of the token: ten, then one a minute', async () => {
    const services = servicesOf()
    for (let i = 0; i < 10; i += 1) expect((await metrics(services, `Bearer wrong ${i}`)).status).toBe(404)
    const refused = await metrics(services, `Bearer ${token}`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  it('counts requests by route pattern, never by path, and the queued mail', async () => {
    const services = servicesOf({}, { SMTP_URL: 'smtp://127.0.0.1:9' })
    await services.mailer.enqueue(passwordChangedMessage({ to: 'ann@example.com', name: 'Ann', t: english }))
    const app = appOf(services)
    for (const path of ['/api/share/T0KEN', '/api/share/T0KEN2', '/healthz', '/nothing"here\n'])
      await app.request(path)
    await app.request('/healthz', { method: 'BREW' })
    const answer = await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('lanyard_requests_total{method="GET",route="/api/share/:token",status="2xx"} 2\n')
    expect(text).toContain('lanyard_requests_total{method="GET",route="/healthz",status="2xx"} 1\n')
    expect(text).toContain('lanyard_requests_total{method="other"')
    expect(text).toContain('lanyard_mail_queued 1\n')
    expect(text).toContain('lanyard_mail_failed 0\n')
    expect(text).toContain('lanyard_mail_set_up 1\n')
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).not.toMatch(/T0KEN|nothing/)
    expect(text).toContain('lanyard_database_up 1\n')
    expect(text).toContain('lanyard_late 2\n')
    for (const line of text.split('\n').filter((each) => each !== ''))
      expect(line).toMatch(/^(# (HELP|TYPE) .+|\w+({[^{}]+})? \d+(\.\d+)?)$/)
  })

  it('omits values from the database while it does not respond', async () => {
    const limits = createLimits({ database: { pool: unreachablePool() } })
    const answer = await metrics(servicesOf({ db: unreachableDb(), limits }), `Bearer ${token}`)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('lanyard_database_up 0\n')
    expect(text).toMatch(/^process_uptime_seconds \d/m)
    expect(text).not.toMatch(/lanyard_(mail|scheduler|late)/)
  })

  it('does not repeat values of an earlier reading', async () => {
    const services = servicesOf()
    const app = appOf(services)
    const read = async () =>
      (await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })).text()
    expect(await read()).toContain('lanyard_mail_queued 0\n')
    services.db = unreachableDb()
    expect(await read()).not.toContain('lanyard_mail_queued')
  })
})
