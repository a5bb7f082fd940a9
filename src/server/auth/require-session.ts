import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'

/** Mount it before anything that reads the body: signed out is told before malformed. */
export function signedIn(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const actor = await services.auth.actorOf(c.req.raw)
    if (!actor) throw new Problem('not_authenticated')
    c.set('actor', actor)
    c.header('Cache-Control', 'no-store')
    await next()
  }
}
