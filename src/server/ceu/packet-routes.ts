import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'hono'
import { requireSession } from '#server/auth/require-session.ts'
import { DOCUMENTS_OF_OWNER } from '#server/documents/packet.ts'
import { sendDocument } from '#server/documents/response.ts'
import { concurrencyLimit } from '#server/http/concurrency.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { streamBody } from '#server/http/download.ts'
import { problemOf } from '#server/http/problem.ts'
import { type AppEnv, createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { ceuCycleContract } from '#shared/ceu/contract.ts'
import {
  auditDownload,
  checkDraft,
  draftPacket,
  type PacketDraft,
  writePdf,
  writeZip,
} from './packet-service.ts'

const route = routesAt('/api/ceu-cycles', ceuCycleContract)

/** `/api/ceu-cycles/{id}/packet`. */
export function packetRoutes(services: Services) {
  const router = createRouter()
  const withLimit = concurrencyLimit(DOCUMENTS_OF_OWNER, 'queue_full')
  router.use('/:id/packet/*', requireSession(services), auditRefusals(services, 'ceuCycle'))
  router.openapi(route('GET /api/ceu-cycles/{id}/packet/check'), async (c) =>
    c.json(await checkDraft(await draftPacket(services, c.var.actor, c.req.valid('param').id)), 200),
  )
  return router.openapi(route('GET /api/ceu-cycles/{id}/packet'), async (c) => {
    const { actor } = c.var
    const { id } = c.req.valid('param')
    const { format, progress } = c.req.valid('query')
    // The queue would also refuse the extra requests, but only after each one has read its draft, which delays other
    // owners.
    return withLimit(actor.owner, async () => {
      await services.limits.consume('packet', actor.owner)
      const draft = await draftPacket(services, actor, id)
      if (c.req.method === 'HEAD') return c.body(null, 200)
      const { signal } = c.req.raw
      if (format === 'zip') return sendZip(c, services, draft, signal)
      return progress ? sendWithProgress(c, services, draft) : sendPdf(c, services, draft, signal)
    })
  })
}

type RequestContext = Context<AppEnv>

function sendPdf(
  c: RequestContext,
  services: Services,
  draft: PacketDraft,
  signal: AbortSignal,
): Promise<Response> {
  const before = ({ size }: { size: number }) =>
    auditPacketDownload(c, services, draft, { format: 'pdf', size })
  return sendDocument(c, writePdf(services, draft, { signal }), { type: 'application/pdf', before })
}

function sendZip(
  c: RequestContext,
  services: Services,
  draft: PacketDraft,
  signal: AbortSignal,
): Promise<Response> {
  const before = ({ size }: { size: number }) =>
    auditPacketDownload(c, services, draft, { format: 'zip', size })
  return sendDocument(c, writeZip(services, draft, signal), { type: 'application/zip', before })
}

function auditPacketDownload(
  c: RequestContext,
  services: Services,
  { packet }: PacketDraft,
  metadata: { format: string; size: number },
): Promise<void> {
  return auditDownload(services, c.var.actor, packet.cycle.id, metadata)
}

/** Starts the response immediately. A client that disconnects closes the body, which aborts the work. */
function sendWithProgress(c: RequestContext, services: Services, draft: PacketDraft): Response {
  const stop = new AbortController()
  const body = new PassThrough()
  body.once('close', () => stop.abort())
  void streamPacket(services, c.var.actor, draft, body, stop.signal).catch((error) => body.destroy(error))
  return c.body(streamBody(c, body), 200, {
    'Content-Type': 'application/x-lanyard-packet',
    'Cache-Control': 'private, no-store',
    'X-Accel-Buffering': 'no',
  })
}

async function streamPacket(
  services: Services,
  actor: Actor,
  draft: PacketDraft,
  body: PassThrough,
  signal: AbortSignal,
): Promise<void> {
  const sendLine = (message: object) => body.write(`${JSON.stringify(message)}\n`)
  try {
    const onProgress = (done: number, total: number) => void sendLine({ done, total })
    const made = await writePdf(services, draft, { signal, onProgress })
    try {
      await auditDownload(services, actor, draft.packet.cycle.id, { format: 'pdf', size: made.size })
      sendLine({ name: made.name, size: made.size })
      await pipeline(made.read(), body)
    } finally {
      await made.remove()
    }
  } catch (error) {
    if (signal.aborted) return
    const problem = problemOf(error)
    if (problem.status >= 500) services.log.error({ err: error }, problem.code)
    sendLine({ problem: problem.toBody() })
    body.end()
  }
}
