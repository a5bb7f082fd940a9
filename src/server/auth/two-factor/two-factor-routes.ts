import type { Context } from 'hono'
import { authBody } from '#server/auth/auth-body.ts'
import { AuthProblem } from '#server/auth/auth-problem.ts'
import { setCookies, trackDevice } from '#server/auth/complete-sign-in.ts'
import { sessionCookie } from '#server/auth/cookies.ts'
import { limitByNetwork } from '#server/auth/limit-guards.ts'
import type { RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { takeBackAccount } from '#server/auth/recovery/take-back-service.ts'
import {
  requirePendingTwoFactor,
  requireReauthentication,
  requireSessionAndUser,
} from '#server/auth/require-session.ts'
import { consumeTwoFactorAttempt, type Session } from '#server/auth/sessions/session-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { twoFactorContract } from '#shared/auth/two-factor-contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { consumeTwoFactorTry } from './two-factor-limit.ts'
import {
  completeTwoFactorSignIn,
  replaceRecoveryCodes,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor-service.ts'
import { hasTwoFactor, isNearMiss, startTwoFactor } from './two-factor-store.ts'

const route = routesAt('/api/auth', twoFactorContract)

/** Two-factor authentication: the code at sign-in, turning it on and off, and recovery codes. */
export function twoFactorRoutes(services: Services, recoverySteps: RecoveryStep[]) {
  const { auth, clock, config, db } = services
  const recent = [requireSessionAndUser(services), requireReauthentication(services)] as const

  /** The cookie of a session that continues under another token. */
  const setSessionCookie = (c: Context, token: string, { kind }: Session) =>
    setCookies(c, [sessionCookie(config, auth.secret, token, kind)])

  return createRouter()
    .openapi(
      route('POST /api/auth/sign-in/second-factor', requirePendingTwoFactor(services), authBody),
      async (c) => {
        const { session, user } = c.var
        const refund = await consumeTwoFactorTry(services, c.req.raw, user)
        if (!(await consumeTwoFactorAttempt(db, session.id, clock.now()))) {
          throw new Problem('second_factor_over')
        }
        const code = c.req.valid('json')
        const token = await completeTwoFactorSignIn(services, session, user, code)
        if (token === null) {
          const wasJustRight = await isNearMiss(db, user.id, code, auth.secrets, clock.now())
          if (!wasJustRight) await auth.events.record(user.id, 'auth_second_factor_failed')
          throw new Problem('code_wrong')
        }
        await refund()
        setSessionCookie(c, token, session)
        await trackDevice(c, services, user.id, session.kind)
        return c.json({ status: true as const }, 200)
      },
    )
    .openapi(route('POST /api/auth/second-factor/start', ...recent), async (c) => {
      const started = await startTwoFactor(db, c.var.user, auth.secret, clock.now())
      if (!started) throw new Problem('second_factor_is_on')
      return c.json(started, 200)
    })
    .openapi(route('POST /api/auth/second-factor/confirm', ...recent, authBody), async (c) => {
      const { session, user } = c.var
      if (await hasTwoFactor(db, user.id)) throw new Problem('second_factor_is_on')
      const refund = await consumeTwoFactorTry(services, c.req.raw, user)
      const turnedOn = await turnOnTwoFactor(services, session, user, c.req.valid('json'))
      if (!turnedOn) throw new Problem('code_wrong')
      await refund()
      setSessionCookie(c, turnedOn.token, session)
      return c.json({ recoveryCodes: turnedOn.recoveryCodes }, 200)
    })
    .openapi(route('POST /api/auth/second-factor/recovery-codes', ...recent), async (c) => {
      const { session, user } = c.var
      return c.json({ recoveryCodes: await replaceRecoveryCodes(services, session, user) }, 200)
    })
    .openapi(route('POST /api/auth/second-factor/remove', ...recent), async (c) => {
      const { session, user } = c.var
      setSessionCookie(c, await turnOffTwoFactor(services, session, user), session)
      return c.json({ status: true as const }, 200)
    })
    .openapi(
      route('POST /api/auth/second-factor/revert', limitByNetwork(services, 'signInNetwork'), authBody),
      async (c) => {
        const { token } = c.req.valid('json')
        const recovered = await takeBackAccount(services, recoverySteps, 'revert-second-factor', token)
        if (recovered === null) throw new AuthProblem('INVALID_TOKEN')
        await c.var.refund()
        return c.json(recovered, 200)
      },
    )
}
