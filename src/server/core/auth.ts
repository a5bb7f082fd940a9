import { Problem } from '#shared/core/errors.ts'
import { type AuthParts, createActions } from './auth-actions.ts'
import { readBody } from './auth-body.ts'
import { createDevices } from './auth-devices.ts'
import { createDoors, type Visit } from './auth-doors.ts'
import { authSecret } from './auth-secret.ts'
import { AUTH_PATH, createService } from './auth-service.ts'
import {
  actorFrom,
  cookieName,
  isAlive,
  readSignedCookie,
  sessionFinder,
  touchSession,
  userAgentOf,
} from './auth-sessions.ts'
import { networkOf } from './network.ts'
import type { Actor } from './owner.ts'

export type Auth = {
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
  const doors = createDoors(parts, service, actions, createDevices(config, secret), secret)
  const findSession = sessionFinder(db)
  const cookie = cookieName(config, 'lanyard.session')

  const presentedBy = (request: Request) => readSignedCookie(request, cookie, secret)

  const aliveSession = async (token: string | null) => {
    const session = token === null ? null : await findSession(token)
    return session && isAlive(session, clock.now()) ? session : null
  }

  return {
    async handler(request) {
      const path = new URL(request.url).pathname.slice(AUTH_PATH.length)
      const door = doors[`${request.method} ${path}`]
      if (!door) throw new Problem(isOtherMethod(path) ? 'method_not_allowed' : 'page_not_found')
      const presentedToken = presentedBy(request)
      const visit: Visit = {
        request,
        network: networkOf(request),
        userAgent: userAgentOf(request),
        body: request.method === 'POST' ? await readBody(request) : null,
        presentedToken,
        session: await aliveSession(presentedToken),
      }
      return door(visit)
    },
    async actorOf(request) {
      const session = await aliveSession(presentedBy(request))
      if (!session) return null
      await touchSession(db, session, clock.now())
      return actorFrom(session, request)
    },
  }

  function isOtherMethod(path: string): boolean {
    return Object.keys(doors).some((door) => door.split(' ')[1] === path)
  }
}
