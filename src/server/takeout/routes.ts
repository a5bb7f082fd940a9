import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { auditRefusals } from '#server/core/audit-refusals.ts'
import { contentDisposition } from '#server/core/download.ts'
import type { House } from '#server/core/house.ts'
import type { Actor } from '#server/core/owner.ts'
import { problemOf } from '#server/core/problem.ts'
import { createRoom, idParam, problems, type Scene } from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'
import { packetQuery } from '#shared/ceu/packet.ts'
import { Problem } from '#shared/core/errors.ts'
import { auditDownload, type Draft, draftPacket, writePdf, writeZip } from './service.ts'

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
export function packetRoutes(house: House) {
  const room = createRoom()
  room.use('/:id/packet', signedIn(house), auditRefusals(house, 'ceuCycle'))
  return room.openapi(download, async (c) => {
    const { actor } = c.var
    const { id } = c.req.valid('param')
    const { format, progress } = c.req.valid('query')
    await house.limits.take('packet', actor.owner)
    const draft = await draftPacket(house, actor, id)
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const { signal } = c.req.raw
    if (format === 'zip') return answerZip(c, house, draft, signal)
    return progress ? answerProgress(c, house, draft) : answerPdf(c, house, draft, signal)
  })
}

type Scened = Context<Scene>

async function answerPdf(c: Scened, house: House, draft: Draft, signal: AbortSignal): Promise<Response> {
  const made = await unlessGone(signal, writePdf(house, draft, { signal }))
  return withoutLeak(made, signal, async () => {
    await auditDownload(house, c.var.actor, draft.packet.cycle.id, { format: 'pdf', size: made.size })
    return c.body(Readable.toWeb(made.read()) as ReadableStream, 200, headersOf(made, 'application/pdf'))
  })
}

async function answerZip(c: Scened, house: House, draft: Draft, signal: AbortSignal): Promise<Response> {
  const made = await unlessGone(signal, writeZip(house, draft, signal))
  return withoutLeak(made, signal, async () => {
    await auditDownload(house, c.var.actor, draft.packet.cycle.id, { format: 'zip', size: made.size })
    return c.body(made.read(), 200, headersOf(made, 'application/zip'))
  })
}

/** The temporary file goes when its reader is done or goes away; here it goes when there never is a reader. */
async function withoutLeak(
  made: { remove(): Promise<void> },
  signal: AbortSignal,
  answer: () => Promise<Response>,
): Promise<Response> {
  signal.addEventListener('abort', () => void made.remove(), { once: true })
  try {
    if (signal.aborted) throw new Problem('bad_request')
    return await answer()
  } catch (error) {
    await made.remove()
    throw error
  }
}

/** Nobody waits for this answer any more: no failure of ours. */
async function unlessGone<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw signal.aborted ? new Problem('bad_request') : error
  })
}

function headersOf({ name, size }: { name: string; size: number }, type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition('attachment', name),
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  }
}

/** Begins to answer at once. Whoever goes away stops the work: the body's end is the signal. */
function answerProgress(c: Scened, house: House, draft: Draft): Response {
  const stop = new AbortController()
  const body = new PassThrough()
  body.once('close', () => stop.abort())
  void tell(house, c.var.actor, draft, body, stop.signal).catch((error) => body.destroy(error))
  return c.body(Readable.toWeb(body) as ReadableStream, 200, {
    'Content-Type': 'application/x-lanyard-packet',
    'Cache-Control': 'private, no-store',
    'X-Accel-Buffering': 'no',
  })
}

async function tell(
  house: House,
  actor: Actor,
  draft: Draft,
  body: PassThrough,
  signal: AbortSignal,
): Promise<void> {
  const line = (told: object) => body.write(`${JSON.stringify(told)}\n`)
  try {
    const onProgress = (done: number, total: number) => void line({ done, total })
    const made = await writePdf(house, draft, { signal, onProgress })
    try {
      await auditDownload(house, actor, draft.packet.cycle.id, { format: 'pdf', size: made.size })
      line({ name: made.name, size: made.size })
      await pipeline(made.read(), body)
    } finally {
      await made.remove()
    }
  } catch (error) {
    if (signal.aborted) return
    const problem = problemOf(error)
    if (problem.status >= 500) house.log.error({ err: error }, problem.code)
    line({ problem: problem.toBody() })
    body.end()
  }
}
