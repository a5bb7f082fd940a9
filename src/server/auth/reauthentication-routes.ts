import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { reauthenticationContract } from '#shared/auth/two-factor-contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { findPasswordHash } from './account-store.ts'
import { authBody } from './auth-body.ts'
import { AuthProblem } from './auth-problem.ts'
import { setCookies } from './complete-sign-in.ts'
import { sessionCookie } from './cookies.ts'
import { consumeAndRecord } from './limit-guards.ts'
import { verifyPassword } from './password-hash.ts'
import { requireSessionAndUser } from './require-session.ts'
import { markReauthenticated, type Session } from './sessions/session-store.ts'
import { consumeTwoFactorTry } from './two-factor/two-factor-limit.ts'
import { consumeTwoFactorCode, hasTwoFactor } from './two-factor/two-factor-store.ts'

const route = routesAt('/api/auth', reauthenticationContract)

/** With two-factor authentication on, asks for one of its codes; otherwise for the password. */
export function reauthenticationRoutes(services: Services) {
  const { auth, clock, config, db, limits } = services

  /** Throws `INVALID_PASSWORD`. */
  async function checkPassword(
    { id: sessionId, userId }: Session,
    password: string | undefined,
  ): Promise<void> {
    const key = `session:${userId}`
    await consumeAndRecord(services, 'signInAccount', key, userId, 'password')
    const hash = password === undefined ? null : await findPasswordHash(db, userId)
    if (!hash || password === undefined || !(await verifyPassword({ hash, password }))) {
      await auth.events.record(userId, 'auth_password_refused', { sessionId })
      throw new AuthProblem('INVALID_PASSWORD')
    }
    await limits.reset('signInAccount', key)
  }

  return createRouter().openapi(
    route('POST /api/auth/reauthenticate', requireSessionAndUser(services), authBody),
    async (c) => {
      const { session, user } = c.var
      const { password, ...code } = c.req.valid('json')
      const isOn = await hasTwoFactor(db, user.id)
      if (isOn && password !== undefined) throw new Problem('second_factor_needed')
      const now = clock.now()
      if (isOn) {
        const refund = await consumeTwoFactorTry(services, c.req.raw, user)
        const isRight = await db.transaction((tx) =>
          consumeTwoFactorCode(tx, user.id, code, auth.secrets, now),
        )
        if (!isRight) throw new Problem('code_wrong')
        await refund()
      } else {
        await checkPassword(session, password)
      }
      const token = await markReauthenticated(db, session.id, now)
      setCookies(c, [sessionCookie(config, auth.secret, token, session.kind)])
      await auth.events.record(user.id, 'auth_proved_again', { sessionId: session.id })
      return c.json({ status: true as const }, 200)
    },
  )
}
