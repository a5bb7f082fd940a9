import { PassThrough, Readable } from 'node:stream'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { contentDisposition, fileHeaders, streamBody } from '#server/http/download.ts'
import { problemOf } from '#server/http/problem.ts'
import { createRouter } from '#server/http/route.ts'
import { createFairQueue } from '#server/kernel/fair-queue.ts'
import type { Services } from '#server/services.ts'
import { chunksOf } from '#server/storage/chunks.ts'
import { Problem } from '#shared/http/errors.ts'
import { transferContract } from '#shared/transfer/contract.ts'
import { type ExportLine, exportSummary } from '#shared/transfer/export.ts'
import { auditExport, draftExport, type Export } from './export-service.ts'
import { summarizeVault } from './export-store.ts'

const route = routesAt('/api/users/me/export', transferContract)

const perKey = { owner: 1, link: 0, network: 0 }
/** All rows of a vault are in memory: one export at a time, and owners take turns. */
const draftingQueue = createFairQueue({
  limits: { running: 1, runningPer: perKey, waiting: 100, waitingPer: perKey },
})

/** `/api/users/me/export`. A download needs a reauthentication within the last ten minutes. */
export function exportRoutes(services: Services) {
  const router = createRouter()
  router.use('*', requireSession(services))
  return router
    .openapi(route('GET /api/users/me/export/summary'), async (c) =>
      c.json(exportSummary.parse(await summarizeVault(services.db, c.var.actor.owner)), 200),
    )
    .openapi(route('GET /api/users/me/export'), async (c) => {
      const { actor } = c.var
      // A token was created right after a reauthentication, and can read everything anyway.
      if (actor.tokenId === undefined) requireRecentAuthentication(actor, services.clock.now())
      if (c.req.method === 'HEAD') return c.body(null, 200)
      const release = await acquireLease(services, actor.owner)
      const { signal } = c.req.raw
      const hasProgress = c.req.valid('query').progress
      try {
        const made = await draftingQueue.run(
          { owner: actor.owner },
          () => draftExport(services, actor),
          signal,
        )
        await auditExport(services, actor, made)
        // `read` opens the first file immediately: do not call it for a client that has disconnected.
        if (signal.aborted) throw new Problem('bad_request')
        const zip = releasingAtEnd(services, made.read(), release)
        return c.body(streamBody(c, hasProgress ? withProgress(zip, made) : zip), 200, {
          ...fileHeaders(),
          'Content-Type': hasProgress ? 'application/x-lanyard-export' : 'application/zip',
          'X-Accel-Buffering': 'no',
          ...(hasProgress ? {} : { 'Content-Disposition': contentDisposition('attachment', made.name) }),
        })
      } catch (error) {
        await release()
        throw signal.aborted ? new Problem('bad_request') : error
      }
    })
}

/**
 * One export at a time for each owner, in all processes, because it reads all of the owner's files. Resolves to the
 * release. The release does not refund the attempt, because attempts that were refused during the export count as well.
 */
async function acquireLease({ limits, log }: Services, owner: string): Promise<() => Promise<void>> {
  await limits.consume('export', owner)
  const end = await limits.lease('exportAtOnce', owner).catch((refusal) => {
    if (!(refusal instanceof Problem)) throw refusal
    throw new Problem('export_running', { retryAfter: refusal.retryAfter })
  })
  let ended: Promise<void> | undefined
  // Only once: a second release would end the lease of the next export.
  return () => {
    ended ??= end().catch(() => log.warn('export: the lease was not released, it expires by itself'))
    return ended
  }
}

/** Releases the lease before the last byte is sent, or when the ZIP breaks off; the reason is only logged. */
function releasingAtEnd({ log }: Services, zip: Readable, release: () => Promise<void>): Readable {
  async function* parts() {
    try {
      yield* zip
    } finally {
      await release()
    }
  }
  const body = Readable.from(parts(), { objectMode: false })
  body.on('error', (error) => log.error({ err: error }, `export: broke off (${problemOf(error).code})`))
  body.once('close', () => {
    zip.destroy()
    void release()
  })
  return body
}

/** The ZIP between lines of JSON (`ExportLine`), so that a page can show progress, the end and errors. */
function withProgress(zip: Readable, made: Export): Readable {
  const body = new PassThrough()
  body.once('close', () => zip.destroy())
  void writeParts(zip, body, made)
  return body
}

async function writeParts(zip: Readable, body: PassThrough, made: Export): Promise<void> {
  const writeLine = (line: ExportLine) => body.write(`${JSON.stringify(line)}\n`)
  let size = 0
  writeLine({ name: made.name, total: made.total })
  try {
    for await (const part of chunksOf(zip)) {
      writeLine({ bytes: part.length })
      size += part.length
      if (!body.write(part) && !body.destroyed) await drain(body)
      if (body.destroyed) return
    }
    writeLine({ end: { size, faults: made.faults() } })
  } catch (error) {
    if (body.destroyed) return
    const { code, message: detail } = problemOf(error)
    writeLine({ problem: { code, detail } })
  }
  body.end()
}

/** Resolves when `body` has drained, or was closed and never will. */
function drain(body: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      body.off('drain', done).off('close', done)
      resolve()
    }
    body.on('drain', done).on('close', done)
  })
}
