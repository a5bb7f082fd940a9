import { PassThrough, Readable } from 'node:stream'
import { createRoute } from '@hono/zod-openapi'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { signedIn } from '#server/auth/require-session.ts'
import { contentDisposition, fileHeaders, streamBody } from '#server/http/download.ts'
import { problemOf } from '#server/http/problem.ts'
import { answers, createRouter, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { type ExportLine, exportQuery, exportSummary } from '#shared/transfer/export.ts'
import { auditExport, draftExport, type Export } from './export-service.ts'
import { summarizeVault } from './export-store.ts'

const binary = { schema: { type: 'string', format: 'binary' } } as const

const summary = createRoute({
  method: 'get',
  path: '/summary',
  summary: 'How much an export would hold, and whether an import may come in',
  responses: { 200: answers(exportSummary, 'The counts'), ...problems(401) },
})

const download = createRoute({
  method: 'get',
  path: '/',
  summary: 'Everything I have as one ZIP: JSON, spreadsheets, files, and a page to read it',
  request: { query: exportQuery },
  responses: {
    200: {
      description:
        'The ZIP, in chunks; one that broke off has no last chunk. With `progress=true` lines of JSON: {name, total}, then {bytes} before so many bytes each time, at last {end}, or {problem}',
      content: { 'application/zip': binary, 'application/x-lanyard-export': binary },
    },
    ...problems(401, 422, 429),
  },
})

/** `/api/users/me/export`. The owner must have proved herself in the last ten minutes. */
export function exportRoutes(services: Services) {
  const router = createRouter()
  router.use('*', signedIn(services))
  return router
    .openapi(summary, async (c) =>
      c.json(exportSummary.parse(await summarizeVault(services.db, c.var.actor.owner)), 200),
    )
    .openapi(download, async (c) => {
      const { actor } = c.var
      requireRecentAuthentication(actor, services.clock.now())
      if (c.req.method === 'HEAD') return c.body(null, 200)
      const endTurn = await takeTurn(services, actor.owner)
      const { signal } = c.req.raw
      const isFramed = c.req.valid('query').progress
      try {
        const made = await draftExport(services, actor)
        await auditExport(services, actor, made)
        // `read` opens the first file at once: not for a client that is gone.
        if (signal.aborted) throw new Problem('bad_request')
        const zip = endingTurn(services, made.read(), endTurn)
        return c.body(streamBody(c, isFramed ? framed(zip, made) : zip), 200, {
          ...fileHeaders(),
          'Content-Type': isFramed ? 'application/x-lanyard-export' : 'application/zip',
          'X-Accel-Buffering': 'no',
          ...(isFramed ? {} : { 'Content-Disposition': contentDisposition('attachment', made.name) }),
        })
      } catch (error) {
        await endTurn()
        throw error
      }
    })
}

/**
 * One at a time for each owner, in all processes, because an export reads all of the owner's files. Resolves to what
 * ends the turn; not by giving one try back, as those that were refused meanwhile count, too.
 */
async function takeTurn({ limits, log }: Services, owner: string): Promise<() => Promise<void>> {
  await limits.consume('export', owner)
  const release = await limits.lease('exportAtOnce', owner).catch((refusal) => {
    if (!(refusal instanceof Problem)) throw refusal
    throw new Problem('export_running', { retryAfter: refusal.retryAfter })
  })
  let ended: Promise<void> | undefined
  // Only once: a second release would end the turn of the next export.
  return () => {
    ended ??= release().catch(() => log.warn('export: its turn ends by itself'))
    return ended
  }
}

/** The turn is over before its last byte goes out, and in every other case. Why a ZIP broke off, only the log knows. */
function endingTurn({ log }: Services, zip: Readable, endTurn: () => Promise<void>): Readable {
  async function* passed() {
    try {
      yield* zip
    } finally {
      await endTurn()
    }
  }
  const passing = Readable.from(passed(), { objectMode: false })
  passing.on('error', (error) => log.error({ err: error }, `export: it broke off (${problemOf(error).code})`))
  passing.once('close', () => {
    zip.destroy()
    void endTurn()
  })
  return passing
}

/** The ZIP between lines of JSON, so that a page knows how far it is, that it is whole, and what went wrong. */
function framed(zip: Readable, made: Export): Readable {
  const body = new PassThrough()
  body.once('close', () => zip.destroy())
  void pour(zip, body, made)
  return body
}

async function pour(zip: Readable, body: PassThrough, made: Export): Promise<void> {
  const say = (line: ExportLine) => body.write(`${JSON.stringify(line)}\n`)
  let size = 0
  say({ name: made.name, total: made.total })
  try {
    for await (const part of zip as AsyncIterable<Buffer>) {
      say({ bytes: part.length })
      size += part.length
      if (!body.write(part) && !body.destroyed) await drained(body)
      if (body.destroyed) return
    }
    say({ end: { size, faults: made.faults() } })
  } catch (error) {
    if (body.destroyed) return
    const { code, message: detail } = problemOf(error)
    say({ problem: { code, detail } })
  }
  body.end()
}

/** Or gone: then nothing drains any more. */
function drained(body: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      body.off('drain', done).off('close', done)
      resolve()
    }
    body.on('drain', done).on('close', done)
  })
}
