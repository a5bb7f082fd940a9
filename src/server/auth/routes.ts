import { emailDoors } from './email-change-routes.ts'
import { linkDoors } from './email-link-routes.ts'
import type { Providers } from './oidc-providers.ts'
import { providerDoors } from './oidc-routes.ts'
import { passkeyDoors } from './passkey-routes.ts'
import { passwordDoors } from './password-routes.ts'
import { answer, retell } from './responses.ts'
import type { Door, Porch } from './route-context.ts'
import { factorDoors } from './two-factor-routes.ts'

/** The addresses of the identity service that are open, each with its limits, its shape and what follows. */
export function createDoors(porch: Porch, providers: Providers): Record<string, Door> {
  return {
    'GET /get-session': async (visit) => {
      // Better Auth would take the cookie of a half-open session away.
      if (visit.halfOpen) return answer(null)
      const told = visit.session && (await porch.tellSession(visit.session))
      // A cookie that opens nothing any more it takes away.
      return told ? answer(told) : retell((await porch.pass(visit, '/get-session')).response)
    },
    ...passwordDoors(porch),
    ...linkDoors(porch),
    ...emailDoors(porch),
    ...factorDoors(porch),
    ...passkeyDoors(porch),
    ...providerDoors(porch, providers),
  }
}
