import { createRoute, z } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { answers, createRouter, problems } from '#server/http/route.ts'
import { lanyardVersion } from '#server/kernel/version.ts'
import { withTimeout } from '#server/kernel/with-timeout.ts'
import { findKept, listKept } from '#server/mail/outbox-store.ts'
import type { Services } from '#server/services.ts'
import { users } from '#server/users/table.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { type DebugReport, debugReport } from '#shared/ops/debug.ts'

const checkMs = 3000

/** The page's own policy would take a message its colours; this one lets it have them, and nothing else. */
const framePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

const showKept = createRoute({
  method: 'get',
  path: '/outbox/{id}',
  summary: 'A kept message as it would look in a mail program, for a frame; in emulator mode only',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: { description: 'The message', content: { 'text/html': { schema: { type: 'string' } } } },
    ...problems(404),
  },
})

/** GET `/api/debug`: everything in emulator mode, for anyone; else what answers, for a signed-in owner. */
export function debugRoutes(services: Services) {
  const router = createRouter()

  return router
    .openapi(showKept, async (c) => {
      const id = uuid.safeParse(c.req.valid('param').id)
      const message = services.config.emulator && id.success ? await findKept(services.db, id.data) : null
      if (!message) throw new Problem('page_not_found')
      c.header('Cache-Control', 'no-store')
      c.header('Content-Security-Policy', framePolicy)
      c.header('Referrer-Policy', 'no-referrer')
      return c.html(message.html.replaceAll('<a ', '<a target="_blank" rel="noreferrer" '))
    })
    .openapi(
      createRoute({
        method: 'get',
        path: '/',
        responses: { 200: answers(debugReport, 'What runs and what answers'), ...problems(401) },
      }),
      async (c) => {
        c.header('Cache-Control', 'no-store')
        if (services.config.emulator) return c.json(debugReport.parse(await wholeReport(services)), 200)
        if (!(await services.auth.actorOf(c.req.raw))) throw new Problem('not_authenticated')
        return c.json(debugReport.parse({ mode: 'production', ...(await whatAnswers(services)) }), 200)
      },
    )
}

/** One after the other for what asks the database: the embedded one has a single connection. */
async function whatAnswers({ db, storage, mailer }: Services) {
  const elsewhere = Promise.all([reaches(storage.check()), reaches(mailer.check())])
  const database = await reaches(db.execute(sql`select 1`))
  const identity = await reaches(db.select({ id: users.id }).from(users).limit(1))
  const [files, mail] = await elsewhere
  return { identity, database, storage: files, mail }
}

async function wholeReport(services: Services): Promise<DebugReport> {
  const { db, database, mailer } = services
  const { identity, database: reached, storage, mail } = await whatAnswers(services)
  const up = reached.reachable
  return {
    mode: 'emulator',
    identity: { kind: 'embedded', ...identity },
    database: {
      kind: database.kind,
      ...reached,
      version: up ? await scalar<string>(db, sql`select current_setting('server_version') as value`) : null,
      migrations: up
        ? await scalar<number>(db, sql`select count(*)::int as value from drizzle.__drizzle_migrations`)
        : null,
    },
    storage: { kind: services.config.s3 ? 's3' : 'disk', ...storage },
    mail: { mode: mailer.mode, ...mail },
    versions: { lanyard: lanyardVersion(), node: process.versions.node },
    outbox: up ? (await listKept(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) : [],
  }
}

async function scalar<T>(db: Db, query: ReturnType<typeof sql>): Promise<T | null> {
  const { rows } = await db.execute<{ value: T }>(query)
  return rows[0]?.value ?? null
}

async function reaches(check: PromiseLike<unknown>): Promise<{ reachable: boolean }> {
  return { reachable: (await withTimeout(check, checkMs)) === 'ok' }
}
