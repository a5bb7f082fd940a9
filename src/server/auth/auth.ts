import { networkOf } from '#server/http/client-network.ts'
import type { Actor } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { type AuthParts, createActions } from './account-events.ts'
import { AUTH_PATH, createService } from './better-auth.ts'
import { readSignedCookie, sessionCookieName } from './cookies.ts'
import { createDevices } from './known-device-store.ts'
import { createProviders } from './oidc-providers.ts'
import { readBody } from './request-body.ts'
import { createPorch, type Visit } from './route-context.ts'
import { createDoors } from './routes.ts'
import { authSecret } from './secret.ts'
import { actorFrom, findSession, isAlive, touchSession, userAgentOf } from './session-store.ts'

const CALLBACK = '/callback'

export type Auth = {
  /** The doors that it has, as `POST /sign-in/email`. */
  doors: readonly string[]
  /** Answers everything below `/api/auth`; throws a `Problem` where our own catalogue speaks. */
  handler(request: Request): Promise<Response>
  /** Who is signed in, or `null`. Counts as use of the session. */
  actorOf(request: Request): Promise<Actor | null>
}

export function createAuth(parts: AuthParts): Auth {
  const { config, clock } = parts
  const { db } = parts.database
  const secret = authSecret(config)
  const actions = createActions(parts)
  const service = createService(parts, actions, secret)
  const porch = createPorch(parts, service, actions, createDevices(config, secret), secret)
  const doors = createDoors(porch, createProviders(parts, actions, secret))
  const cookie = sessionCookieName(config)

  const presentedBy = (request: Request) => readSignedCookie(request, cookie, secret)

  const findPresented = async (token: string | null) => (token === null ? null : findSession(db, token))

  return {
    doors: Object.keys(doors),
    async handler(request) {
      const path = doorOf(new URL(request.url).pathname.slice(AUTH_PATH.length))
      const door = doors[`${request.method} ${path}`]
      if (!door) throw new Problem(isOtherMethod(path) ? 'method_not_allowed' : 'page_not_found')
      const presentedToken = presentedBy(request)
      const presented = await findPresented(presentedToken)
      const now = clock.now()
      const visit: Visit = {
        request,
        network: networkOf(request),
        userAgent: userAgentOf(request),
        // A provider's form is none of our JSON.
        body: request.method === 'POST' && path !== CALLBACK ? await readBody(request) : null,
        presentedToken,
        session: presented && isAlive(presented, now) ? presented : null,
        halfOpen: presented?.isHalfOpen && now < presented.expiresAt ? presented : null,
      }
      return door(visit)
    },
    async actorOf(request) {
      const session = await findPresented(presentedBy(request))
      if (!session || !isAlive(session, clock.now())) return null
      await touchSession(db, session, clock.now())
      return actorFrom(session, request)
    },
  }

  function isOtherMethod(path: string): boolean {
    return Object.keys(doors).some((door) => door.split(' ')[1] === path)
  }
}

/** One door for all providers: which one it is, the flow knows. */
function doorOf(path: string): string {
  return /^\/callback\/[a-z0-9-]+$/.test(path) ? CALLBACK : path === CALLBACK ? '' : path
}
