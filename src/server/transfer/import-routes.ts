import { PassThrough, Readable } from 'node:stream'
import { requireSession } from '#server/auth/require-session.ts'
import { concurrencySlots } from '#server/http/concurrency.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { streamBody } from '#server/http/download.ts'
import { problemOf } from '#server/http/problem.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Spooled } from '#server/storage/temp-file.ts'
import type { Actor } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { transferContract } from '#shared/transfer/contract.ts'
import { MAX_EXPORT_BYTES } from '#shared/transfer/export.ts'
import { type ImportLine, type ImportResult, importResult } from '#shared/transfer/import.ts'
import { importVault, receiveZip } from './import-service.ts'
import { requireEmpty } from './import-store.ts'

const route = routesAt('/api/users/me/import', transferContract)

/** In this process, including ZIPs that are still arriving: each may take 5.5 GiB of disk. */
const MAX_OPEN = 8

/** `/api/users/me/import`. */
export function importRoutes(services: Services) {
  const router = createRouter()
  const takeSlot = concurrencySlots(MAX_OPEN, 'imports_busy')
  router.use('*', requireSession(services))
  return router.openapi(route('POST /api/users/me/import'), async (c) => {
    const { actor } = c.var
    const request = c.req.raw
    const release = await acquireLease(services, actor, request, takeSlot).catch((refusal) => {
      discardBody(request)
      throw refusal
    })
    const spooled = await receive(services, request).catch(async (error) => {
      await release()
      throw error
    })
    const work: Work = (options) =>
      importVault(services, actor, spooled, options).finally(async () => {
        await spooled.close()
        await release()
      })
    if (!c.req.valid('query').progress)
      return c.json(importResult.parse(await work({ signal: request.signal })), 200)
    return c.body(streamBody(c, progressLines(services, work)), 200, {
      'Content-Type': 'application/x-lanyard-import',
      'X-Accel-Buffering': 'no',
    })
  })
}

type Work = (options: Parameters<typeof importVault>[3]) => Promise<ImportResult>

/**
 * Before a byte of the body is read: a ZIP of an allowed size, an empty vault, one import at a time for each owner and
 * `MAX_OPEN` in total. Resolves to the release.
 */
async function acquireLease(
  { db, limits }: Services,
  { owner }: Actor,
  { headers }: Request,
  takeSlot: (key: string) => () => void,
): Promise<() => Promise<void>> {
  const type = headers.get('content-type') ?? ''
  if (!/^application\/zip\s*(;|$)/i.test(type)) throw new Problem('zip_expected')
  if (Number(headers.get('content-length') ?? 0) > MAX_EXPORT_BYTES) throw new Problem('too_large')
  await requireEmpty(db, owner)
  await limits.consume('import', owner)
  const endLease = await limits.lease('importAtOnce', owner).catch((refusal) => {
    if (!(refusal instanceof Problem)) throw refusal
    throw new Problem('import_running', { retryAfter: refusal.retryAfter })
  })
  try {
    const freeSlot = takeSlot('everybody')
    return async () => {
      freeSlot()
      await endLease()
    }
  } catch (busy) {
    await endLease()
    throw busy
  }
}

/** Reads the rest and discards it: a client whose upload is cut off may never read the answer. */
function discardBody({ body }: Request): void {
  if (!body) return
  Readable.fromWeb(body)
    .on('error', () => {})
    .resume()
}

async function receive(services: Services, { body, signal }: Request): Promise<Spooled> {
  if (!body) throw new Problem('bad_request')
  return receiveZip(services, body).catch((error) => {
    throw signal.aborted ? new Problem('bad_request') : error
  })
}

/** Responds immediately with lines of JSON (`ImportLine`). A client that disconnects stops the work. */
function progressLines(services: Services, work: Work): PassThrough {
  const body = new PassThrough()
  const stop = new AbortController()
  body.once('close', () => stop.abort())
  const writeLine = (line: ImportLine) => void body.write(`${JSON.stringify(line)}\n`)
  work({ signal: stop.signal, onProgress: (files) => writeLine({ files }) })
    .then((imported) => writeLine({ imported: importResult.parse(imported) }))
    .catch((error) => {
      if (stop.signal.aborted) return
      const problem = problemOf(error)
      if (problem.status >= 500) services.log.error({ err: error }, `import: ${problem.code}`)
      const { code, message: detail, errors } = problem
      writeLine({ problem: { code, detail, ...(errors ? { errors } : {}) } })
    })
    .finally(() => body.end())
  return body
}
