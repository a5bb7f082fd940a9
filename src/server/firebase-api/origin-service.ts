import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { idTokenOf } from '#server/auth/sessions/id-token.ts'
import { isLoopback, type TrustedRequest } from '#server/http/same-origin.ts'
import type { Config } from '#server/kernel/config.ts'

type OriginConfig = Pick<Config, 'publicUrl' | 'FIREBASE_ORIGINS' | 'emulator' | 'firebaseApi'>

const PREFLIGHT_SECONDS = 600

/** Our own origin, the origins that the operator lists, and in emulator mode every other origin on this machine. */
export function isAllowedOrigin(
  { publicUrl, FIREBASE_ORIGINS, emulator }: OriginConfig,
  origin: string,
): boolean {
  return origin === publicUrl || FIREBASE_ORIGINS.includes(origin) || (emulator && isLoopback(origin))
}

/** The host names on which a client may be used. */
export function authorizedDomains({ publicUrl, FIREBASE_ORIGINS, emulator }: OriginConfig): string[] {
  const hosts = [publicUrl, ...FIREBASE_ORIGINS].map((origin) => new URL(origin).hostname)
  return [...new Set([...hosts, ...(emulator ? ['localhost', '127.0.0.1'] : [])])]
}

/** Lets pages of allowed origins read the responses. Without credentials: no cookie is ever sent or read. */
export function firebaseCors(config: OriginConfig): MiddlewareHandler {
  return cors({
    origin: (origin) => (isAllowedOrigin(config, origin) ? origin : null),
    exposeHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_SECONDS,
  })
}

/** The same for `/api/*`, where a request from another origin needs an ID token. */
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
 * cookies. False below `/api/auth`, where only cookies count.
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
