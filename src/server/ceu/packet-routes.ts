import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { signedIn } from '#server/auth/require-session.ts'
import { sendDocument } from '#server/documents/response.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { streamBody } from '#server/http/download.ts'
import { problemOf } from '#server/http/problem.ts'
import { type AppEnv, createRouter, idParam, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { packetQuery } from '#shared/ceu/packet.ts'
import { auditDownload, type Draft, draftPacket, writePdf, writeZip } from './packet-service.ts'

const binary = { schema: { type: 'string', format: 'binary' } } as const

const download = createRoute({
  method: 'get',
  path: '/{id}/packet',
  summary: 'The audit packet of a CE cycle: one PDF, or the same as a ZIP with the original files and a CSV',
  request: { params: idParam, query: packetQuery },
  responses: {
    200: {
      description:
        'The packet. With `progress=true` lines of JSON first: {done, total} as it is made, then {name, size} and exactly these bytes, or {problem}',
      content: {
        'application/pdf': binary,
        'application/zip': binary,
        'application/x-lanyard-packet': binary,
      },
    },
    ...problems(401, 403, 404, 422, 429),
  },
})

/** `/api/ceu-cycles/{id}/packet`. */
export function packetRoutes(services: Services) {
  const router = createRouter()
  router.use('/:id/packet', signedIn(services), auditRefusals(services, 'ceuCycle'))
  return router.openapi(download, async (c) => {
    const { actor } = c.var
    const { id } = c.req.valid('param')
    const { format, progress } = c.req.valid('query')
    await services.limits.consume('packet', actor.owner)
    const draft = await draftPacket(services, actor, id)
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const { signal } = c.req.raw
    if (format === 'zip') return answerZip(c, services, draft, signal)
    return progress ? answerProgress(c, services, draft) : answerPdf(c, services, draft, signal)
  })
}

type Scened = Context<AppEnv>

function answerPdf(c: Scened, services: Services, draft: Draft, signal: AbortSignal): Promise<Response> {
  const before = ({ size }: { size: number }) => noteDownload(c, services, draft, { format: 'pdf', size })
  return sendDocument(c, writePdf(services, draft, { signal }), { type: 'application/pdf', before })
}

function answerZip(c: Scened, services: Services, draft: Draft, signal: AbortSignal): Promise<Response> {
  const before = ({ size }: { size: number }) => noteDownload(c, services, draft, { format: 'zip', size })
  return sendDocument(c, writeZip(services, draft, signal), { type: 'application/zip', before })
}

function noteDownload(
  c: Scened,
  services: Services,
  { packet }: Draft,
  metadata: { format: string; size: number },
): Promise<void> {
  return auditDownload(services, c.var.actor, packet.cycle.id, metadata)
}

/** Begins to answer at once. Whoever goes away stops the work: the body's end is the signal. */
function answerProgress(c: Scened, services: Services, draft: Draft): Response {
  const stop = new AbortController()
  const body = new PassThrough()
  body.once('close', () => stop.abort())
  void tell(services, c.var.actor, draft, body, stop.signal).catch((error) => body.destroy(error))
  return c.body(streamBody(c, body), 200, {
    'Content-Type': 'application/x-lanyard-packet',
    'Cache-Control': 'private, no-store',
    'X-Accel-Buffering': 'no',
  })
}

async function tell(
  services: Services,
  actor: Actor,
  draft: Draft,
  body: PassThrough,
  signal: AbortSignal,
): Promise<void> {
  const line = (told: object) => body.write(`${JSON.stringify(told)}\n`)
  try {
    const onProgress = (done: number, total: number) => void line({ done, total })
    const made = await writePdf(services, draft, { signal, onProgress })
    try {
      await auditDownload(services, actor, draft.packet.cycle.id, { format: 'pdf', size: made.size })
      line({ name: made.name, size: made.size })
      await pipeline(made.read(), body)
    } finally {
      await made.remove()
    }
  } catch (error) {
    if (signal.aborted) return
    const problem = problemOf(error)
    if (problem.status >= 500) services.log.error({ err: error }, problem.code)
    line({ problem: problem.toBody() })
    body.end()
  }
}
