import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { cookieName } from '#server/auth/cookies.ts'
import { userAgentOf } from '#server/auth/user-agent.ts'
import { networkOf } from '#server/http/client-network.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { chosenLanguage, requestLanguage } from '#server/http/request-language.ts'
import { type AppEnv, createRouter, jsonBody } from '#server/http/route.ts'
import type { SharePage } from '#server/http/static-site.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { visitorContract } from '#shared/shares/contract.ts'
import type { OpenInput, ShareView } from '#shared/shares/view.ts'
import { openShare, presentSummary, type SessionCookie } from './open-service.ts'
import {
  requireLiveShare,
  requireResourcesLeft,
  requireShareForPage,
  type Visitor,
} from './session-service.ts'

type SiteConfig = Pick<Config, 'publicUrl'>

const PREFIX = 'lanyard.visit-'
/** A browser sends every one of these cookies with every request, and all headers together may have 16 KB. */
const MAX_VISITS = 20

const route = routesAt('/api/share', visitorContract)

/** `/api/share/{token}`: for anyone with the link, signed in or not. */
export function visitorRoutes(services: Services) {
  const router = createRouter()
  // Before everything else, so that 429 comes before a body is read.
  const limited: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await services.limits.consume('shareNetwork', networkOf(c.req.raw))
    await next()
  }
  // HEAD checks that the share exists and must not open it.
  const answerHead: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (c.req.method !== 'HEAD') return next()
    await summarize(c, c.req.param('id') ?? '')
    return c.body(null, 200)
  }
  router.get('/:id', limited, answerHead)
  router.post('/:id', limited, jsonBody)
  router.get('/:id/cover', limited)

  async function summarize(c: Context<AppEnv>, token: string) {
    const session = await requireLiveShare(services, visitorOf(services, c, token))
    await requireResourcesLeft(services, session)
    return presentSummary(services, session)
  }

  async function open(c: Context<AppEnv>, token: string, input: OpenInput): Promise<ShareView> {
    const visitor = visitorOf(services, c, token)
    if (visitor.isScanner) throw new Problem('person_needed')
    const session = await requireLiveShare(services, visitor)
    const { view, cookie } = await openShare(services, session, input)
    if (cookie) setSessionCookie(c, services, token, cookie)
    return view
  }

  return router
    .openapi(route('GET /api/share/{id}'), async (c) => {
      return c.json(await open(c, c.req.valid('param').id, { passcode: null }), 200)
    })
    .openapi(route('POST /api/share/{id}'), async (c) => {
      return c.json(await open(c, c.req.valid('param').id, c.req.valid('json')), 200)
    })
    .openapi(route('GET /api/share/{id}/cover'), async (c) => {
      return c.json(await summarize(c, c.req.valid('param').id), 200)
    })
}

/** Requests to live shares are many and free; requests with a dead or guessed token count toward the network's limit. */
export async function limitDeadLinks<T>(
  c: Context<AppEnv>,
  services: Services,
  work: Promise<T>,
): Promise<T> {
  return work.catch(async (error) => {
    const isDead = error instanceof Problem && (error.code === 'link_unknown' || error.code === 'link_ended')
    if (isDead) await services.limits.consume('shareNetwork', networkOf(c.req.raw))
    throw error
  })
}

export function visitorOf({ config }: Services, c: Context<AppEnv>, token: string): Visitor {
  return {
    token,
    network: networkOf(c.req.raw),
    userAgent: userAgentOf(c.req.raw),
    secret: getCookie(c, visitCookieName(config, token)),
    isScanner: isLinkScanner(c.req.raw.headers),
    isProgram: isProgram(c.req.raw.headers),
    language: { chosen: chosenLanguage(c), asked: requestLanguage(c) },
  }
}

// User agents of programs that fetch links to preview or scan them. "CUBOT" is a phone.
const scanners = [
  /(?<!cu)bot\b/i,
  /crawler|spider|externalhit|facebookcatalog|meta-externalagent|urlpreview|linkpreview|url preview/i,
  /^WhatsApp\/|SkypeUriPreview|MicrosoftPreview|BingPreview|Google-(Safety|Read-Aloud|PageRenderer|InspectionTool)/i,
  /GoogleImageProxy|Slack-ImgProxy|YahooMailProxy|Embedly|Iframely|ms-office|MSOffice|Microsoft Office/i,
  /Proofpoint|Mimecast|Barracuda|FireEye|Forcepoint|Symantec|TrendMicro|Sophos|VirusTotal|urlscan|SafeLinks/i,
]

/** Whether the request comes from a known link scanner, or from a browser that prefetches the link. */
function isLinkScanner(headers: Headers): boolean {
  const purpose = `${headers.get('purpose') ?? ''} ${headers.get('sec-purpose') ?? ''}`
  if (/\b(prefetch|preview|prerender)\b/i.test(purpose)) return true
  const userAgent = headers.get('user-agent') ?? ''
  return scanners.some((pattern) => pattern.test(userAgent))
}

// Clients other than browsers. They may read what a link shows, but download nothing.
const programs =
  /^$|^(curl|wget|libcurl|python|go-http-client|java|okhttp|axios|node|undici|ruby|perl|php|httpie)\b/i

/** Whether the request comes from a program that no person is watching: a scanner, or a command such as curl. */
function isProgram(headers: Headers): boolean {
  return isLinkScanner(headers) || programs.test(headers.get('user-agent') ?? '')
}

/** One cookie per link, so that a browser may have several links open. The name reveals nothing about the token. */
function visitCookieName(config: SiteConfig, token: string): string {
  const digest = createHash('sha256').update(`visit:${token}`).digest('hex')
  return cookieName(config, `${PREFIX}${digest.slice(0, 12)}`)
}

/** `__Host-` requires the path `/`. */
function visitCookie(config: SiteConfig, name: string, secret: string, seconds: number): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${secret}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** The cookies to remove before `added` is set. Browsers send the oldest first. */
function surplusVisits(config: SiteConfig, sent: string[], added: string): string[] {
  const visits = sent.filter((name) => name.startsWith(cookieName(config, PREFIX)) && name !== added)
  return visits.slice(0, Math.max(0, visits.length - MAX_VISITS + 1))
}

function setSessionCookie(
  c: Context<AppEnv>,
  { config, clock }: Services,
  token: string,
  { secret, expiresAt }: SessionCookie,
): void {
  const seconds = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000)
  const name = visitCookieName(config, token)
  for (const old of surplusVisits(config, Object.keys(getCookie(c)), name)) {
    c.header('Set-Cookie', visitCookie(config, old, '', 0), { append: true })
  }
  c.header('Set-Cookie', visitCookie(config, name, secret, Math.max(1, seconds)), { append: true })
}

/**
 * The page `/share/{token}` with its summary, which a link scanner does not get. Rejects with any problem other than a
 * dead link or a reached limit.
 */
export function sharePageOf(services: Services) {
  return async (c: Context<AppEnv>, token: string): Promise<SharePage> => {
    const visitor = visitorOf(services, c, token)
    try {
      const session = await limitDeadLinks(c, services, requireShareForPage(services, visitor))
      const answers = visitor.isScanner
        ? {}
        : { [`/api/share/${token}/cover`]: await presentSummary(services, session) }
      return { status: 200, language: session.row.language, answers }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
      const { status } = error
      if (status === 404 || status === 410 || status === 429) return { status, language: null, answers: {} }
      throw error
    }
  }
}
