import { answer, retell } from './auth-answers.ts'
import { emailDoors } from './auth-email-doors.ts'
import { factorDoors } from './auth-factor-doors.ts'
import { linkDoors } from './auth-link-doors.ts'
import { passkeyDoors } from './auth-passkey-doors.ts'
import { passwordDoors } from './auth-password-doors.ts'
import type { Door, Porch } from './auth-porch.ts'
import { providerDoors } from './auth-provider-doors.ts'
import type { Providers } from './auth-providers.ts'

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
