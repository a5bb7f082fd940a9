import { audit } from '#server/audit/store.ts'
import { removeAccessCodes } from '#server/auth/action-code-store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { sessionContract } from '#shared/auth/sign-in-method-contract.ts'
import { endOtherSessions, endSession } from './session-list-store.ts'
import { openSessions } from './session-service.ts'

const route = routesAt('/api/users/me/sessions', sessionContract)

/** `/api/users/me/sessions`. */
export function sessionRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use('*', requireSession(services))

  /**
   * Takes effect at the next request, in every process: each request looks up its session in the database, or proves it
   * there.
   */
  const ending = <T>(actor: Actor, resourceId: string | null, end: (tx: typeof db) => Promise<T>) =>
    db.transaction(async (tx) => {
      const ended = await end(tx)
      await audit(tx, actor, clock.now(), 'auth_session_ended', { resource: 'session', resourceId })
      return ended
    })

  return router
    .openapi(route('GET /api/users/me/sessions'), async (c) =>
      c.json(await openSessions(services, c.var.actor), 200),
    )
    .openapi(route('DELETE /api/users/me/sessions'), async (c) => {
      const { actor } = c.var
      requireRecentAuthentication(actor, clock.now())
      const ended = await ending(actor, null, async (tx) => {
        await removeAccessCodes(tx, actor.owner)
        return endOtherSessions(tx, actor.owner, actor.sessionId)
      })
      return c.json({ ended }, 200)
    })
    .openapi(route('DELETE /api/users/me/sessions/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      if (id !== actor.sessionId) requireRecentAuthentication(actor, clock.now())
      await ending(actor, id, (tx) => endSession(tx, actor.owner, id))
      return c.body(null, 204)
    })
}
