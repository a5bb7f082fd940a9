import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { noticeContract } from '#shared/activity/contract.ts'
import { listNotices } from './notice-service.ts'

const route = routesAt('/api/notices', noticeContract)

/** `/api/notices`. */
export function noticeRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  return router.openapi(route('GET /api/notices'), async (c) =>
    c.json(await listNotices(db, c.var.actor, c.req.valid('query'), clock.now()), 200),
  )
}
