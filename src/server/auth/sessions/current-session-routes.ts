import { problemOf } from '#server/auth/auth-problem.ts'
import { presentSession, setCookies } from '#server/auth/complete-sign-in.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { currentSession } from '#shared/auth/answers.ts'
import { currentSessionContract } from '#shared/auth/current-session-contract.ts'
import { touchSession } from './session-store.ts'

const route = routesAt('/api/auth', currentSessionContract)

/** The current session, and signing out. */
export function currentSessionRoutes(services: Services) {
  const { auth, clock, db } = services

  return createRouter()
    .openapi(route('GET /api/auth/get-session'), async (c) => {
      const { session: found, pending, timedOut } = await auth.presentedUser(c.req.raw)
      // Better Auth would remove the cookie of a session that waits for its two-factor code, or that has timed out.
      if (pending || timedOut) return c.json(null, 200)
      if (found) {
        const { user, ...session } = found
        // Every screen requests this first, and Better Auth would look up the session a second time.
        await touchSession(db, session, clock.now())
        return c.json(currentSession.parse({ user, session: presentSession(session) }), 200)
      }
      // Better Auth removes a cookie that is no longer valid.
      const response = await auth.callBetterAuth(c.req.raw, '/get-session')
      if (!response.ok) throw problemOf(response)
      setCookies(c, response.cookies)
      return c.json(null, 200)
    })
    .openapi(route('GET /api/auth/ended-session'), async (c) => {
      const { session, timedOut } = await auth.presentedSession(c.req.raw)
      c.header('Cache-Control', 'no-store')
      return c.json({ session: session ? 'open' : timedOut ? 'timed_out' : 'none' } as const, 200)
    })
    .openapi(route('POST /api/auth/sign-out'), async (c) => {
      const { session } = await auth.presentedSession(c.req.raw)
      const response = await auth.callBetterAuth(c.req.raw, '/sign-out', { body: {} })
      if (!response.ok) throw problemOf(response)
      if (session) await auth.events.record(session.userId, 'auth_logout', { sessionId: session.id })
      setCookies(c, response.cookies)
      c.header('Clear-Site-Data', '"cache", "storage"')
      return c.json({ success: true }, 200)
    })
}
