import type { Services } from '#server/services.ts'
import { findUserByEmail, findUserById, type UserRow } from '#server/users/store.ts'
import type { RegistrationInput } from '#shared/auth/registration.ts'
import { hasPasswordHash, replacePassword } from './account-store.ts'
import { createResetToken, findCode, removeAccessCodes } from './action-code-store.ts'
import { requireAdmission } from './admission.ts'
import { AuthProblem, problemOf } from './auth-problem.ts'
import type { AuthResponse } from './better-auth-client.ts'
import { hashPassword } from './password-hash.ts'
import { requireStrongPassword } from './password-strength.ts'
import { requestRegistration, requireDetails } from './registration/registration-service.ts'
import type { AuthRequestContext } from './request-context.ts'
import { padResponseTime } from './response-time.ts'
import type { SessionKind } from './sessions/session-life.ts'
import {
  endSessionById,
  lockLiveSession,
  rotateTokenAndEndOthers,
  type Session,
} from './sessions/session-store.ts'

/** Throws `INVALID_EMAIL_OR_PASSWORD` after the same time, whether or not the address has an account. */
export async function signInWithPassword(
  services: Services,
  request: Request,
  { email, password }: { email: string; password: string },
  kind: SessionKind,
): Promise<AuthResponse> {
  const { auth, db } = services
  const startedAt = performance.now()
  const body = { email, password, rememberMe: kind === 'remembered' || kind === 'app' }
  const response = await auth.callBetterAuth(request, '/sign-in/email', { body, context: { kind } })
  if (!response.ok) {
    const problem = problemOf(response)
    const user = await findUserByEmail(db, email)
    const isOwned = user !== null && !auth.events.mustConfirm(user)
    if (isOwned && problem.status === 401) await auth.events.record(user.id, 'auth_login_failed')
    await padResponseTime(auth.padding.signIn, startedAt)
    throw problem
  }
  if (!(await isPasswordStillSet(services, response.context)))
    throw new AuthProblem('INVALID_EMAIL_OR_PASSWORD')
  return response
}

/**
 * Checking a password takes long. A sign-in must not leave a session if it began before a new password was set and
 * ended after it, so this function checks again once the session exists. Setting a password ends the sessions
 * afterward.
 */
async function isPasswordStillSet(
  { db }: Services,
  { createdSession, matchedHash }: AuthRequestContext,
): Promise<boolean> {
  if (!createdSession || matchedHash === undefined) return true
  if (await hasPasswordHash(db, createdSession.userId, matchedHash)) return true
  await endSessionById(db, createdSession.sessionId)
  return false
}

/**
 * Creates an account, and signs in. Returns `null` if the address must first be confirmed by mail, whether or not it
 * has an account.
 */
export async function registerWithPassword(
  services: Services,
  request: Request,
  { invitation, ...registration }: RegistrationInput,
  context: Partial<AuthRequestContext> = {},
): Promise<AuthResponse | null> {
  const { auth, config } = services
  await requireAdmission(services, { email: registration.email, invitation })
  const startedAt = performance.now()
  if (config.SMTP_URL !== undefined) {
    await requestRegistration(services, registration.email)
    await padResponseTime(auth.padding.signUp, startedAt)
    return null
  }
  const input = requireDetails(registration)
  const { email, password, name, firstName, lastName } = input
  await requireStrongPassword('password', password, email, name, firstName, lastName)
  const body = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
  return auth.callBetterAuth(request, '/sign-up/email', { body, context: { ...context, invitation } })
}

/** Mails a link to set another password. Resolves after the same time whether or not the address has an account. */
export async function requestPasswordReset(
  { auth }: Services,
  request: Request,
  email: string,
): Promise<void> {
  const startedAt = performance.now()
  const options = { body: { email }, context: { isMailLimitConsumed: true } }
  const response = await auth.callBetterAuth(request, '/request-password-reset', options)
  await padResponseTime(auth.padding.mail, startedAt)
  if (!response.ok) throw problemOf(response)
}

/** Sets the password with a mailed code. Throws `INVALID_TOKEN` or `PASSWORD_TOO_WEAK`. */
export async function resetPassword(
  { auth, clock, db }: Services,
  request: Request,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ user: UserRow; response: AuthResponse }> {
  const code = await findCode(db, 'reset-password', token, clock.now())
  const user = code && (await findUserById(db, code.userId))
  if (!user || auth.events.mustConfirm(user)) throw new AuthProblem('INVALID_TOKEN')
  await requireStrongPassword('newPassword', newPassword, user.email, user.name)
  const body = { token: await createResetToken(db, user.id, clock.now()), newPassword }
  const context = { mailedCode: { kind: 'reset-password', code: token } } as const
  const response = await auth.callBetterAuth(request, '/reset-password', { body, context })
  if (!response.ok) throw problemOf(response)
  return { user, response }
}

/**
 * Sets the password of someone who has just authenticated, without asking for the current one. Ends every other
 * session, revokes every mailed link that gives access, and changes this session's token.
 */
export async function setPassword(
  { auth, clock, db }: Services,
  session: Pick<Session, 'id' | 'userId'>,
  user: UserRow,
  newPassword: string,
): Promise<void> {
  await requireStrongPassword('newPassword', newPassword, user.email, user.name)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await lockLiveSession(tx, session)
    await replacePassword(tx, user.id, hash, clock.now())
    await removeAccessCodes(tx, user.id)
    await rotateTokenAndEndOthers(tx, session)
    await auth.events.record(user.id, 'auth_password_changed', { sessionId: session.id, tx })
  })
  await auth.events.sendPasswordChanged(user)
}
