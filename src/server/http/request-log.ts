import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/kernel/config.ts'
import { type Logger, loggingAs } from '#server/kernel/log.ts'
import type { AppEnv } from './route.ts'

/**
 * Gives each request the id that its log lines carry. An id from our own proxy is used if it has 8 to 64 letters,
 * digits and dashes; otherwise a new one is created. Hono's own middleware also accepts shorter ids and `_` or `=`,
 * which our proxy never sends.
 */
export function requestId({ TRUSTED_PROXY }: Config): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const id = TRUSTED_PROXY && given && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : randomUUID()
    c.set('requestId', id)
    await loggingAs(id, next)
    c.res.headers.set('X-Request-Id', id)
  }
}

/**
 * Logs one debug line per request, with the route's pattern. The path is never logged, because it may contain a share
 * token.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('log', log)
    const started = performance.now()
    await next()
    const ms = Math.round(performance.now() - started)
    log.debug({ method: c.req.method, route: c.req.routePath, status: c.res.status, ms }, 'request')
  }
}
