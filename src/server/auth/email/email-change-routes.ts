import { authBody } from '#server/auth/auth-body.ts'
import { AuthProblem } from '#server/auth/auth-problem.ts'
import { limitByNetwork } from '#server/auth/limit-guards.ts'
import type { RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { takeBackAccount } from '#server/auth/recovery/take-back-service.ts'
import { requireReauthentication, requireSessionAndUser } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { emailChangeContract } from '#shared/auth/email-contract.ts'
import { confirmEmailChange, requestEmailChange } from './email-change-service.ts'

const route = routesAt('/api/auth', emailChangeContract)

/** Changes the address of an account, and restores the old one. */
export function emailChangeRoutes(services: Services, recoverySteps: RecoveryStep[]) {
  return createRouter()
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
        await requestEmailChange(services, session, user, newEmail)
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
}
