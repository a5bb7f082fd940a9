import { networkOf } from '#server/http/client-network.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { answerProblem } from '#server/http/problem.ts'
import { createRouter } from '#server/http/route.ts'
import { countSecurity } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import { authEndpoints, endpointListContract } from '#shared/auth/endpoint-list-contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { AuthProblem, failureKind } from './auth-problem.ts'
import { emailChangeRoutes } from './email/email-change-routes.ts'
import { emailLinkRoutes } from './email/email-link-routes.ts'
import { oidcRoutes } from './oidc/oidc-routes.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { reauthenticationRoutes } from './reauthentication-routes.ts'
import type { RecoveryStep } from './recovery/recovery-service.ts'
import { withRequestContext } from './request-context.ts'
import { currentSessionRoutes } from './sessions/current-session-routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts'

const route = routesAt('/api/auth', endpointListContract)

/** `/api/auth`. `recoverySteps` remove the data of other features when an owner recovers an account. */
export function authRoutes(services: Services, recoverySteps: RecoveryStep[]) {
  const router = createRouter()
  router.use('*', withRequestContext)
  // Leaves out the request id: refusals must be identical to the byte, whether or not an address has an account.
  router.onError((error, c) => {
    const kind = error instanceof Problem ? failureKind(error) : undefined
    if (kind) countSecurity(services.log, kind, { what: c.req.path, network: networkOf(c.req.raw) })
    if (error instanceof AuthProblem) return answerProblem(c, error)
    throw error
  })

  const routes = router
    .openapi(route('GET /api/auth'), (c) => c.json(authEndpoints, 200))
    .route('/', currentSessionRoutes(services))
    .route('/', passwordRoutes(services))
    .route('/', emailLinkRoutes(services, recoverySteps))
    .route('/', emailChangeRoutes(services, recoverySteps))
    .route('/', twoFactorRoutes(services, recoverySteps))
    .route('/', reauthenticationRoutes(services))
    .route('/', passkeyRoutes(services))
    .route('/', oidcRoutes(services))

  for (const path of new Set(
    routes.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path),
  )) {
    routes.all(path, () => {
      throw new Problem('method_not_allowed')
    })
  }
  return routes
}
