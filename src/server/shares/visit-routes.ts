import { createRoute, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { userAgentOf } from '#server/auth/user-agent.ts'
import { networkOf } from '#server/http/client-network.ts'
import { type AppEnv, answers, createRouter, jsonBody, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { openInput, shareCover, shareView } from '#shared/shares/view.ts'
import { coverOf, openLink, requireOpen, type Visit, type Visitor } from './visit-service.ts'
import { isProgram } from './visitor-service.ts'

export const tags = ['Shared with you']
const COOKIE = 'lanyard.visit'

// The same place as the owner's id: an address has one name for it in OpenAPI.
export const byToken = z.object({
  id: z.string().describe('The token of the link: 43 characters of base64url'),
})

const opened = {
  200: answers(shareView, 'What it shows, statuses as of now. A cookie lets this browser look again'),
}

const view = createRoute({
  method: 'get',
  path: '/{id}',
  tags,
  summary: 'Open a link: counts a view, for its owner too; preview programs are refused, HEAD counts nothing',
  request: { params: byToken },
  responses: { ...opened, ...problems(401, 403, 404, 410, 429) },
})

const open = createRoute({
  method: 'post',
  path: '/{id}',
  tags,
  summary: 'Open a link with its passcode; without one the same as GET',
  request: { params: byToken, body: takes(openInput) },
  responses: { ...opened, ...problems(400, 401, 403, 404, 410, 413, 415, 422, 429) },
})

const cover = createRoute({
  method: 'get',
  path: '/{id}/cover',
  tags,
  summary: 'What a link tells before it is opened; counts as no view',
  request: { params: byToken },
  responses: { 200: answers(shareCover, 'With a passcode it names nobody'), ...problems(404, 410, 429) },
})

/** `/api/share/{token}`: for whoever has the link, signed in or not. */
export function visitRoutes(services: Services) {
  const router = createRouter()
  // 429 before everything, and before a body is read.
  const counted: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await services.limits.consume('shareNetwork', networkOf(c.req.raw))
    await next()
  }
  // Asked whether it is there: nobody has seen anything.
  const onlyAsked: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (c.req.method !== 'HEAD') return next()
    await coverOf(services, visitorIn(c, c.req.param('id') ?? ''))
    return c.body(null, 200)
  }
  router.get('/:id', counted, onlyAsked)
  router.post('/:id', counted, jsonBody)
  router.get('/:id/cover', counted)

  return router
    .openapi(view, async (c) => {
      const visitor = visitorIn(c, c.req.valid('param').id)
      const { view: shown, visit } = await openLink(services, visitor, { passcode: null })
      if (visit) keepVisit(c, services, visitor.token, visit)
      return c.json(shown, 200)
    })
    .openapi(open, async (c) => {
      const visitor = visitorIn(c, c.req.valid('param').id)
      const { view: shown, visit } = await openLink(services, visitor, c.req.valid('json'))
      if (visit) keepVisit(c, services, visitor.token, visit)
      return c.json(shown, 200)
    })
    .openapi(cover, async (c) => {
      const told = await coverOf(services, visitorIn(c, c.req.valid('param').id))
      return c.json(told, 200)
    })
}

/** Files and pages of a live link are many and free; whoever tries tokens at their addresses is counted. */
export async function countingDead<T>(c: Context<AppEnv>, services: Services, work: Promise<T>): Promise<T> {
  return work.catch(async (error) => {
    const isDead = error instanceof Problem && (error.code === 'link_unknown' || error.code === 'link_ended')
    if (isDead) await services.limits.consume('shareNetwork', networkOf(c.req.raw))
    throw error
  })
}

export function visitorIn(c: Context<AppEnv>, token: string): Visitor {
  return {
    token,
    network: networkOf(c.req.raw),
    userAgent: userAgentOf(c.req.raw),
    secret: getCookie(c, COOKIE),
    isProgram: isProgram(c.req.raw.headers),
  }
}

/** For the page of the link and for its API, and for nothing else of ours. */
function keepVisit(
  c: Context<AppEnv>,
  services: Services,
  token: string,
  { secret, expiresAt }: Visit,
): void {
  const seconds = Math.floor((expiresAt.getTime() - services.clock.now().getTime()) / 1000)
  for (const path of [`/share/${token}`, `/api/share/${token}`]) {
    setCookie(c, COOKIE, secret, {
      path,
      maxAge: Math.max(1, seconds),
      httpOnly: true,
      sameSite: 'Lax',
      secure: services.config.publicUrl.startsWith('https:'),
    })
  }
}

/** The status of the page `/share/{token}`; rejects with anything but a dead link's or the limit's problem. */
export function sharePage(services: Services) {
  return async (c: Context<AppEnv>, token: string): Promise<200 | 404 | 410 | 429> => {
    try {
      await countingDead(c, services, requireOpen(services, visitorIn(c, token)))
      return 200
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
      const { status } = error
      if (status === 404 || status === 410 || status === 429) return status
      throw error
    }
  }
}
