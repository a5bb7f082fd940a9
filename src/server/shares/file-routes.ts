import type { Context } from 'hono'
import { sendDocument } from '#server/documents/response.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { contentDisposition, fileHeaders } from '#server/http/download.ts'
import { type AppEnv, createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { visitorContract } from '#shared/shares/contract.ts'
import { sharedFileName, sharePacketName } from '#shared/shares/packet.ts'
import {
  copyPdf,
  type Disposition,
  findSharedFile,
  prepareSharePacket,
  readPicture,
  type SharedFile,
  writeSharePacket,
} from './file-service.ts'
import { requireOpenedShare, type ShareSession } from './session-service.ts'
import { limitDeadLinks, visitorOf } from './visitor-routes.ts'

const route = routesAt('/api/share', visitorContract)
const PDF = 'application/pdf'

/** `/api/share/{token}/files` and `/packet`. HEAD returns the headers without creating anything. */
export function sharedFileRoutes(services: Services) {
  const router = createRouter()
  return router
    .openapi(route('GET /api/share/{id}/files/{fileId}'), async (c) => {
      const { id, fileId } = c.req.valid('param')
      const { disposition } = c.req.valid('query')
      const visitor = visitorOf(services, c, id)
      const isHead = c.req.method === 'HEAD'
      const session = await limitDeadLinks(c, services, requireOpenedShare(services, visitor))
      const finding = findSharedFile(services, session, { fileId, disposition, isHead })
      const found = await limitDeadLinks(c, services, finding)
      const answer = await sendSharedFile(c, services, session, found, disposition)
      return unlessEnded(answer, requireOpenedShare(services, visitor))
    })
    .openapi(route('GET /api/share/{id}/packet'), async (c) => {
      const visitor = visitorOf(services, c, c.req.valid('param').id)
      const session = await limitDeadLinks(c, services, requireOpenedShare(services, visitor))
      const packet = await limitDeadLinks(c, services, prepareSharePacket(services, session))
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': PDF })
      await packet.consumeLimit()
      const { signal } = c.req.raw
      const writing = writeSharePacket(services, session, packet, signal)
      const named = writing.then((made) => ({ ...made, name: sharePacketName(packet.view, session.t) }))
      const before = async () => {
        await requireOpenedShare(services, visitor)
        await packet.recordDownload()
      }
      return sendDocument(c, named, { type: PDF, before })
    })
}

/** Making a copy takes a while. If the share ended meanwhile, nothing of the copy is sent. */
async function unlessEnded(answer: Response, check: Promise<unknown>): Promise<Response> {
  try {
    await check
    return answer
  } catch (error) {
    await answer.body?.cancel()
    throw error
  }
}

/**
 * Sends a file of a share, never its original. A picture is re-encoded (WebP to show, JPEG to save). A PDF becomes a
 * copy of its pages, or one page that says why there is no copy. The file is always sent whole, without ranges.
 */
async function sendSharedFile(
  c: Context<AppEnv>,
  services: Services,
  session: ShareSession,
  { file, row }: SharedFile,
  disposition: Disposition,
): Promise<Response> {
  const isHead = c.req.method === 'HEAD'
  if (row.mimeType === PDF) {
    const name = sharedFileName(file, 'pdf')
    if (isHead) return c.body(null, 200, headersOf(PDF, disposition, name))
    const copying = copyPdf(services, session, row, c.req.raw.signal)
    const named = copying.then((made) => ({ ...made, name }))
    return sendDocument(c, named, { type: PDF, disposition })
  }
  const format = disposition === 'inline' ? 'webp' : 'jpeg'
  const name = sharedFileName(file, format === 'webp' ? 'webp' : 'jpg')
  const headers = headersOf(`image/${format}`, disposition, name)
  if (isHead) return c.body(null, 200, headers)
  const bytes = await readPicture(services, session, row, format)
  return c.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Length': String(bytes.length) })
}

function headersOf(type: string, disposition: Disposition, name: string): Record<string, string> {
  return {
    ...fileHeaders(),
    'Content-Type': type,
    'Content-Disposition': contentDisposition(disposition, name),
  }
}
