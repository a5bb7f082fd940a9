import type { Context } from 'hono'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { twoFactorContract } from '#shared/auth/two-factor-contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { authBody } from './auth-body.ts'
import { AuthProblem } from './auth-problem.ts'
import { setCookies, trackDevice } from './complete-sign-in.ts'
import { sessionCookie } from './cookies.ts'
import { limitByNetwork } from './limit-guards.ts'
import { requirePendingTwoFactor, requireReauthentication, requireSession } from './require-session.ts'
import { consumeTwoFactorAttempt, type Session } from './session-store.ts'
import { consumeTwoFactorTry } from './two-factor-limit.ts'
import {
  completeTwoFactorSignIn,
  replaceRecoveryCodes,
  revertTwoFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor-service.ts'
import { hasTwoFactor, startTwoFactor } from './two-factor-store.ts'

const route = routesAt('/api/auth', twoFactorContract)

/** Two-factor authentication: at sign-in, on and off, and its recovery codes. */
export function twoFactorRoutes(services: Services) {
  const { auth, clock, config, db } = services
  const recent = [requireSession(services), requireReauthentication(services)] as const

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
        const token = await completeTwoFactorSignIn(services, session, user, c.req.valid('json'))
        if (token === null) {
          await auth.events.record(user.id, 'auth_second_factor_failed')
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
      const turnedOn = await turnOnTwoFactor(services, session, user, c.req.valid('json').code)
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
        const isReverted = await revertTwoFactor(services, c.req.valid('json').token)
        if (!isReverted) throw new AuthProblem('INVALID_TOKEN')
        await c.var.refund()
        return c.json({ status: true as const }, 200)
      },
    )
}
