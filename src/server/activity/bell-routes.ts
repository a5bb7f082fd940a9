import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { bellContract } from '#shared/activity/contract.ts'
import { listBellItems } from './bell-service.ts'

const route = routesAt('/api/bell', bellContract)

/** `/api/bell`. */
export function bellRoutes(services: Services) {
  const { db, clock, fieldCipher: cipher } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  return router.openapi(route('GET /api/bell'), async (c) => {
    const at = { now: clock.now(), t: requestTranslate(c), cipher }
    return c.json(await listBellItems(db, c.var.actor, c.req.valid('query'), at), 200)
  })
}
