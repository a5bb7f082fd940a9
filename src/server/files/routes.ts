import { createRoute } from '@hono/zod-openapi'
import { audit } from '#server/core/audit.ts'
import { answerBytes, fileHeaders, matches, streamBody } from '#server/core/download.ts'
import { createTurns } from '#server/core/gate-turns.ts'
import type { House } from '#server/core/house.ts'
import { answers, createRoom, idParam, problems } from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'
import { Problem } from '#shared/core/errors.ts'
import {
  contentQuery,
  deletionQuery,
  downloadName,
  file,
  filePage,
  fileQuery,
  MAX_OWNER_BYTES,
  previewQuery,
  previewWidthFor,
} from '#shared/files/file.ts'
import { deleteFile, readPreview, requireFile, restoreFile, uploadFile } from './service.ts'
import { listFiles } from './store.ts'

const binary = { type: 'string', format: 'binary' } as const

/** A plain schema and not zod's: a validator would read the whole body into memory before we see it. */
const oneFile: { type: 'object'; required: string[]; properties: Record<string, typeof binary> } = {
  type: 'object',
  required: ['file'],
  properties: { file: binary },
}

const bytes = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: binary } },
})

/** `/api/upload`: `quota` is in bytes an owner. */
export function fileRoutes(house: House, quota = MAX_OWNER_BYTES) {
  const room = createRoom()
  const inTurn = createTurns(house.config.UPLOADS_AT_ONCE, 'uploads_running')
  room.use('*', signedIn(house))
  return room
    .openapi(
      createRoute({
        method: 'get',
        path: '/',
        summary: 'My files, newest first',
        request: { query: fileQuery },
        responses: { 200: answers(filePage, 'One page'), ...problems(401, 422) },
      }),
      async (c) => {
        const page = await listFiles(house.db, c.var.actor.owner, c.req.valid('query'))
        return c.json(filePage.parse(page), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/',
        summary: 'Upload one file of at most 25 MiB: PDF, JPEG, PNG, WebP or HEIC by its bytes',
        request: { body: { required: true, content: { 'multipart/form-data': { schema: oneFile } } } },
        responses: { 201: answers(file, 'Kept'), ...problems(400, 401, 413, 415, 422, 429, 507) },
      }),
      async (c) => {
        const upload = { request: c.req.raw, idempotencyKey: c.req.header('idempotency-key'), quota }
        const { actor } = c.var
        const row = await inTurn(actor.owner, () => uploadFile(house, actor, upload))
        c.header('Location', `/api/upload/${row.id}`)
        return c.json(file.parse(row), 201)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/{id}',
        summary: 'What is known of a file',
        request: { params: idParam },
        responses: { 200: answers(file, 'The file'), ...problems(401, 403, 404, 422) },
      }),
      async (c) => {
        const row = await requireFile(house, c.var.actor, c.req.valid('param').id)
        return c.json(file.parse(row), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'delete',
        path: '/{id}',
        summary: 'Delete a file; it can be restored for 30 days, and the record that it is on stays',
        request: { params: idParam, query: deletionQuery },
        responses: { 204: { description: 'Deleted' }, ...problems(401, 403, 404, 422) },
      }),
      async (c) => {
        await deleteFile(house, c.var.actor, c.req.valid('param').id, c.req.valid('query').forever)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/{id}/restore',
        summary: 'Undo the deletion of a file',
        request: { params: idParam },
        responses: { 200: answers(file, 'Back again'), ...problems(401, 403, 404, 422) },
      }),
      async (c) => c.json(file.parse(await restoreFile(house, c.var.actor, c.req.valid('param').id)), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/{id}/content',
        summary: 'The very bytes that were uploaded; single ranges, ETag',
        request: { params: idParam, query: contentQuery },
        responses: {
          200: bytes('The file', '*/*'),
          206: bytes('The range', '*/*'),
          304: { description: 'Unchanged' },
          416: { description: 'No such range' },
          ...problems(401, 403, 404, 410, 422),
        },
      }),
      async (c) => {
        const { actor } = c.var
        const row = await requireFile(house, actor, c.req.valid('param').id)
        const { size, mimeType } = row
        const download = { ...row, name: downloadName(row.name, mimeType) }
        return answerBytes(c, house.storage, download, c.req.valid('query').disposition, () =>
          audit(house.db, actor, house.clock.now(), 'file_downloaded', {
            resource: 'file',
            resourceId: row.id,
            metadata: { size, mimeType },
          }),
        )
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/{id}/preview',
        summary: 'A WebP picture of a picture: upright, without metadata; a PDF has none',
        request: { params: idParam, query: previewQuery },
        responses: {
          200: bytes('The preview', 'image/webp'),
          304: { description: 'Unchanged' },
          ...problems(401, 403, 404, 410, 422),
        },
      }),
      async (c) => {
        const row = await requireFile(house, c.var.actor, c.req.valid('param').id)
        const width = previewWidthFor(c.req.valid('query').width)
        const etag = `"${row.sha256}-${width}"`
        const headers = {
          ...fileHeaders(etag),
          'Content-Type': 'image/webp',
          'Content-Disposition': 'inline',
        }
        if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
        const preview = await readPreview(house, row, width)
        if (!preview) throw new Problem('page_not_found')
        if (c.req.method !== 'HEAD') return c.body(streamBody(c, preview), 200, headers)
        // Hono would drop the body without closing it.
        preview.destroy()
        return c.body(null, 200, headers)
      },
    )
}
