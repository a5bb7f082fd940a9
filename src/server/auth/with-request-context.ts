import type { MiddlewareHandler } from 'hono'
import { networkOf } from '#server/http/client-network.ts'
import { authRequestContext } from './request-context.ts'
import { userAgentOf } from './user-agent.ts'

/** Audit records and emails of this request name its browser; no cache stores the answer. */
export const withRequestContext: MiddlewareHandler = (c, next) => {
  c.header('Cache-Control', 'no-store')
  const userAgent = userAgentOf(c.req.raw)
  const network = networkOf(c.req.raw)
  return authRequestContext.run({ path: '', userAgent, network, isMailLimitConsumed: false }, next)
}
