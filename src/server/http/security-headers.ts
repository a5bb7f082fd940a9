import type { MiddlewareHandler } from 'hono'
import { secureHeaders as honoSecureHeaders } from 'hono/secure-headers'
import type { Config } from '#server/kernel/config.ts'
import type { AppEnv } from './route.ts'
import { isLoopback } from './same-origin.ts'

const pageDirectives = {
  defaultSrc: ["'none'"],
  // pdf.js and Tesseract are WebAssembly in workers of our own origin; no script text is evaluated.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  frameSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  reportUri: '/api/csp-report',
}

/** The `Content-Security-Policy` of a page whose inlined styles have these hashes. */
export function pagePolicy(styleHashes: string[] = [], scriptHashes: string[] = []): string {
  const directives = {
    ...pageDirectives,
    scriptSrc: [...pageDirectives.scriptSrc, ...scriptHashes],
    styleSrc: [...pageDirectives.styleSrc, ...styleHashes],
  }
  return Object.entries(directives)
    .map(([name, sources]) => {
      const directive = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return `${directive} ${Array.isArray(sources) ? sources.join(' ') : sources}`
    })
    .join('; ')
}

/** The HSTS header, if browsers reach this installation by HTTPS. */
function transportSecurity({ publicUrl }: Pick<Config, 'publicUrl'>): string | false {
  return publicUrl.startsWith('https:') && !isLoopback(publicUrl)
    ? 'max-age=31536000; includeSubDomains'
    : false
}

/** Header lines for a refusal that is written to the socket before the app could answer a request. */
export function socketHeaders(config: Pick<Config, 'publicUrl'>): string[] {
  const hsts = transportSecurity(config)
  return [
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy: same-origin',
    'Referrer-Policy: no-referrer',
    'X-Content-Type-Options: nosniff',
    ...(hsts ? [`Strict-Transport-Security: ${hsts}`] : []),
  ]
}

/**
 * Types of responses that browsers do not show as documents. Headers that only documents need would be most of their
 * bytes.
 */
const partTypes = /^(application\/(problem\+)?json|text\/(javascript|css)|font\/|application\/wasm)/

/** A script may run as a worker. The policy of a worker is the policy of its own response. */
const partDirectives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  frameAncestors: ["'none'"],
}
const dataDirectives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }

/** Sets the headers of every response. A header that a route has set (file content, inlined landing page) stays. */
export function secureHeaders(config: Config): MiddlewareHandler<AppEnv> {
  const every = {
    overwrite: false,
    strictTransportSecurity: transportSecurity(config),
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
  const ofPart = { ...every, crossOriginOpenerPolicy: false, referrerPolicy: false }
  const onData = honoSecureHeaders({ ...ofPart, contentSecurityPolicy: dataDirectives })
  const onPart = honoSecureHeaders({ ...ofPart, contentSecurityPolicy: partDirectives })
  const onDocument = honoSecureHeaders({
    ...every,
    contentSecurityPolicy: pageDirectives,
    referrerPolicy: 'strict-origin-when-cross-origin',
    // Pages that open ours get no reference to its window. `same-origin` would also break the windows of providers that
    // we open.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    permissionsPolicy: {
      camera: false,
      microphone: false,
      geolocation: false,
      payment: false,
      usb: false,
      serial: false,
      midi: false,
      hid: false,
    },
  })
  return async (c, next) => {
    await next()
    const type = c.res.headers.get('content-type') ?? ''
    const set = !partTypes.test(type) ? onDocument : type.includes('json') ? onData : onPart
    await set(c, async () => {})
  }
}

/** Keeps secrets in page URLs out of `Referer` and search engines. Mount before `secureHeaders`. */
export const secretAddresses: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const isShare = /^\/(api\/)?share\//.test(c.req.path)
  const isActionLink = c.req.path === '/login' && c.req.query('oobCode')
  if (isShare || isActionLink) c.res.headers.set('Referrer-Policy', 'no-referrer')
  if (isShare) c.res.headers.set('X-Robots-Tag', 'noindex')
}
