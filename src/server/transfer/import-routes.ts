import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '#server/auth/require-session.ts'
import { streamBody } from '#server/http/download.ts'
import { problemOf } from '#server/http/problem.ts'
import { answers, createRouter, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Spooled } from '#server/storage/temp-file.ts'
import type { Actor } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { MAX_EXPORT_BYTES } from '#shared/transfer/export.ts'
import { type ImportLine, type ImportResult, importQuery, importResult } from '#shared/transfer/import.ts'
import { importVault, receiveZip } from './import-service.ts'
import { requireEmpty } from './import-store.ts'

/** A plain schema and not zod's: a validator would read the whole body into memory before we see it. */
const zip: { type: 'string'; format: 'binary' } = { type: 'string', format: 'binary' }

const upload = createRoute({
  method: 'post',
  path: '/',
  summary: 'Bring an export into my empty vault: all of it, or nothing',
  request: {
    query: importQuery,
    body: { required: true, content: { 'application/zip': { schema: zip } } },
  },
  responses: {
    200: answers(
      importResult,
      'What came in. With `progress=true` lines of JSON: {files: {done, total}}, at last {imported} or {problem}',
    ),
    ...problems(400, 401, 413, 415, 422, 429, 507),
  },
})

/** `/api/users/me/import`. */
export function importRoutes(services: Services) {
  const router = createRouter()
  router.use('*', signedIn(services))
  return router.openapi(upload, async (c) => {
    const { actor } = c.var
    const request = c.req.raw
    const endTurn = await takeTurn(services, actor, request).catch((refusal) => {
      dropRest(request)
      throw refusal
    })
    const spooled = await receive(services, request).catch(async (error) => {
      await endTurn()
      throw error
    })
    const work: Work = (options) =>
      importVault(services, actor, spooled, options).finally(async () => {
        await spooled.close()
        await endTurn()
      })
    if (!c.req.valid('query').progress)
      return c.json(importResult.parse(await work({ signal: request.signal })), 200)
    return c.body(streamBody(c, told(services, work)), 200, {
      'Content-Type': 'application/x-lanyard-import',
      'X-Accel-Buffering': 'no',
    }) as never
  })
}

type Work = (options: Parameters<typeof importVault>[3]) => Promise<ImportResult>

/**
 * Before a byte of the body is read: a ZIP, of a size that can be, into an empty vault, and one at a time. Resolves to
 * what ends the turn.
 */
async function takeTurn(
  { db, limits }: Services,
  { owner }: Actor,
  { headers }: Request,
): Promise<() => Promise<void>> {
  const type = headers.get('content-type') ?? ''
  if (!/^application\/zip\s*(;|$)/i.test(type)) throw new Problem('zip_expected')
  if (Number(headers.get('content-length') ?? 0) > MAX_EXPORT_BYTES) throw new Problem('too_large')
  await requireEmpty(db, owner)
  await limits.consume('import', owner)
  return limits.lease('importAtOnce', owner).catch((refusal) => {
    if (!(refusal instanceof Problem)) throw refusal
    throw new Problem('import_running', { retryAfter: refusal.retryAfter })
  })
}

/** Read on and dropped: a client that is cut off while it still sends may never look at the answer. */
function dropRest({ body }: Request): void {
  if (!body) return
  Readable.fromWeb(body as NodeStream)
    .on('error', () => {})
    .resume()
}

async function receive(services: Services, { body, signal }: Request): Promise<Spooled> {
  if (!body) throw new Problem('bad_request')
  return receiveZip(services, body as NodeStream).catch((error) => {
    throw signal.aborted ? new Problem('bad_request') : error
  })
}

/** Begins to answer at once. Whoever goes away stops the work: the body's end is the signal. */
function told(services: Services, work: Work): PassThrough {
  const body = new PassThrough()
  const stop = new AbortController()
  body.once('close', () => stop.abort())
  const say = (line: ImportLine) => void body.write(`${JSON.stringify(line)}\n`)
  work({ signal: stop.signal, onProgress: (files) => say({ files }) })
    .then((imported) => say({ imported: importResult.parse(imported) }))
    .catch((error) => {
      if (stop.signal.aborted) return
      const problem = problemOf(error)
      if (problem.status >= 500) services.log.error({ err: error }, `import: ${problem.code}`)
      const { code, message: detail, errors } = problem
      say({ problem: { code, detail, ...(errors ? { errors } : {}) } })
    })
    .finally(() => body.end())
  return body
}
