import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { done, registered, signedIn } from '#shared/auth/answers.ts'
import { MAX_LENGTH, MIN_LENGTH, MIN_SCORE } from '#shared/auth/password.ts'
import { passwordContract } from '#shared/auth/password-contract.ts'
import { removeAccessCodes } from './action-code-store.ts'
import { authBody } from './auth-body.ts'
import { problemOf } from './auth-problem.ts'
import { bodyOf, completeSignIn, setCookies } from './complete-sign-in.ts'
import { withLifetime } from './cookies.ts'
import { limitByNetwork, limitMail, limitPasswordChange, limitSignIn } from './limit-guards.ts'
import {
  registerWithPassword,
  requestPasswordReset,
  resetPassword,
  signInWithPassword,
} from './password-service.ts'
import { requireStrongPassword } from './password-strength.ts'
import { requireSessionAndUser } from './require-session.ts'
import { sessionKindFor } from './sessions/session-life.ts'
import { endGrants } from './tokens/token-store.ts'

const route = routesAt('/api/auth', passwordContract)

/** Signing in with a password, registering, and setting another password. */
export function passwordRoutes(services: Services) {
  const { auth, config, db } = services

  return createRouter()
    .openapi(route('GET /api/auth/password-policy'), (c) =>
      c.json({ minLength: MIN_LENGTH, maxLength: MAX_LENGTH, minScore: MIN_SCORE }, 200),
    )
    .openapi(route('POST /api/auth/sign-in/email', limitSignIn(services)), async (c) => {
      const { email, password, ...options } = c.req.valid('json')
      const kind = sessionKindFor(options)
      const response = await signInWithPassword(services, c.req.raw, { email, password }, kind)
      await c.var.refund()
      return c.json(signedIn.parse(await completeSignIn(c, services, response)), 200)
    })
    .openapi(
      route('POST /api/auth/sign-up/email', limitByNetwork(services, 'signUpNetwork'), authBody),
      async (c) => {
        const response = await registerWithPassword(services, c.req.raw, c.req.valid('json'))
        // The response is the same for an address that has an account.
        if (response === null) return c.json({ user: null, isVerificationRequired: true }, 200)
        return c.json(registered.parse(await completeSignIn(c, services, response)), 200)
      },
    )
    .openapi(route('POST /api/auth/request-password-reset', limitMail(services)), async (c) => {
      await requestPasswordReset(services, c.req.raw, c.req.valid('json').email)
      return c.json({ status: true as const }, 200)
    })
    .openapi(
      route('POST /api/auth/reset-password', limitByNetwork(services, 'signInNetwork'), authBody),
      async (c) => {
        const { response } = await resetPassword(services, c.req.raw, c.req.valid('json'))
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
        if (!response.ok) {
          const problem = problemOf(response)
          if (problem.code === 'INVALID_PASSWORD')
            await auth.events.record(user.id, 'auth_password_refused', { sessionId: session.id })
          throw problem
        }
        await c.var.refund()
        // Also revokes an address change that a thief has requested.
        await removeAccessCodes(db, user.id)
        await endGrants(db, user.id)
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
