import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { findUserById, type UserRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { requireRecentAuthentication } from './reauthentication.ts'
import { isStillProven, type SessionProof } from './sessions/session-proof-store.ts'
import type { Session } from './sessions/session-store.ts'
import { requireTokenActor } from './tokens/token-actor.ts'
import { accessTokenOf } from './tokens/token-text.ts'

/**
 * Mount it before anything that reads the body, so that 401 comes before 400 and 422. An access token passes where its
 * scope is enough.
 */
export function requireSession(services: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await requireActor(services, c)
    await next()
  }
}

async function requireActor(services: Services, c: Context<AppEnv>): Promise<Actor> {
  const token = accessTokenOf(c.req.raw)
  const actor =
    token === null ? await services.auth.actorOf(c.req.raw) : await requireTokenActor(services, c, token)
  if (!actor) throw new Problem('not_authenticated')
  c.set('actor', actor)
  c.header('Cache-Control', 'no-store')
  return actor
}

/** Who sent a request, before its session is looked up again. */
export type PresumedActor = {
  actor: Actor
  /** What the statement that stores has to check; `null` if the session was looked up for this request. */
  proof: SessionProof | null
  /** After a statement that checked the proof. */
  markProven(): void
  /** Before anything else is done for the actor: looks the session up. Rejects as `requireSession`. */
  confirm(): Promise<Actor>
  /**
   * What `work` reads for the actor, while a statement checks the proof. Where it does not hold, what was read is dropped and
   * read again for the actor of the session that was looked up: `work` must have no other effect.
   */
  read<T>(work: (actor: Actor) => Promise<T>): Promise<T>
}

const presumed = new WeakMap<Context, PresumedActor>()

/**
 * In place of `requireSession`, for requests of which `isPresumed` is true: they store by one statement, which checks
 * `presumedActorOf`, or read by its `read`. Only that is known of them, and no `c.var.actor`, until it is confirmed. What is
 * answered without a proof is replaced by 401 if the session has ended: 401 comes before 400 and 422 here, too.
 */
export function presumeSession(
  services: Services,
  isPresumed: (c: Context<AppEnv>) => boolean,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const found = isPresumed(c) ? services.auth.recentActorOf(c.req.raw) : null
    if (found === null) {
      const actor = await requireActor(services, c)
      const [confirm, read] = [async () => actor, <T>(work: (actor: Actor) => Promise<T>) => work(actor)]
      presumed.set(c, { actor, proof: null, markProven() {}, confirm, read })
      return next()
    }
    const { actor, proof } = found
    let isKnown = false
    const confirm = async () => {
      const confirmed = await requireActor(services, c)
      isKnown = true
      return confirmed
    }
    const markProven = () => {
      isKnown = true
    }
    const read = async <T>(work: (actor: Actor) => Promise<T>) => {
      const [proven, result] = await Promise.allSettled([
        isStillProven(services.db, actor.owner, proof),
        work(actor),
      ])
      if (proven.status === 'rejected') throw proven.reason
      if (!proven.value) return work(await confirm())
      markProven()
      c.set('actor', actor)
      if (result.status === 'rejected') throw result.reason
      return result.value
    }
    presumed.set(c, { actor, proof, markProven, confirm, read })
    c.header('Cache-Control', 'no-store')
    await next()
    // What the server failed at says nothing to a session that has ended, and would fail once more.
    if (!isKnown && c.res.status < 500) await confirm()
  }
}

/** For `presumeSession`: GET requests of these paths, whose routes answer what they `read`. */
export function reading(...paths: string[]) {
  return ({ req }: Context<AppEnv>) => req.method === 'GET' && paths.includes(req.path)
}

/** After `presumeSession`. */
export function presumedActorOf(c: Context): PresumedActor {
  const found = presumed.get(c)
  if (!found) throw new Error('No session was presumed for this request')
  return found
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
