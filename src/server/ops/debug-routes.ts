import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import { findKept } from '#server/mail/outbox-store.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { debugContract } from '#shared/ops/contract.ts'
import { debugReport } from '#shared/ops/debug.ts'
import { checkServices, createEmulatorReport, type DebugServices } from './debug-service.ts'

const route = routesAt('/api/debug', debugContract)

/** Allows a message its own styles, which the page's policy forbids, and nothing else. */
const framePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

type DebugRouteServices = DebugServices & { auth: Pick<Services['auth'], 'actorOf'> }

/** `/api/debug`: everything in emulator mode, for anyone; otherwise which services respond, for a signed-in owner. */
export function debugRoutes(services: DebugRouteServices) {
  return createRouter()
    .openapi(route('GET /api/debug/outbox/{id}'), async (c) => {
      const id = uuid.safeParse(c.req.valid('param').id)
      const message = services.config.emulator && id.success ? await findKept(services.db, id.data) : null
      if (!message) throw new Problem('page_not_found')
      c.header('Cache-Control', 'no-store')
      c.header('Content-Security-Policy', framePolicy)
      c.header('Referrer-Policy', 'no-referrer')
      return c.html(message.html.replaceAll('<a ', '<a target="_blank" rel="noreferrer" '))
    })
    .openapi(route('GET /api/debug'), async (c) => {
      c.header('Cache-Control', 'no-store')
      if (services.config.emulator)
        return c.json(debugReport.parse(await createEmulatorReport(services)), 200)
      if (!(await services.auth.actorOf(c.req.raw))) throw new Problem('not_authenticated')
      return c.json(debugReport.parse({ mode: 'production', ...(await checkServices(services)) }), 200)
    })
}
