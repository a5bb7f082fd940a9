import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { AuthResponse } from '#server/auth/better-auth-client.ts'
import type { Session } from '#server/auth/sessions/session-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { consumeFlow, type OidcFlow, saveFlow } from './oidc-flow-store.ts'

const PROVIDER_MS = 15_000

const providerUrl = z.object({ url: z.url() })

/** Starts a flow, and returns the provider's URL for the browser. */
export async function startFlow(
  { auth, clock, config, db }: Services,
  request: Request,
  path: string,
  flow: OidcFlow,
  more: object = {},
): Promise<{ url: string; cookies: string[] }> {
  const instance = await auth.providers.instanceFor(flow.provider)
  const callback = { callbackURL: config.publicUrl, disableRedirect: true }
  const body = { provider: flow.provider, ...callback, ...more }
  const response = await withDeadline(auth.callBetterAuth(request, path, { body, instance }))
  const answer = providerUrl.safeParse(response.body)
  if (!response.ok || !answer.success) throw new Problem('provider_failed')
  const { url } = answer.data
  const state = new URL(url).searchParams.get('state')
  if (state === null) throw new Problem('provider_failed')
  await saveFlow(db, state, { ...flow, startedAt: new Date().toISOString() }, clock.now())
  return { url, cookies: response.cookies }
}

/** The flow that belongs to a provider's `state`. It works once. */
export function takeFlow({ clock, db }: Services, state: string): Promise<OidcFlow | null> {
  return consumeFlow(db, state, clock.now())
}

/** Lets Better Auth check the provider's response. Throws the reason of a refusal. */
export async function finishFlow(
  { auth }: Services,
  request: Request,
  { operation, provider, kind, userId, startedAt }: OidcFlow,
  query: URLSearchParams,
  session: Session | null,
): Promise<AuthResponse> {
  const instance = await auth.providers.instanceFor(provider)
  const isReauthentication = operation === 'reauthenticate' && userId !== null
  const since = startedAt === undefined ? {} : { authenticatedSince: new Date(startedAt) }
  const context = {
    kind,
    ...(isReauthentication && { onlyForUserId: userId, ...since }),
    ...(operation === 'link' && session && { ownSession: session }),
  }
  const path = `/callback/${provider}?${query}`
  const response = await withDeadline(auth.callBetterAuth(request, path, { context, instance }))
  const failure = failureOf(response)
  if (failure) throw new Problem(failure)
  return response
}

/** Records that an account was linked, and emails its owner. */
export async function recordLinkedAccount({ auth, db }: Services, session: Session | null): Promise<void> {
  const user = session && (await findUserById(db, session.userId))
  if (!user) throw new Problem('not_authenticated')
  await db.transaction(async (tx) => {
    await auth.events.record(user.id, 'auth_account_linked', { sessionId: session?.id ?? null, tx })
    await auth.events.sendSignInMethodChanged(tx, user, 'account_linked')
  })
}

/** Better Auth's errors, in a redirect or a refusal. */
const failures = new Map<string, ProblemCode>([
  ['access_denied', 'provider_cancelled'],
  ['user_cancelled_authorize', 'provider_cancelled'],
  ['account_not_linked', 'account_exists'],
  ['email_not_found', 'provider_email_unconfirmed'],
  ['email_not_verified', 'provider_email_unconfirmed'],
  ['unable_to_link_account', 'provider_email_unconfirmed'],
  ['account_already_linked_to_different_user', 'already_linked'],
  ['USER_MISMATCH', 'user_mismatch'],
])

function failureOf({ location, context }: AuthResponse): ProblemCode | null {
  const error = location === null ? null : new URL(location, 'http://localhost').searchParams.get('error')
  if (error !== null) return failures.get(error) ?? 'provider_failed'
  if (context.isUserMismatch) return 'user_mismatch'
  return location === null ? 'provider_failed' : null
}

/** For a provider that never responds. */
export function withDeadline<T>(work: Promise<T>): Promise<T> {
  const deadline = delay(PROVIDER_MS, undefined, { ref: false }).then(() => {
    throw new Problem('provider_failed')
  })
  return Promise.race([work, deadline])
}
