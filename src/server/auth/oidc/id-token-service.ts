import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { findLinkedUser } from '#server/auth/account-store.ts'
import type { AuthResponse } from '#server/auth/better-auth-client.ts'
import { cookieHeader } from '#server/auth/cookies.ts'
import type { AuthRequestContext } from '#server/auth/request-context.ts'
import { createHelperSession, endSessionById, type Session } from '#server/auth/sessions/session-store.ts'
import type { Services } from '#server/services.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { recordLinkedAccount, withDeadline } from './oidc-service.ts'

/** An ID token that an app got from a provider, and the nonce that the app chose for it. */
export type ProviderToken = { provider: string; token: string; nonce?: string | undefined }

/** Only the app that requested the token knows the nonce; some providers get only its hash. */
export function hasRightNonce({ token, nonce }: ProviderToken): boolean {
  const expected = claimsOf(token).nonce
  if (expected === undefined) return true
  if (nonce === undefined) return false
  return expected === nonce || expected === createHash('sha256').update(nonce).digest('hex')
}

/** The address in a token that has been verified. */
export function confirmedEmailOf({ token }: ProviderToken): string {
  return String(claimsOf(token).email).toLowerCase()
}

/**
 * Signs in with the token of a provider, like a browser that returns from the provider. With `isReauthentication`, only
 * the user to whom the account is linked can sign in, and nobody is registered. Throws the reason of a refusal.
 */
export async function signInWithProviderToken(
  services: Services,
  request: Request,
  given: ProviderToken,
  isReauthentication: boolean,
): Promise<AuthResponse> {
  const { provider, token } = given
  const only = isReauthentication ? await linkedUserOf(services, given) : undefined
  const context = { kind: 'app', provider, ...(only !== undefined && { onlyForUserId: only }) } as const
  return callProvider(services, request, '/sign-in/social', { provider, token }, context)
}

/** Links the account of the token to the user of the session. Throws the reason of a refusal. */
export async function linkProviderToken(
  services: Services,
  request: Request,
  given: ProviderToken,
  session: Session,
): Promise<void> {
  const { auth, config, clock, db } = services
  const helper = await createHelperSession(db, session, clock.now())
  try {
    const headers = new Headers(request.headers)
    headers.set('cookie', cookieHeader(config, auth.secret, helper.token))
    const asOwner = new Request(request.url, { headers })
    await callProvider(services, asOwner, '/link-social', given, { ownSession: session })
  } finally {
    await endSessionById(db, helper.id)
  }
  await recordLinkedAccount(services, session)
}

async function callProvider(
  { auth }: Services,
  request: Request,
  path: string,
  { provider, token }: ProviderToken,
  context: Partial<AuthRequestContext>,
): Promise<AuthResponse> {
  const instance = await auth.providers.instanceFor(provider)
  const nonce = claimsOf(token).nonce
  const idToken = { token, ...(typeof nonce === 'string' && { nonce }) }
  const body = { provider, idToken, callbackURL: '/' }
  const response = await withDeadline(auth.callBetterAuth(request, path, { body, instance, context }))
  if (response.context.isUserMismatch) throw new Problem('user_mismatch')
  if (!response.ok) throw new Problem(failureOf(response))
  return response
}

const failures: Record<string, ProblemCode> = {
  'account not linked': 'account_exists',
  EMAIL_NOT_VERIFIED: 'provider_email_unconfirmed',
  USER_EMAIL_NOT_FOUND: 'provider_email_unconfirmed',
  LINKING_NOT_ALLOWED: 'provider_email_unconfirmed',
  SOCIAL_ACCOUNT_ALREADY_LINKED: 'already_linked',
}

function failureOf({ body }: AuthResponse): ProblemCode {
  const code = body?.code === 'OAUTH_LINK_ERROR' ? String(body.message) : String(body?.code ?? '')
  return failures[code] ?? 'INVALID_TOKEN'
}

/** The token is not verified yet. The sign-in must end with the user that it names. */
async function linkedUserOf({ db }: Services, { provider, token }: ProviderToken): Promise<string> {
  return (await findLinkedUser(db, provider, String(claimsOf(token).sub))) ?? 'nobody'
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
