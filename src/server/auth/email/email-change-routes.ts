import { authBody } from '#server/auth/auth-body.ts'
import { AuthProblem } from '#server/auth/auth-problem.ts'
import { limitByNetwork } from '#server/auth/limit-guards.ts'
import type { RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { takeBackAccount } from '#server/auth/recovery/take-back-service.ts'
import { requireReauthentication, requireSessionAndUser } from '#server/auth/require-session.ts'
import { padResponseTime } from '#server/auth/response-time.ts'
import { lockLiveSession } from '#server/auth/sessions/session-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { findUserByEmail } from '#server/users/store.ts'
import { emailChangeContract } from '#shared/auth/email-contract.ts'
import { confirmEmailChange } from './email-change-service.ts'

const route = routesAt('/api/auth', emailChangeContract)

/** Changes the address of an account, and restores the old one. */
export function emailChangeRoutes(services: Services, recoverySteps: RecoveryStep[]) {
  const { auth, limits } = services

  return (
    createRouter()
      /**
       * Answers the same whether the new address has an account or not; only a free address gets an email. The present
       * address always gets one, so that a thief cannot do this unnoticed.
       */
      .openapi(
        route(
          'POST /api/auth/change-email',
          requireSessionAndUser(services),
          requireReauthentication(services),
          limitByNetwork(services, 'mailNetwork'),
          authBody,
        ),
        async (c) => {
          const { session, user } = c.var
          const { newEmail } = c.req.valid('json')
          await limits.consume('mailAddress', newEmail)
          // Each request is reported to the present address, whatever the new one is.
          await limits.consume('mailAddress', `change:${user.id}`)
          const startedAt = performance.now()
          await auth.events.sendEmailChangeAsked(user, newEmail)
          if (!(await findUserByEmail(services.db, newEmail)))
            await services.db.transaction(async (tx) => {
              await lockLiveSession(tx, session)
              await auth.events.sendEmailChange(tx, user, newEmail)
            })
          await auth.events.record(user.id, 'auth_email_change_requested')
          await padResponseTime(auth.padding.mail, startedAt)
          return c.json({ status: true as const }, 200)
        },
      )
      .openapi(
        route('POST /api/auth/verify-and-change-email', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const email = await confirmEmailChange(services, c.req.valid('json').token)
          if (email === null) throw new AuthProblem('INVALID_TOKEN')
          await c.var.refund()
          return c.json({ email }, 200)
        },
      )
      .openapi(
        route('POST /api/auth/recover-email', limitByNetwork(services, 'signInNetwork'), authBody),
        async (c) => {
          const { token } = c.req.valid('json')
          const recovered = await takeBackAccount(services, recoverySteps, 'recover-email', token)
          if (recovered === null) throw new AuthProblem('INVALID_TOKEN')
          await c.var.refund()
          return c.json(recovered, 200)
        },
      )
  )
}
