import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { concurrencyLimit } from '#server/http/concurrency.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { answerBytes, fileHeaders, matches, streamBody } from '#server/http/download.ts'
import { incomingForm } from '#server/http/multipart.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { fileContract } from '#shared/files/contract.ts'
import { presentFile, previewWidthFor } from '#shared/files/file.ts'
import { downloadName } from '#shared/files/file-kinds.ts'
import { MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { Problem } from '#shared/http/errors.ts'
import { updateFile } from './metadata-service.ts'
import { openName, withName } from './name-service.ts'
import { deleteFile, readPreview, requireFile, restoreFile, uploadFile } from './service.ts'
import { type FileRow, listFiles } from './store.ts'

const route = routesAt('/api/upload', fileContract)

/** `/api/upload`: `quota` is in bytes an owner. */
export function fileRoutes(services: Services, quota = MAX_OWNER_BYTES) {
  const router = createRouter()
  const withUploadLimit = concurrencyLimit(services.config.UPLOADS_AT_ONCE, 'uploads_running')
  const present = (row: FileRow) => presentFile(withName(services.fieldCipher, row))
  router.use('*', requireSession(services))
  router.patch('/:id', jsonBody)
  return router
    .openapi(route('GET /api/upload'), async (c) => {
      const page = await listFiles(services.db, c.var.actor.owner, c.req.valid('query'))
      return c.json({ ...page, items: page.items.map(present) }, 200)
    })
    .openapi(route('POST /api/upload'), async (c) => {
      const upload = { form: incomingForm(c), idempotencyKey: c.req.header('idempotency-key'), quota }
      const { actor } = c.var
      const row = await withUploadLimit(actor.owner, () => uploadFile(services, actor, upload))
      c.header('Location', `/api/upload/${row.id}`)
      return c.json(present(row), 201)
    })
    .openapi(route('GET /api/upload/{id}'), async (c) => {
      const row = await requireFile(services, c.var.actor, c.req.valid('param').id)
      return c.json(present(row), 200)
    })
    .openapi(route('PATCH /api/upload/{id}'), async (c) => {
      const row = await updateFile(services, c.var.actor, c.req.valid('param').id, c.req.valid('json'))
      return c.json(present(row), 200)
    })
    .openapi(route('DELETE /api/upload/{id}'), async (c) => {
      await deleteFile(services, c.var.actor, c.req.valid('param').id, c.req.valid('query').forever)
      return c.body(null, 204)
    })
    .openapi(route('POST /api/upload/{id}/restore'), async (c) =>
      c.json(present(await restoreFile(services, c.var.actor, c.req.valid('param').id)), 200),
    )
    .openapi(route('GET /api/upload/{id}/content'), async (c) => {
      const { actor } = c.var
      const row = await requireFile(services, actor, c.req.valid('param').id)
      const { size, mimeType } = row
      const download = { ...row, name: downloadName(openName(services.fieldCipher, row), mimeType) }
      return answerBytes(c, services.storage, download, c.req.valid('query').disposition, () =>
        audit(services.db, actor, services.clock.now(), 'file_downloaded', {
          resource: 'file',
          resourceId: row.id,
          metadata: { size, mimeType },
        }),
      )
    })
    .openapi(route('GET /api/upload/{id}/preview'), async (c) => {
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
      if (c.req.method !== 'HEAD') return c.body(streamBody(c, preview), 200, headers)
      // Hono would discard the body without destroying it.
      preview.destroy()
      return c.body(null, 200, headers)
    })
}
