import { randomUUID } from 'node:crypto'
import { createRoute } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/audit/store.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { type AppEnv, createRouter } from './route.ts'

export const pagePolicy = [
  "default-src 'none'",
  // pdf.js and libheif are WebAssembly in workers of our own origin; nothing is evaluated as script text.
  "script-src 'self' 'wasm-unsafe-eval'",
  // The hash is of the one rule by which react-aria holds the page still under a dialog on an iPhone.
  "style-src 'self' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  'report-uri /api/csp-report',
].join('; ')

const closed = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi', 'hid']
const permissions = closed.map((feature) => `${feature}=()`).join(', ')

function isLoopback(publicUrl: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(publicUrl)
}

/** Headers of every answer; a room that has set one of its own (file content, inlined landing page) keeps it. */
export function secureHeaders(config: Config): MiddlewareHandler<AppEnv> {
  const hsts = config.publicUrl.startsWith('https:') && !isLoopback(config.publicUrl)
  const fixed: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Content-Security-Policy': pagePolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissions,
    'X-XSS-Protection': '0',
    ...(hsts ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(fixed))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    const isShare = /^\/(api\/)?share\//.test(c.req.path)
    const isSecret = isShare || (c.req.path === '/login' && c.req.query('oobCode'))
    if (isSecret) c.res.headers.set('Referrer-Policy', 'no-referrer')
    if (isShare) c.res.headers.set('X-Robots-Tag', 'noindex')
  }
}

/** A browser's reports, and the form that a provider sends: it only leads on to a GET (`auth-provider-doors.ts`). */
const isForAll = /^\/api\/(csp-report|auth\/callback\/[a-z0-9-]+)$/

/**
 * Refuses a write that another site caused: Fetch Metadata first, else Origin, else Referer. A client that sends none
 * of the three is no browser and carries no cookie that a site could borrow.
 */
export function sameOrigin(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const method = c.req.method
    if (method === 'GET' || method === 'HEAD' || isForAll.test(c.req.path)) return next()
    const site = c.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Problem('foreign_origin')
    const origin = c.req.header('origin') ?? originOf(c.req.header('referer'))
    if (origin !== undefined && !isOurs(services.config, origin, c.req.header('host')))
      throw new Problem('foreign_origin')
    await next()
  }
}

function originOf(referer: string | undefined): string | undefined {
  if (referer === undefined) return undefined
  try {
    return new URL(referer).origin
  } catch {
    return 'null'
  }
}

/** Our public address; on a loopback installation also any loopback name that reaches this very port. */
function isOurs(config: Config, origin: string, host: string | undefined): boolean {
  if (origin === config.publicUrl) return true
  return (
    isLoopback(config.publicUrl) && isLoopback(origin) && host !== undefined && origin === `http://${host}`
  )
}

/** The id by which a request is found in the log: our own proxy's, if it gave one, else a new one. */
export function requestIdOf({ TRUSTED_PROXY }: Config, given: string | undefined): string {
  return TRUSTED_PROXY && given && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : randomUUID()
}

/** One line a request, with the route's pattern and never the path: a path may hold a share token. */
export function requestLog(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = performance.now()
    await next()
    services.log.debug(
      {
        method: c.req.method,
        route: c.req.routePath,
        status: c.res.status,
        ms: Math.round(performance.now() - began),
      },
      'request',
    )
  }
}

/** A plain schema and not zod's: what a browser reports is read as text, whatever it is. */
const report: { schema: { type: 'object' } } = { schema: { type: 'object' } }

const takeReport = createRoute({
  method: 'post',
  path: '/',
  summary: 'What a browser kept a page from doing',
  request: { body: { content: { 'application/csp-report': report } } },
  responses: { 204: { description: 'Noted' } },
})

/** "Content-security violations are only logged": here to the log, and to the owner's audit when signed in. */
export function cspRoutes(services: Services) {
  return createRouter().openapi(takeReport, async (c) => {
    const text = (await c.req.text()).slice(0, 10_000)
    const directive = /"(?:effective|violated)-directive"\s*:\s*"([a-z-]{1,40})/.exec(text)?.[1] ?? 'unknown'
    services.log.warn({ directive }, 'csp_violation')
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
