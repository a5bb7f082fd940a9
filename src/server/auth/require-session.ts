import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { findUserById, type UserRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { requireRecentAuthentication } from './reauthentication.ts'
import type { Session } from './sessions/session-store.ts'
import { requireTokenActor } from './tokens/token-actor.ts'
import { accessTokenOf } from './tokens/token-text.ts'

/**
 * Mount this guard before anything that reads the body, so that 401 comes before 400 and 422. An access token passes if
 * its scope is sufficient.
 */
export function requireSession(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = accessTokenOf(c.req.raw)
    const actor =
      token === null ? await services.auth.actorOf(c.req.raw) : await requireTokenActor(services, c, token)
    if (!actor) throw new Problem('not_authenticated')
    c.set('actor', actor)
    c.header('Cache-Control', 'no-store')
    await next()
  }
}

/** For programs alone: cookies do not count. */
export function requireAccessToken(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = accessTokenOf(c.req.raw)
    if (token === null) {
      c.header('WWW-Authenticate', 'Bearer')
      throw new Problem('not_authenticated')
    }
    c.set('actor', await requireTokenActor(services, c, token))
    c.header('Cache-Control', 'no-store')
    await next()
  }
}

export type SessionEnv = { Variables: { session: Session; user: UserRow } }

/** `requireSession` for the routes below `/api/auth`, which need the session and the user themselves. */
export function requireSessionAndUser({ auth, db }: Services): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const { session } = await auth.presentedSession(c.req.raw)
    const user = session && (await findUserById(db, session.userId))
    if (!session || !user) throw new Problem('not_authenticated')
    c.set('session', session)
    c.set('user', user)
    await next()
  }
}

/** After `requireSessionAndUser`: throws `reauthentication_needed` unless the user authenticated in the last ten minutes. */
export function requireReauthentication({ clock }: Services): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const { reauthenticatedAt, createdAt } = c.var.session
    requireRecentAuthentication({ authenticatedAt: reauthenticatedAt ?? createdAt }, clock.now())
    await next()
  }
}

/** Throws `second_factor_over` unless the session of the request waits for its two-factor code. */
export function requirePendingTwoFactor({ auth, db }: Services): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const { pending } = await auth.presentedSession(c.req.raw)
    const user = pending && (await findUserById(db, pending.userId))
    if (!pending || !user) throw new Problem('second_factor_over')
    c.set('session', pending)
    c.set('user', user)
    await next()
  }
}
