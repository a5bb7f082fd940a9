import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { findUserByEmail, findUserById } from '#server/users/store.ts'
import { done, registered, signedIn } from '#shared/auth/answers.ts'
import { MAX_LENGTH, MIN_LENGTH, MIN_SCORE } from '#shared/auth/password.ts'
import { passwordContract } from '#shared/auth/password-contract.ts'
import { hasPasswordHash } from './account-store.ts'
import { createResetToken, findCode, removeAccessCodes } from './action-code-store.ts'
import { requireAdmission } from './admission.ts'
import { authBody } from './auth-body.ts'
import { AuthProblem, problemOf } from './auth-problem.ts'
import { bodyOf, completeSignIn, setCookies } from './complete-sign-in.ts'
import { withLifetime } from './cookies.ts'
import { limitByNetwork, limitMail, limitPasswordChange, limitSignIn } from './limit-guards.ts'
import { requireStrongPassword } from './password-strength.ts'
import { requestRegistration, requireDetails } from './registration/registration-service.ts'
import type { AuthRequestContext } from './request-context.ts'
import { requireSessionAndUser } from './require-session.ts'
import { padResponseTime } from './response-time.ts'
import { sessionKindFor } from './sessions/session-life.ts'
import { endSessionById } from './sessions/session-store.ts'

const route = routesAt('/api/auth', passwordContract)

/** Signing in with a password, registering, and setting another password. */
export function passwordRoutes(services: Services) {
  const { auth, clock, config, db } = services
  const isVerificationRequired = config.SMTP_URL !== undefined

  /**
   * Checking a password takes long. A sign-in that began before a new password was set and ended after it must not
   * leave a session, so this looks again once the session exists. Whoever sets a password ends the sessions after it.
   */
  async function isPasswordStillSet({ createdSession, matchedHash }: AuthRequestContext): Promise<boolean> {
    if (!createdSession || matchedHash === undefined) return true
    if (await hasPasswordHash(db, createdSession.userId, matchedHash)) return true
    await endSessionById(db, createdSession.sessionId)
    return false
  }

  return createRouter()
    .openapi(route('GET /api/auth/password-policy'), (c) =>
      c.json({ minLength: MIN_LENGTH, maxLength: MAX_LENGTH, minScore: MIN_SCORE }, 200),
    )
    .openapi(route('POST /api/auth/sign-in/email', limitSignIn(services)), async (c) => {
      const { email, password, ...options } = c.req.valid('json')
      const kind = sessionKindFor(options)
      const startedAt = performance.now()
      const body = { email, password, rememberMe: kind === 'remembered' }
      const response = await auth.callBetterAuth(c.req.raw, '/sign-in/email', { body, context: { kind } })
      if (!response.ok) {
        const problem = problemOf(response)
        const user = await findUserByEmail(db, email)
        const isOwned = user !== null && !auth.events.mustConfirm(user)
        if (isOwned && problem.status === 401) await auth.events.record(user.id, 'auth_login_failed')
        await padResponseTime(auth.padding.signIn, startedAt)
        throw problem
      }
      if (!(await isPasswordStillSet(response.context))) throw new AuthProblem('INVALID_EMAIL_OR_PASSWORD')
      await c.var.refund()
      return c.json(signedIn.parse(await completeSignIn(c, services, response)), 200)
    })
    .openapi(
      route('POST /api/auth/sign-up/email', limitByNetwork(services, 'signUpNetwork'), authBody),
      async (c) => {
        const { invitation, ...registration } = c.req.valid('json')
        await requireAdmission(services, { email: registration.email, invitation })
        const startedAt = performance.now()
        if (isVerificationRequired) {
          await requestRegistration(services, registration.email)
          await padResponseTime(auth.padding.signUp, startedAt)
          // The same answer for an address that has an account.
          return c.json({ user: null, isVerificationRequired }, 200)
        }
        const input = requireDetails(registration)
        const { email, password, name, firstName, lastName } = input
        await requireStrongPassword('password', password, email, name, firstName, lastName)
        const body = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
        const context = { invitation }
        const response = await auth.callBetterAuth(c.req.raw, '/sign-up/email', { body, context })
        return c.json(registered.parse(await completeSignIn(c, services, response)), 200)
      },
    )
    .openapi(route('POST /api/auth/request-password-reset', limitMail(services)), async (c) => {
      const startedAt = performance.now()
      const options = { body: c.req.valid('json'), context: { isMailLimitConsumed: true } }
      const response = await auth.callBetterAuth(c.req.raw, '/request-password-reset', options)
      await padResponseTime(auth.padding.mail, startedAt)
      if (!response.ok) throw problemOf(response)
      return c.json({ status: true as const }, 200)
    })
    .openapi(
      route('POST /api/auth/reset-password', limitByNetwork(services, 'signInNetwork'), authBody),
      async (c) => {
        const { token, newPassword } = c.req.valid('json')
        const code = await findCode(db, 'reset-password', token, clock.now())
        const user = code && (await findUserById(db, code.userId))
        if (user && auth.events.mustConfirm(user)) throw new AuthProblem('INVALID_TOKEN')
        if (user) await requireStrongPassword('newPassword', newPassword, user.email, user.name)
        if (!user) throw new AuthProblem('INVALID_TOKEN')
        const body = { token: await createResetToken(db, user.id, clock.now()), newPassword }
        const context = { mailedCode: { kind: 'reset-password', code: token } } as const
        const response = await auth.callBetterAuth(c.req.raw, '/reset-password', { body, context })
        if (!response.ok) throw problemOf(response)
        await c.var.refund()
        setCookies(c, response.cookies)
        return c.json(done.parse(bodyOf(response)), 200)
      },
    )
    .openapi(
      route(
        'POST /api/auth/change-password',
        limitPasswordChange(services),
        requireSessionAndUser(services),
        authBody,
      ),
      async (c) => {
        const { session, user } = c.var
        const input = c.req.valid('json')
        await requireStrongPassword('newPassword', input.newPassword, user.email, user.name)
        const response = await auth.callBetterAuth(c.req.raw, '/change-password', {
          body: { ...input, revokeOtherSessions: true },
          context: { kind: session.kind, skipsTwoFactor: true },
        })
        if (!response.ok) throw problemOf(response)
        await c.var.refund()
        // Also the change of the address that a thief has asked for.
        await removeAccessCodes(db, user.id)
        const { sessionId = null } = response.context.createdSession ?? {}
        await auth.events.record(user.id, 'auth_password_changed', { sessionId })
        await auth.events.sendPasswordChanged(user)
        setCookies(
          c,
          response.cookies.map((line) => withLifetime(config, line, session.kind)),
        )
        return c.json(signedIn.parse(bodyOf(response)), 200)
      },
    )
}
