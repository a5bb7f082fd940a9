import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { routesAt } from '#server/http/contract-route.ts'
import { type AppEnv, createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { healthContract } from '#shared/ops/contract.ts'
import { createReadinessCheck, type HealthOptions, type HealthServices } from './health-service.ts'
import type { Metrics } from './metrics.ts'
import { isOperator } from './operator.ts'

const route = routesAt('', healthContract)

/** GET `/healthz`, `/readyz` and, with the operator's token, `/metrics`. */
export function healthRoutes(
  services: HealthServices & Pick<Services, 'config' | 'limits'>,
  metrics: Metrics,
  options: HealthOptions,
) {
  const checkReadiness = createReadinessCheck(services, options)
  return createRouter()
    .openapi(route('GET /metrics'), async (c) => {
      if (!(await isOperator(services, c.req.raw))) throw new Problem('page_not_found')
      c.header('Cache-Control', 'no-store')
      return c.text(await metrics.read(), 200, { 'Content-Type': metrics.contentType })
    })
    .openapi(route('GET /healthz'), (c) => {
      c.header('Cache-Control', 'no-store')
      return c.json({ status: 'ok' as const }, 200)
    })
    .openapi(route('GET /readyz'), async (c) => {
      c.header('Cache-Control', 'no-store')
      const readiness = await checkReadiness()
      return readiness.status === 'unavailable' ? c.json(readiness, 503) : c.json(readiness, 200)
    })
}

/** Counts each response by method, route pattern and status class. */
export function countRequests(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    metrics.countRequest(c.req.method, routePath(c, -1), c.res.status)
  }
}
