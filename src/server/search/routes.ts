import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { searchContract, searchResults } from '#shared/search/contract.ts'
import { search } from './service.ts'

const route = routesAt('/api/search', searchContract)

/** `/api/search`. */
export function searchRoutes(services: Services) {
  const router = createRouter()
  router.use('*', requireSession(services))
  return router.openapi(route('GET /api/search'), async (c) => {
    const { q } = c.req.valid('query')
    return c.json(searchResults.parse(await search(services, c.var.actor, q, requestTranslate(c))), 200)
  })
}
