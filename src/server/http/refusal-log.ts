import type { MiddlewareHandler } from 'hono'
import { countSecurity, type SecurityKind } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { networkOf } from './client-network.ts'
import type { AppEnv } from './route.ts'

/** Our own pages check the same rules before they send: what is refused was sent by something else. */
const kinds: Partial<Record<ProblemCode, SecurityKind>> = {
  foreign_origin: 'foreign_origin',
  invalid: 'input_refused',
  not_json: 'input_refused',
  json_expected: 'input_refused',
  bad_request: 'input_refused',
  too_large: 'input_refused',
}

/** For the operator's alarms: refused origins and input, gathered for each route. */
export function logRefusals({ log }: Pick<Services, 'log'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const kind = c.error instanceof Problem ? kinds[c.error.code] : undefined
    if (kind === undefined) return
    const what = `${c.req.method} ${c.req.routePath}`
    countSecurity(log, kind, { what, network: networkOf(c.req.raw) })
  }
}
