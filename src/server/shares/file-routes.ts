import { createRoute, z } from '@hono/zod-openapi'
import { answerMade } from '#server/documents/response.ts'
import { createRouter, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { contentQuery } from '#shared/files/file.ts'
import { answerSharedFile, writeSharePacket } from './packet-service.ts'
import { byToken, countingDead, tags, visitorIn } from './visit-routes.ts'
import { draftSharePacket, findSharedFile, requireOpened } from './visit-service.ts'

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

/** `/api/share/{token}/files` and `/packet`: what a link shows, to look at and to take along. */
export function sharedFileRoutes(services: Services) {
  const router = createRouter()
  return router
    .openapi(file, async (c) => {
      const { id, fileId } = c.req.valid('param')
      const { disposition } = c.req.valid('query')
      const visitor = visitorIn(c, id)
      const isAsked = c.req.method === 'HEAD'
      const wanted = findSharedFile(services, visitor, { fileId, disposition, isAsked })
      const { shown, row } = await countingDead(c, services, wanted)
      const answer = await answerSharedFile(c, services, shown, row, disposition)
      return unlessEnded(answer, requireOpened(services, visitor))
    })
    .openapi(packet, async (c) => {
      const visitor = visitorIn(c, c.req.valid('param').id)
      const { view, files, take, note } = await countingDead(c, services, draftSharePacket(services, visitor))
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'application/pdf' })
      await take()
      const made = writeSharePacket(services, view, files, { signal: c.req.raw.signal })
      const before = async () => {
        await requireOpened(services, visitor)
        await note()
      }
      return answerMade(c, made, { type: 'application/pdf', before })
    })
}

/** A copy takes a while to make, and the link may have ended meanwhile: then none of it goes out. */
async function unlessEnded(answer: Response, opened: Promise<unknown>): Promise<Response> {
  try {
    await opened
    return answer
  } catch (error) {
    await answer.body?.cancel()
    throw error
  }
}
