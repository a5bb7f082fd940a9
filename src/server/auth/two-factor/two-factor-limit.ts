import type { AuthUser } from '#server/auth/account-events.ts'
import { consumeAndRecord } from '#server/auth/limit-guards.ts'
import type { Services } from '#server/services.ts'

/**
 * Consumes an attempt at a two-factor code. Attempts are counted by account, and separately for a browser that signed
 * in before. Returns the function that resets the attempts after the right code.
 */
export async function consumeTwoFactorTry(services: Services, request: Request, { id, email }: AuthUser) {
  const key = services.auth.devices.limitKeyOf(request, email) ?? id
  await consumeAndRecord(services, 'secondFactor', key, id, 'two_factor')
  return () => services.limits.reset('secondFactor', key)
}
