import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { contentDisposition } from '#server/core/download.ts'
import type { House } from '#server/core/house.ts'
import { createRoom, problems, type Scene } from '#server/core/route.ts'
import { Problem } from '#shared/core/errors.ts'
import { contentQuery } from '#shared/files/file.ts'
import { answerSharedFile, writeSharePacket } from './packet-service.ts'
import { byToken, countingDead, tags, visitorIn } from './visit-routes.ts'
import { draftSharePacket, findSharedFile } from './visit-service.ts'

const byFile = byToken.extend({ fileId: z.string().describe('As `files[].id` has it') })
const binary = { schema: { type: 'string', format: 'binary' } } as const

const file = createRoute({
  method: 'get',
  path: '/{id}/files/{fileId}',
  tags,
  summary: 'A file of a link: a picture re-encoded, or a copy of the pages of a PDF; never the original',
  request: {
    params: byFile,
    query: contentQuery.extend({ disposition: z.enum(['attachment', 'inline']).default('inline') }),
  },
  responses: {
    200: { description: 'The file', content: { '*/*': binary } },
    ...problems(401, 403, 404, 410, 422, 429),
  },
})

const packet = createRoute({
  method: 'get',
  path: '/{id}/packet',
  tags,
  summary: 'One PDF of all that a link shows, files included',
  request: { params: byToken },
  responses: {
    200: { description: 'The packet', content: { 'application/pdf': binary } },
    ...problems(401, 403, 404, 410, 429),
  },
})

/** `/api/share/{token}/files` and `/packet`: what a link shows, to take along. */
export function sharedFileRoutes(house: House) {
  const room = createRoom()
  return room
    .openapi(file, async (c) => {
      const { id, fileId } = c.req.valid('param')
      const { disposition } = c.req.valid('query')
      const isAsked = c.req.method === 'HEAD'
      const wanted = findSharedFile(house, visitorIn(c, id), { fileId, disposition, isAsked })
      const found = await countingDead(c, house, wanted)
      return answerSharedFile(c, house, found.shown, found.row, disposition)
    })
    .openapi(packet, async (c) => {
      const wanted = draftSharePacket(house, visitorIn(c, c.req.valid('param').id))
      const draft = await countingDead(c, house, wanted)
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'application/pdf' })
      await draft.take()
      return answerPacket(c, house, draft)
    })
}

type Draft = Awaited<ReturnType<typeof draftSharePacket>>

async function answerPacket(c: Context<Scene>, house: House, draft: Draft): Promise<Response> {
  const { signal } = c.req.raw
  const made = await writeSharePacket(house, draft.view, draft.files, { signal }).catch((error) => {
    // Nobody waits for this answer any more: no failure of ours.
    throw signal.aborted ? new Problem('bad_request') : error
  })
  signal.addEventListener('abort', () => void made.remove(), { once: true })
  try {
    if (signal.aborted) throw new Problem('bad_request')
    await draft.note()
    return c.body(Readable.toWeb(made.read()) as ReadableStream, 200, {
      'Content-Type': 'application/pdf',
      'Content-Length': String(made.size),
      'Content-Disposition': contentDisposition('attachment', made.name),
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "sandbox; default-src 'none'",
    })
  } catch (error) {
    await made.remove()
    throw error
  }
}
