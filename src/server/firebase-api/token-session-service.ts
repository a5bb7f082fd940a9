import type { TokenSession } from '#server/auth/auth.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { touchSession } from '#server/auth/sessions/session-store.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { findUserById, type UserRow } from '#server/users/store.ts'
import { FirebaseError } from './error-service.ts'

/** The user who sent an ID token in a body. */
export type TokenUser = TokenSession & { user: UserRow }

/**
 * The actor of a request with `Authorization: Firebase <ID token>` (or `Bearer`), in the form that a cookie gives the
 * other routes. `null` if the token is not valid or its session has ended. Cookies are not read, so that no page of
 * another site can use them.
 */
export function findTokenActor({ auth }: Pick<Services, 'auth'>, request: Request): Promise<Actor | null> {
  return auth.actorOfIdToken(request)
}

/**
 * The user of an ID token in a body. Counts as use of the session. Throws `INVALID_ID_TOKEN`, or `TOKEN_EXPIRED` if the
 * session has ended. The client then signs out.
 */
export async function requireTokenUser({ auth, clock, db }: Services, idToken: string): Promise<TokenUser> {
  const found = await auth.sessionOfIdToken(idToken)
  if (found === 'invalid') throw new FirebaseError('INVALID_ID_TOKEN')
  const user = typeof found === 'string' ? null : await findUserById(db, found.session.userId)
  if (typeof found === 'string' || !user) throw new FirebaseError('TOKEN_EXPIRED')
  await touchSession(db, found.session, clock.now())
  return { ...found, user }
}

/** For changes that could take over an account. Throws `reauthentication_needed`. */
export async function requireRecentTokenUser(services: Services, idToken: string): Promise<TokenUser> {
  return requireRecent(services, await requireTokenUser(services, idToken))
}

export function requireRecent({ clock }: Pick<Services, 'clock'>, current: TokenUser): TokenUser {
  const { reauthenticatedAt, createdAt } = current.session
  requireRecentAuthentication({ authenticatedAt: reauthenticatedAt ?? createdAt }, clock.now())
  return current
}
