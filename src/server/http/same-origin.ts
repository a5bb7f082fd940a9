import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/kernel/config.ts'
import { Problem } from '#shared/http/errors.ts'
import type { AppEnv } from './route.ts'

/**
 * Browser reports, and the form from an identity provider. That form only redirects to a GET
 * (`auth/oidc/oidc-routes.ts`).
 */
const crossOriginPaths = /^\/api\/(csp-report|auth\/callback\/[a-z0-9-]+)$/

export function isLoopback(publicUrl: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(publicUrl)
}

/**
 * True for a request that no page could send with someone's cookies, for example one that identifies its user by a
 * token. `path` is decoded, as routes see it.
 */
export type TrustedRequest = (request: Request, path: string) => boolean

/**
 * Refuses a write that another site caused (`foreign_origin`, 403). Checks Fetch Metadata, otherwise Origin, otherwise
 * Referer. A client that sends none of the three is not a browser, and has no cookie that another site could use.
 */
export function sameOrigin(config: Config, isTrusted?: TrustedRequest): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const method = c.req.method
    if (method === 'GET' || method === 'HEAD' || crossOriginPaths.test(c.req.path)) return next()
    if (isTrusted?.(c.req.raw, c.req.path)) return next()
    const site = c.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Problem('foreign_origin')
    const origin = c.req.header('origin') ?? originOf(c.req.header('referer'))
    if (origin !== undefined && !isOurs(config, origin, c.req.header('host')))
      throw new Problem('foreign_origin')
    await next()
  }
}

function originOf(referer: string | undefined): string | undefined {
  if (referer === undefined) return undefined
  return URL.canParse(referer) ? new URL(referer).origin : 'null'
}

/**
 * Whether the origin is our public address. A loopback installation also accepts any loopback name with the same port.
 */
function isOurs(config: Config, origin: string, host: string | undefined): boolean {
  if (origin === config.publicUrl) return true
  return (
    isLoopback(config.publicUrl) && isLoopback(origin) && host !== undefined && origin === `http://${host}`
  )
}
