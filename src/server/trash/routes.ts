import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '#server/auth/require-session.ts'
import { readSnapshot } from '#server/ceu/store.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { answers, createRouter, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { trashEmptied, trashPage, trashPlace, trashQuery } from '#shared/trash/trash.ts'
import { emptyTrash, listTrash, purgeOne } from './service.ts'

const list = createRoute({
  method: 'get',
  path: '/',
  summary: 'What I deleted and can still restore, where each thing lives: its own router restores it',
  request: { query: trashQuery },
  responses: { 200: answers(trashPage, 'One page'), ...problems(401, 422) },
})

const purge = createRoute({
  method: 'delete',
  path: '/{kind}/{id}',
  summary: 'Delete one thing of the trash for good, with its files',
  request: { params: trashPlace },
  responses: { 204: { description: 'Gone' }, ...problems(401, 403, 404, 422) },
})

const empty = createRoute({
  method: 'delete',
  path: '/',
  summary: 'Delete everything in the trash for good',
  responses: { 200: answers(trashEmptied, 'How many things that were'), ...problems(401) },
})

/** `/api/trash`. */
export function trashRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use(
    '*',
    signedIn(services),
    auditRefusals(services, 'license', 'certification', 'ceuCycle', 'ceuEntry'),
  )
  return router
    .openapi(list, async (c) => {
      const { owner } = c.var.actor
      const query = c.req.valid('query')
      return c.json(await readSnapshot(db, (tx) => listTrash(tx, owner, query, clock.now())), 200)
    })
    .openapi(purge, async (c) => {
      const { kind, id } = c.req.valid('param')
      await purgeOne(services, c.var.actor, kind, id)
      return c.body(null, 204)
    })
    .openapi(empty, async (c) => c.json({ deleted: await emptyTrash(services, c.var.actor) }, 200))
}
