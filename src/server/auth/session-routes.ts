import { createRoute, z } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import { answers, createRouter, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { identityId, sessionList } from '#shared/auth/sign-in-methods.ts'
import { signedIn } from './require-session.ts'
import { endOtherSessions, endSession } from './session-list-store.ts'
import { openSessions } from './session-service.ts'

const showSessions = createRoute({
  method: 'get',
  path: '/',
  responses: { 200: answers(sessionList, 'Where the owner is signed in'), ...problems(401) },
})

const endOthers = createRoute({
  method: 'delete',
  path: '/',
  responses: {
    200: answers(z.object({ ended: z.number() }), 'How many others were ended'),
    ...problems(401),
  },
})

const endOne = createRoute({
  method: 'delete',
  path: '/{id}',
  request: { params: identityId },
  responses: { 204: { description: 'That session is over' }, ...problems(401, 403, 404, 422) },
})

/** `/api/users/me/sessions`: where the owner is signed in, and how to end that. */
export function sessionRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use('*', signedIn(services))

  /** Ended at the very next request, in every process: sessions are looked up each time. */
  const ending = <T>(actor: Actor, resourceId: string | null, end: (tx: typeof db) => Promise<T>) =>
    db.transaction(async (tx) => {
      const ended = await end(tx)
      await audit(tx, actor, clock.now(), 'auth_session_ended', { resource: 'session', resourceId })
      return ended
    })

  return router
    .openapi(showSessions, async (c) => c.json(await openSessions(services, c.var.actor), 200))
    .openapi(endOthers, async (c) => {
      const { actor } = c.var
      const ended = await ending(actor, null, (tx) => endOtherSessions(tx, actor.owner, actor.sessionId))
      return c.json({ ended }, 200)
    })
    .openapi(endOne, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await ending(actor, id, (tx) => endSession(tx, actor.owner, id))
      return c.body(null, 204)
    })
}
