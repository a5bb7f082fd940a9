import { setTimeout as delay } from 'node:timers/promises'
import { providerInput, providerSignInInput } from '#shared/auth/sign-in-methods.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { type Flow, keepFlow, type Providers, takeFlow } from './oidc-providers.ts'
import type { AuthRequestContext } from './request-context.ts'
import { answer } from './responses.ts'
import { type Door, kindOf, type Passed, type Porch, read, type Visit } from './route-context.ts'

const PROVIDER_MS = 15_000
const FORM_BYTES = 20_000

/** What a provider sends back; everything else is left behind. */
const returned = ['code', 'state', 'error', 'error_description', 'iss', 'user']

/** Sign in, link and prove oneself again at a provider that the operator set up. */
export function providerDoors(porch: Porch, providers: Providers): Record<string, Door> {
  const { parts, db, actions, pass, take, inAuthRequestContext, findById } = porch
  const { clock } = parts

  /** The address at the provider to send the browser to. */
  async function begin(visit: Visit, path: string, flow: Flow, more: object = {}): Promise<Response> {
    const service = await providers.serviceOf(flow.provider)
    const callbackURL = parts.config.publicUrl
    const body = { provider: flow.provider, callbackURL, disableRedirect: true, ...more }
    const { response } = await inTime(pass(visit, path, body, {}, service))
    if (!response.ok) throw new Problem('provider_failed')
    const { url } = (await response.json()) as { url: string }
    const state = new URL(url).searchParams.get('state')
    if (state === null) throw new Problem('provider_failed')
    await keepFlow(db, state, flow, clock.now())
    return answer({ url }, response)
  }

  async function finish(visit: Visit, flow: Flow, query: URLSearchParams): Promise<Response> {
    const { operation, provider, next, kind, userId } = flow
    if (userId !== null && visit.session?.userId !== userId) return home(flow, 'user_mismatch')
    const service = await providers.serviceOf(provider)
    const scene: Partial<AuthRequestContext> =
      operation === 'reauthenticate' && userId !== null ? { kind, onlyFor: userId } : { kind }
    const passed = await inTime(pass(visit, `/callback/${provider}?${query}`, undefined, scene, service))
    const failure = failureOf(passed)
    if (failure) return home(flow, failure)
    if (operation === 'link') return linked(visit, flow)
    if (!passed.scene.opened) return home(flow, 'provider_failed')
    const settled = await porch.settle(visit, passed)
    return passed.scene.opened.isHalfOpen
      ? redirect(`/login?mode=secondFactor&next=${encodeURIComponent(next)}`, settled)
      : redirect(next, settled)
  }

  async function linked(visit: Visit, flow: Flow): Promise<Response> {
    const person = flow.userId && (await findById(flow.userId))
    if (!person) return home(flow, 'not_authenticated')
    await inAuthRequestContext(visit, () =>
      db.transaction(async (tx) => {
        const sessionId = visit.session?.id ?? 'none'
        await actions.record(person.id, 'auth_account_linked', { sessionId, within: tx })
        await actions.sendWayInChanged(tx, person, 'account_linked')
      }),
    )
    return redirect(flow.next)
  }

  return {
    'GET /providers': async () => answer({ items: providers.list() }),

    'POST /sign-in/provider': async (visit) => {
      await take(visit, 'challenge', visit.network, null)
      const { provider, next, ...stay } = read(visit, providerSignInInput)
      const kind = kindOf(stay)
      const flow: Flow = { operation: 'signIn', provider, next, kind, userId: null }
      return begin(visit, '/sign-in/social', flow)
    },

    'POST /link-provider': async (visit) => {
      const { session } = await porch.requireProven(visit)
      const { kind, userId } = session
      return begin(visit, '/link-social', { operation: 'link', ...read(visit, providerInput), kind, userId })
    },

    'POST /reauthenticate/provider': async (visit) => {
      const { session } = await porch.requireOwner(visit)
      const { kind, userId } = session
      const flow: Flow = { operation: 'reauthenticate', ...read(visit, providerInput), kind, userId }
      return begin(visit, '/sign-in/social', flow, { additionalParams: { prompt: 'login', max_age: '0' } })
    },

    // The only GET that changes something: it is where OpenID Connect ends. The `state` ties it to this browser, and
    // works once.
    'GET /callback': async (visit) => {
      const query = onlyReturned(new URL(visit.request.url).searchParams)
      const flow = await takeFlow(db, query.get('state') ?? '', clock.now())
      if (!flow) return redirect('/login?problem=provider_failed')
      try {
        return await finish(visit, flow, query)
      } catch (error) {
        if (error instanceof Problem) return home(flow, error.code)
        throw error
      }
    },

    // `response_mode=form_post`, as Apple wants it. A form of another site carries no cookie of ours: it only sends the
    // browser on to the address above.
    'POST /callback': async ({ request }) => {
      const { pathname } = new URL(request.url)
      const text = await request.text()
      if (text.length > FORM_BYTES) throw new Problem('too_large')
      return redirect(`${pathname}?${onlyReturned(new URLSearchParams(text))}`)
    },
  }
}

/** Where a nurse reads what went wrong: where she began. */
function home({ operation, next }: Flow, problem: ProblemCode): Response {
  if (operation === 'signIn') return redirect(`/login?problem=${problem}&next=${encodeURIComponent(next)}`)
  const [path = '/', search = ''] = next.split('?')
  const query = new URLSearchParams(search)
  query.set('problem', problem)
  return redirect(`${path}?${query}`)
}

function redirect(location: string, from?: Response): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store' })
  for (const cookie of from?.headers.getSetCookie() ?? []) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** What Better Auth says with a redirect, or with a refusal. */
const failures: Record<string, ProblemCode> = {
  access_denied: 'provider_cancelled',
  user_cancelled_authorize: 'provider_cancelled',
  account_not_linked: 'account_exists',
  email_not_found: 'provider_email_unconfirmed',
  email_not_verified: 'provider_email_unconfirmed',
  unable_to_link_account: 'provider_email_unconfirmed',
  account_already_linked_to_different_user: 'already_linked',
  USER_MISMATCH: 'user_mismatch',
}

function failureOf({ response, scene }: Passed): ProblemCode | null {
  const location = response.headers.get('location')
  const error = location === null ? null : new URL(location, 'http://localhost').searchParams.get('error')
  if (error !== null) return failures[error] ?? 'provider_failed'
  if (scene.isMismatch) return 'user_mismatch'
  return location === null ? 'provider_failed' : null
}

function onlyReturned(given: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...given].filter(([name]) => returned.includes(name)))
}

/** Nobody waits for a provider for ever. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = delay(PROVIDER_MS, undefined, { ref: false }).then(() => {
    throw new Problem('provider_failed')
  })
  return Promise.race([work, late])
}
