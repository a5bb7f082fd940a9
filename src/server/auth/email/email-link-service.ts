import { createEmailVerificationToken } from 'better-auth/api'
import { consumeCode, createSignInToken, findCode } from '#server/auth/action-code-store.ts'
import { AuthProblem } from '#server/auth/auth-problem.ts'
import type { AuthResponse } from '#server/auth/better-auth-client.ts'
import type { AuthRequestContext } from '#server/auth/request-context.ts'
import { padResponseTime } from '#server/auth/response-time.ts'
import type { SessionKind } from '#server/auth/sessions/session-life.ts'
import type { Services } from '#server/services.ts'
import { findUserByEmail, findUserById, markEmailVerified, type UserRow } from '#server/users/store.ts'

const VERIFICATION_SECONDS = 60

/** Mails a link that signs in. Resolves after the same time whether or not the address has an account. */
export async function requestSignInLink({ auth, db }: Services, email: string): Promise<void> {
  const startedAt = performance.now()
  const user = await findUserByEmail(db, email)
  if (user) await auth.events.sendSignInLink(user)
  await padResponseTime(auth.padding.mail, startedAt)
}

/** The user of a mailed sign-in link that is still valid, without using it. Throws `INVALID_TOKEN`. */
export async function requireLinkUser({ auth, clock, db }: Services, token: string): Promise<UserRow> {
  const code = await findCode(db, 'sign-in', token, clock.now())
  const user = code && (await findUserById(db, code.userId))
  if (!user || auth.events.mustConfirm(user)) throw new AuthProblem('INVALID_TOKEN')
  return user
}

/** Signs in with a mailed link, and uses it up. */
export async function signInWithLink(
  services: Services,
  request: Request,
  { user, token, kind }: { user: UserRow; token: string; kind: SessionKind },
): Promise<AuthResponse> {
  // Better Auth removes the password of an unconfirmed account. Without a mail server, the password is the owner's and
  // must stay.
  if (!user.emailVerified) await markEmailVerified(services.db, user.id)
  const mailedCode = { kind: 'sign-in', code: token } as const
  return signInAs(services, request, user, { kind, mailedCode })
}

/** Call this function after using up a code that only this mailbox received, or with that code in the context. */
export async function signInAs(
  { auth, clock, db }: Services,
  request: Request,
  user: UserRow,
  context: Partial<AuthRequestContext>,
): Promise<AuthResponse> {
  const signInToken = await createSignInToken(db, user.email, clock.now())
  const path = `/magic-link/verify?token=${signInToken}`
  const response = await auth.callBetterAuth(request, path, { context })
  if (!response.context.createdSession) throw new AuthProblem('INVALID_TOKEN')
  return response
}

/**
 * Marks the address of an account as confirmed and uses up the code. For an installation without a mail server, where
 * the address was not confirmed before. Throws `INVALID_TOKEN`.
 */
export async function verifyAddress(
  { auth, clock, db }: Services,
  request: Request,
  token: string,
): Promise<AuthResponse> {
  const code = await findCode(db, 'verify-email', token, clock.now())
  const user = code && (await findUserById(db, code.userId))
  const consumed = user && (await consumeCode(db, 'verify-email', token, clock.now()))
  if (!user || !consumed) throw new AuthProblem('INVALID_TOKEN')
  const { secret } = auth
  const verification = await createEmailVerificationToken(secret, user.email, undefined, VERIFICATION_SECONDS)
  return auth.callBetterAuth(request, `/verify-email?token=${verification}`)
}
