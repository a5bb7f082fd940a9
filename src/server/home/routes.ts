import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { homeContract } from '#shared/home/contract.ts'
import { findHome } from './service.ts'

const route = routesAt('/api/home', homeContract)

/** `/api/home`. */
export function homeRoutes(services: Services) {
  const router = createRouter()
  router.use('*', requireSession(services))
  return router.openapi(route('GET /api/home'), async (c) =>
    c.json(await findHome(services, c.var.actor, requestTranslate(c)), 200),
  )
}
