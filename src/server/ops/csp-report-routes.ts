import { audit } from '#server/audit/store.ts'
import { networkOf } from '#server/http/client-network.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { readText, SHORT_BODY_BYTES } from '#server/http/request-body.ts'
import { createRouter } from '#server/http/route.ts'
import { createGatheredLog } from '#server/kernel/gathered-log.ts'
import { countSecurity } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import { cspReportContract } from '#shared/ops/contract.ts'

const route = routesAt('/api/csp-report', cspReportContract)

/** "Content-security violations are only logged": here to the log, and to the owner's audit log when signed in. */
export function cspReportRoutes(services: Services) {
  const record = createGatheredLog(services.log)
  return createRouter().openapi(route('POST /api/csp-report'), async (c) => {
    await services.limits.consume('cspReport', networkOf(c.req.raw))
    const text = (await readText(c, SHORT_BODY_BYTES)).slice(0, 10_000)
    const directive = /"(?:effective|violated)-directive"\s*:\s*"([a-z-]{1,40})/.exec(text)?.[1] ?? 'unknown'
    record({ directive }, 'csp_violation')
    countSecurity(services.log, 'csp_reports', { what: 'page' })
    const actor = await services.auth.actorOf(c.req.raw)
    if (actor) {
      await audit(services.db, actor, services.clock.now(), 'security_csp_violation', {
        resource: 'page',
        metadata: { directive },
      })
    }
    return c.body(null, 204)
  })
}
