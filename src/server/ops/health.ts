import { createHash, timingSafeEqual } from 'node:crypto'
import { createRoute, z } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type AppEnv, answers, createRouter, problems } from '#server/http/route.ts'
import { schedulerState } from '#server/jobs/scheduler.ts'
import { withTimeout } from '#server/kernel/with-timeout.ts'
import { countByState } from '#server/mail/outbox-store.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'

const patienceMs = 2000
/** The mail server is asked at most this often: a probe every second must not be a connection every second. */
const mailFreshMs = 30_000

const alive = z.object({ status: z.literal('ok') })

const readiness = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  checks: z.object({
    database: z.string(),
    files: z.string(),
    mail: z.string(),
    scheduler: z.string(),
    queue: z.string(),
    reminders: z.string(),
  }),
})
export type Readiness = z.infer<typeof readiness>

const readyDescription = 'Can take work. `degraded`: mail waits in the outbox or a job is behind'

export type Gauge = { name: string; help: string; value: number }

/** What rooms say of themselves: a word, `ok` where all is well, and figures. */
export type Rooms = { reminders(): Promise<{ word: string; isWell: boolean; gauges: Gauge[] }> }

const silent: Rooms = { reminders: async () => ({ word: 'ok', isWell: true, gauges: [] }) }

const showMetrics = createRoute({
  method: 'get',
  path: '/metrics',
  summary: "Prometheus text, with the operator's token",
  responses: {
    200: { description: 'As it is now', content: { 'text/plain': { schema: z.string() } } },
    ...problems(404),
  },
})

/** GET `/healthz`, `/readyz` and, with the ops token, `/metrics`. */
export function healthRoutes(services: Services, checkMs = patienceMs, rooms = silent) {
  const router = createRouter()
  const checkMail = remembered(services, () => services.mailer.check())

  return router
    .openapi(showMetrics, async (c) => {
      if (!isOps(services.config.OPS_TOKEN, c.req.header('authorization')))
        throw new Problem('page_not_found')
      c.header('Cache-Control', 'no-store')
      return c.text(await metrics(services, rooms, checkMs), 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      })
    })
    .openapi(
      createRoute({
        method: 'get',
        path: '/healthz',
        responses: { 200: answers(alive, 'The process lives') },
      }),
      (c) => {
        c.header('Cache-Control', 'no-store')
        return c.json({ status: 'ok' as const }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/readyz',
        responses: {
          200: answers(readiness, readyDescription),
          503: answers(readiness, 'The database or the files cannot be reached'),
        },
      }),
      async (c) => {
        c.header('Cache-Control', 'no-store')
        const answer = await readinessOf(services, checkMail, checkMs, rooms)
        return answer.status === 'unavailable' ? c.json(answer, 503) : c.json(answer, 200)
      },
    )
}

/** Mail and jobs do not close the door: with the mail server away every process would leave at once, and nobody is helped. */
async function readinessOf(
  services: Services,
  checkMail: () => Promise<void>,
  checkMs: number,
  rooms: Rooms,
): Promise<Readiness> {
  const [database, files, mail, scheduler, queue, reminders] = await Promise.all([
    withTimeout(services.db.execute(sql`select 1`), checkMs),
    withTimeout(services.storage.check(), checkMs),
    withTimeout(checkMail(), checkMs),
    schedulerWord(services, checkMs),
    withTimeout(services.queue.waiting(), checkMs),
    reminderWord(rooms, checkMs),
  ])
  const able = database === 'ok' && files === 'ok'
  const runs = (scheduler === 'ok' || scheduler === 'waiting') && queue === 'ok'
  const well = mail === 'ok' && runs && reminders.isWell
  return {
    status: able ? (well ? 'ok' : 'degraded') : 'unavailable',
    checks: { database, files, mail, scheduler, queue, reminders: reminders.word },
  }
}

async function schedulerWord(services: Services, checkMs: number): Promise<string> {
  const state = schedulerState(services)
  const reached = await withTimeout(state, checkMs)
  return reached === 'ok' ? state : reached
}

async function reminderWord(rooms: Rooms, checkMs: number): Promise<{ word: string; isWell: boolean }> {
  const said = rooms.reminders()
  const reached = await withTimeout(said, checkMs)
  return reached === 'ok' ? said : { word: reached, isWell: false }
}

function remembered({ clock }: Services, check: () => Promise<void>): () => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY
  let last: Promise<void> = Promise.resolve()
  return () => {
    const now = clock.now().getTime()
    if (Math.abs(now - askedAt) >= mailFreshMs) {
      askedAt = now
      last = check()
      last.catch(() => {})
    }
    return last
  }
}

/** In constant time, over digests of equal length. Without a token of the operator's nobody is let in. */
function isOps(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined || authorization === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization))
}

type Counts = Map<string, number>
const requestsOf = new WeakMap<Services, Counts>()

function countsOf(services: Services): Counts {
  const counts = requestsOf.get(services) ?? new Map<string, number>()
  requestsOf.set(services, counts)
  return counts
}

/** Counts each answer by method, the route's pattern (never the path: it may hold a token) and status class. */
export function countRequests(services: Services): MiddlewareHandler<AppEnv> {
  const counts = countsOf(services)
  return async (c, next) => {
    await next()
    const method = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(c.req.method) ? c.req.method : 'other'
    const status = `${Math.floor(c.res.status / 100)}xx`
    const series = `method="${method}",route="${label(routePath(c, -1))}",status="${status}"`
    counts.set(series, (counts.get(series) ?? 0) + 1)
  }
}

function label(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))
}

async function metrics(services: Services, rooms: Rooms, checkMs: number): Promise<string> {
  const { rss, heapUsed } = process.memoryUsage()
  const kept = keptMetrics(services, rooms)
  const isUp = (await withTimeout(kept, checkMs)) === 'ok'
  return [
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', rss]]),
    metric('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', [['', heapUsed]]),
    metric('process_uptime_seconds', 'gauge', 'Since this process started.', [['', process.uptime()]]),
    metric('lanyard_requests_total', 'counter', 'Answers of this process.', [...countsOf(services)]),
    metric('lanyard_database_up', 'gauge', 'Whether the database answers.', [['', isUp ? 1 : 0]]),
    ...(isUp ? await kept : []),
  ].join('')
}

/** What only the database knows. */
async function keptMetrics(services: Services, rooms: Rooms): Promise<string[]> {
  const mail = await countByState(services.db)
  const waiting = (mail.queued ?? 0) + (mail.sending ?? 0)
  const isLate = (await schedulerState(services)) === 'late' ? 1 : 0
  const jobs = await services.queue.waiting().catch(() => Number.NaN)
  const { gauges } = await rooms.reminders()
  const isSetUp = services.mailer.mode === 'smtp' ? 1 : 0
  return [
    metric('lanyard_mail_queued', 'gauge', 'Messages that wait or are being sent.', [['', waiting]]),
    metric('lanyard_mail_failed', 'gauge', 'Messages given up in the last month.', [['', mail.failed ?? 0]]),
    metric('lanyard_mail_set_up', 'gauge', 'Whether a mail server is set.', [['', isSetUp]]),
    metric('lanyard_scheduler_late', 'gauge', 'Whether a job is behind.', [['', isLate]]),
    metric('lanyard_queue_jobs', 'gauge', 'Jobs that nobody has finished yet.', [['', jobs]]),
    ...gauges.map(({ name, help, value }) => metric(name, 'gauge', help, [['', value]])),
  ]
}

function metric(
  name: string,
  type: string,
  help: string,
  samples: [labels: string, value: number][],
): string {
  const lines = samples.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
