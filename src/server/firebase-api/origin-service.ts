import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { idTokenOf } from '#server/auth/sessions/id-token.ts'
import { isLoopback, type TrustedRequest } from '#server/http/same-origin.ts'
import type { Config } from '#server/kernel/config.ts'

type OriginConfig = Pick<Config, 'publicUrl' | 'FIREBASE_ORIGINS' | 'emulator' | 'firebaseApi'>

const PREFLIGHT_SECONDS = 600

/** Our own, those that the operator lists, and in emulator mode every other on this machine. */
export function isAllowedOrigin(
  { publicUrl, FIREBASE_ORIGINS, emulator }: OriginConfig,
  origin: string,
): boolean {
  return origin === publicUrl || FIREBASE_ORIGINS.includes(origin) || (emulator && isLoopback(origin))
}

/** The host names that a client may be used on. */
export function authorizedDomains({ publicUrl, FIREBASE_ORIGINS, emulator }: OriginConfig): string[] {
  const hosts = [publicUrl, ...FIREBASE_ORIGINS].map((origin) => new URL(origin).hostname)
  return [...new Set([...hosts, ...(emulator ? ['localhost', '127.0.0.1'] : [])])]
}

/** Pages of allowed origins may read the answers. Without credentials: no cookie is ever sent or read. */
export function firebaseCors(config: OriginConfig): MiddlewareHandler {
  return cors({
    origin: (origin) => (isAllowedOrigin(config, origin) ? origin : null),
    exposeHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_SECONDS,
  })
}

/** The same for `/api/*`, where only a request with an ID token may come from another origin. */
export function bearerCors(config: OriginConfig): MiddlewareHandler {
  const allow = firebaseCors(config)
  return (c, next) => {
    const origin = c.req.header('origin')
    const isOther = origin !== undefined && origin !== config.publicUrl
    return isOther && (isPreflight(c) || idTokenOf(c.req.raw) !== null) ? allow(c, next) : next()
  }
}

/**
 * True for a request from an allowed origin that identifies its user by an ID token, which takes precedence over
 * cookies. Not below `/api/auth`, where only cookies count.
 */
export function isBearerRequest(config: OriginConfig): TrustedRequest {
  return (request, path) => {
    if (!config.firebaseApi || path.startsWith('/api/auth')) return false
    const origin = request.headers.get('origin')
    return origin !== null && isAllowedOrigin(config, origin) && idTokenOf(request) !== null
  }
}

function isPreflight(c: Context): boolean {
  const asked = c.req.header('access-control-request-headers') ?? ''
  return c.req.method === 'OPTIONS' && /\bauthorization\b/i.test(asked)
}
