import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { shareContract } from '#shared/shares/contract.ts'
import { shareLog } from '#shared/shares/share.ts'
import { sharePreview } from '#shared/shares/view.ts'
import { inLanguage, listShareEvents, listShares } from './list-service.ts'
import { createShare, previewShare, revokeShare, rotateToken, updateShare } from './service.ts'

const route = routesAt('/api/share', shareContract)

/** `/api/share` for owners. The visitor's routes have the same paths, so each guard here names its method. */
export function shareRoutes(services: Services) {
  const router = createRouter()
  const audited = auditRefusals(services, 'share')
  const owned = [requireSession(services), audited] as const
  router.use('/', requireSession(services), audited, jsonBody)
  router.on('POST', ['/preview', '/:id/token'], ...owned, jsonBody)
  router.on(['PATCH', 'DELETE'], '/:id', ...owned, jsonBody)
  router.get('/:id/log', ...owned)

  return router
    .openapi(route('GET /api/share'), async (c) => {
      const { items, nextCursor } = await listShares(services, c.var.actor.owner, c.req.valid('query'))
      const t = requestTranslate(c)
      return c.json({ items: items.map((each) => inLanguage(each, t)), nextCursor }, 200)
    })
    .openapi(route('POST /api/share'), async (c) => {
      const key = c.req.header('idempotency-key')
      const created = await createShare(services, c.var.actor, c.req.valid('json'), key)
      return c.json(inLanguage(created, requestTranslate(c)), 201, { Location: `/api/share/${created.id}` })
    })
    .openapi(route('POST /api/share/preview'), async (c) => {
      const t = requestTranslate(c)
      const preview = await previewShare(services, c.var.actor, c.req.valid('json'), t)
      return c.json(sharePreview.parse(preview), 200)
    })
    .openapi(route('PATCH /api/share/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const updated = await updateShare(services, c.var.actor, id, c.req.valid('json'))
      return c.json(inLanguage(updated, requestTranslate(c)), 200)
    })
    .openapi(route('DELETE /api/share/{id}'), async (c) => {
      await revokeShare(services, c.var.actor, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(route('POST /api/share/{id}/token'), async (c) => {
      const { id } = c.req.valid('param')
      const key = c.req.header('idempotency-key')
      const created = await rotateToken(services, c.var.actor, id, c.req.valid('json'), key)
      return c.json(inLanguage(created, requestTranslate(c)), 201, { Location: `/api/share/${created.id}` })
    })
    .openapi(route('GET /api/share/{id}/log'), async (c) => {
      const { id } = c.req.valid('param')
      const page = await listShareEvents(services, c.var.actor.owner, id, c.req.valid('query'))
      return c.json(shareLog.parse(page), 200)
    })
}
