import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/audit/store.ts'
import { countSecurity, type SecurityKind } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { networkOf } from './client-network.ts'
import type { AppEnv } from './route.ts'

/** Our own pages check the same rules before sending, so refused input came from another program. */
const kinds: Partial<Record<ProblemCode, SecurityKind>> = {
  foreign_origin: 'foreign_origin',
  invalid: 'input_refused',
  not_json: 'input_refused',
  json_expected: 'input_refused',
  bad_request: 'input_refused',
  too_large: 'input_refused',
}

/** The same refusal is recorded at most once in this time in an owner's log. */
const EVERY_MS = 60_000
const MAX_KNOWN = 10_000

type RefusalServices = Pick<Services, 'log' | 'db' | 'clock'>

/**
 * For the operator's alarms: logs refused origins, refused input and reached limits, grouped by route. For a signed-in
 * owner, refused input and reached limits also go into the audit log, one record a minute for each route.
 */
export function logRefusals(services: RefusalServices): MiddlewareHandler<AppEnv> {
  const { log, clock } = services
  const recordedAt = new Map<string, number>()
  const isFirst = (refusal: string): boolean => {
    const now = clock.now().getTime()
    const before = recordedAt.get(refusal)
    if (before !== undefined && now >= before && now - before < EVERY_MS) return false
    if (recordedAt.size >= MAX_KNOWN) recordedAt.clear()
    recordedAt.set(refusal, now)
    return true
  }
  return async (c, next) => {
    await next()
    if (!(c.error instanceof Problem)) return
    const what = `${c.req.method} ${c.req.routePath}`
    const kind = kindOf(c.error, c.req.path)
    if (kind !== undefined) countSecurity(log, kind, { what, network: networkOf(c.req.raw) })
    const action = actionOf(c.error)
    const actor: Actor | undefined = c.get('actor')
    if (!action || !actor || !isFirst(`${actor.owner} ${action} ${what}`)) return
    // The client gets the refusal even if recording it fails.
    await audit(services.db, actor, clock.now(), action, { resource: 'request', metadata: { what } }).catch(
      (err: unknown) => log.warn({ err }, 'a refusal was not recorded'),
    )
  }
}

/** The identity endpoints count their limits themselves. */
function kindOf({ code, status }: Problem, path: string): SecurityKind | undefined {
  return status === 429 && !path.startsWith('/api/auth/') ? 'limit_reached' : kinds[code]
}

function actionOf({ code, status }: Problem): AuditAction | null {
  if (status === 429) return 'security_rate_limit_exceeded'
  return kinds[code] === 'input_refused' ? 'security_invalid_input' : null
}
