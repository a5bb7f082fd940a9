import { Readable } from 'node:stream'
import { createRoute } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import { signedIn } from '#server/auth/require-session.ts'
import { concurrencyLimit } from '#server/http/concurrency.ts'
import { answerBytes, fileHeaders, matches } from '#server/http/download.ts'
import { answers, createRouter, idParam, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
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
import { Problem } from '#shared/http/errors.ts'
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
export function fileRoutes(services: Services, quota = MAX_OWNER_BYTES) {
  const router = createRouter()
  const withUploadLimit = concurrencyLimit(services.config.UPLOADS_AT_ONCE, 'uploads_running')
  router.use('*', signedIn(services))
  return router
    .openapi(
      createRoute({
        method: 'get',
        path: '/',
        summary: 'My files, newest first',
        request: { query: fileQuery },
        responses: { 200: answers(filePage, 'One page'), ...problems(401, 422) },
      }),
      async (c) => {
        const page = await listFiles(services.db, c.var.actor.owner, c.req.valid('query'))
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
        const row = await withUploadLimit(actor.owner, () => uploadFile(services, actor, upload))
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
        const row = await requireFile(services, c.var.actor, c.req.valid('param').id)
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
        await deleteFile(services, c.var.actor, c.req.valid('param').id, c.req.valid('query').forever)
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
      async (c) => c.json(file.parse(await restoreFile(services, c.var.actor, c.req.valid('param').id)), 200),
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
        const row = await requireFile(services, actor, c.req.valid('param').id)
        const { size, mimeType } = row
        const download = { ...row, name: downloadName(row.name, mimeType) }
        return answerBytes(c, services.storage, download, c.req.valid('query').disposition, () =>
          audit(services.db, actor, services.clock.now(), 'file_downloaded', {
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
        const row = await requireFile(services, c.var.actor, c.req.valid('param').id)
        const width = previewWidthFor(c.req.valid('query').width)
        const etag = `"${row.sha256}-${width}"`
        const headers = {
          ...fileHeaders(etag),
          'Content-Type': 'image/webp',
          'Content-Disposition': 'inline',
        }
        if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
        const preview = await readPreview(services, row, width)
        if (!preview) throw new Problem('page_not_found')
        return c.body(Readable.toWeb(preview) as ReadableStream, 200, headers)
      },
    )
}
