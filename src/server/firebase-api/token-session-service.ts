import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'

/**
 * Who sent a request with `Authorization: Firebase <ID token>` (or `Bearer`), as a cookie would give it to the other
 * routes; `null` when the token is not valid or its session has ended. Cookies are not read, so that no page of another
 * site can use them.
 */
export function findTokenActor({ auth }: Pick<Services, 'auth'>, request: Request): Promise<Actor | null> {
  return auth.actorOfIdToken(request)
}
