import type { Services } from '#server/services.ts'
import type { AuthUser } from './account-events.ts'
import { consumeAndRecord } from './limit-guards.ts'

/**
 * Consumes a try of a two-factor code. Tries are counted by account, and separately for a browser that signed in before.
 * Returns the function that resets them after the right code.
 */
export async function consumeTwoFactorTry(services: Services, request: Request, { id, email }: AuthUser) {
  const key = services.auth.devices.limitKeyOf(request, email) ?? id
  await consumeAndRecord(services, 'secondFactor', key, email)
  return () => services.limits.reset('secondFactor', key)
}
