import type { Context } from 'hono'
import { authBody } from '#server/auth/auth-body.ts'
import { applySession, setCookies } from '#server/auth/complete-sign-in.ts'
import { limitByNetwork } from '#server/auth/limit-guards.ts'
import { requireReauthentication, requireSessionAndUser } from '#server/auth/require-session.ts'
import { sessionKindFor } from '#server/auth/sessions/session-life.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { readText, SHORT_BODY_BYTES } from '#server/http/request-body.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { oidcContract } from '#shared/auth/oidc-contract.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import type { OidcFlow } from './oidc-flow-store.ts'
import { finishFlow, recordLinkedAccount, startFlow, takeFlow } from './oidc-service.ts'

/** The parameters that a provider may send back; everything else is discarded. */
const returnedNames = ['code', 'state', 'error', 'error_description', 'iss', 'user']

const route = routesAt('/api/auth', oidcContract)

/** Signing in, linking and reauthenticating at a provider that the operator set up. */
export function oidcRoutes(services: Services) {
  const { auth } = services

  async function start(c: Context, path: string, flow: OidcFlow, more?: object) {
    const { url, cookies } = await startFlow(services, c.req.raw, path, flow, more)
    setCookies(c, cookies)
    return { url }
  }

  /** Sets the cookies of the session. Returns the step that is still needed, if any. */
  async function finish(
    c: Context,
    flow: OidcFlow,
    query: URLSearchParams,
  ): Promise<'second_factor_needed' | null> {
    const { operation, userId } = flow
    const { session } = await auth.presentedSession(c.req.raw)
    if (userId !== null && session?.userId !== userId) throw new Problem('user_mismatch')
    const response = await finishFlow(services, c.req.raw, flow, query, session)
    if (operation === 'link') {
      await recordLinkedAccount(services, session)
      return null
    }
    const { createdSession } = response.context
    if (!createdSession) throw new Problem('provider_failed')
    await applySession(c, services, response, createdSession)
    return createdSession.isPendingTwoFactor ? 'second_factor_needed' : null
  }

  return (
    createRouter()
      .openapi(route('GET /api/auth/providers'), (c) => c.json({ items: auth.providers.list() }, 200))
      .openapi(
        route('POST /api/auth/sign-in/provider', limitByNetwork(services, 'challenge'), authBody),
        async (c) => {
          const { provider, next, popup, ...options } = c.req.valid('json')
          const kind = sessionKindFor(options)
          const flow: OidcFlow = { operation: 'signIn', provider, next, popup, kind, userId: null }
          return c.json(await start(c, '/sign-in/social', flow), 200)
        },
      )
      .openapi(
        route(
          'POST /api/auth/link-provider',
          requireSessionAndUser(services),
          requireReauthentication(services),
          authBody,
        ),
        async (c) => {
          const { kind, userId } = c.var.session
          const flow: OidcFlow = { operation: 'link', ...c.req.valid('json'), kind, userId }
          return c.json(await start(c, '/link-social', flow), 200)
        },
      )
      .openapi(
        route('POST /api/auth/reauthenticate/provider', requireSessionAndUser(services), authBody),
        async (c) => {
          const { kind, userId } = c.var.session
          const flow: OidcFlow = { operation: 'reauthenticate', ...c.req.valid('json'), kind, userId }
          const additionalParams = { prompt: 'login', max_age: '0' }
          return c.json(await start(c, '/sign-in/social', flow, { additionalParams }), 200)
        },
      )
      // The only GET that changes something, because OpenID Connect ends here. The `state` ties the request to this
      // browser and works once.
      .openapi(route('GET /api/auth/callback/{provider}'), async (c) => {
        requireProviderName(c.req.valid('param').provider)
        const query = onlyReturned(new URL(c.req.url).searchParams)
        const flow = await takeFlow(services, query.get('state') ?? '')
        // Another provider's response must not be redeemed at the provider of this flow.
        if (flow?.provider !== c.req.valid('param').provider)
          return c.body(null, 303, { Location: '/login?problem=provider_failed' })
        try {
          return c.body(null, 303, { Location: pageAfter(flow, await finish(c, flow, query)) })
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          return c.body(null, 303, { Location: pageAfter(flow, error.code) })
        }
      })
      // `response_mode=form_post`, as Apple requires. A form of another site carries no cookie of ours, so this route
      // only redirects the browser to the GET.
      .openapi(route('POST /api/auth/callback/{provider}'), async (c) => {
        requireProviderName(c.req.valid('param').provider)
        const text = await readText(c, SHORT_BODY_BYTES)
        const query = onlyReturned(new URLSearchParams(text))
        return c.body(null, 303, { Location: `${c.req.path}?${query}` })
      })
  )
}

/** The page after a flow. In a separate window, this page reports the result to its opener. */
function pageAfter(flow: OidcFlow, problem: ProblemCode | null): string {
  const { next, popup } = flow
  if (popup !== undefined)
    return `/login?${new URLSearchParams({ mode: 'providerWindow', oobCode: popup, next, ...(problem && { problem }) })}`
  if (problem === null) return next
  if (problem === 'second_factor_needed') return `/login?mode=secondFactor&next=${encodeURIComponent(next)}`
  return problemPage(flow, problem)
}

/** The page on which the flow started, with the problem. */
function problemPage({ operation, next }: OidcFlow, problem: ProblemCode): string {
  if (operation === 'signIn') return `/login?problem=${problem}&next=${encodeURIComponent(next)}`
  const [path = '/', search = ''] = next.split('?')
  const query = new URLSearchParams(search)
  query.set('problem', problem)
  return `${path}?${query}`
}

function onlyReturned(given: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...given].filter(([name]) => returnedNames.includes(name)))
}

function requireProviderName(name: string): void {
  if (!/^[a-z0-9-]+$/.test(name)) throw new Problem('page_not_found')
}
