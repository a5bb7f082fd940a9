import { requireSession } from '#server/auth/require-session.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { trashContract } from '#shared/trash/contract.ts'
import { trashKind } from '#shared/trash/trash.ts'
import { emptyTrash, purgeOne } from './purge-service.ts'
import { listTrash } from './service.ts'

const route = routesAt('/api/trash', trashContract)

/** `/api/trash`. */
export function trashRoutes(services: Services) {
  const { db, clock, fieldCipher: cipher } = services
  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, ...trashKind.options))
  return router
    .openapi(route('GET /api/trash'), async (c) => {
      const { owner, timeZone } = c.var.actor
      const query = c.req.valid('query')
      const now = clock.now()
      const t = requestTranslate(c)
      const time = { now, today: todayIn(now, timeZone) }
      return c.json(await readSnapshot(db, (tx) => listTrash(tx, owner, query, time, { t, cipher })), 200)
    })
    .openapi(route('DELETE /api/trash/{kind}/{id}'), async (c) => {
      const { kind, id } = c.req.valid('param')
      await purgeOne(services, c.var.actor, kind, id)
      return c.body(null, 204)
    })
    .openapi(route('DELETE /api/trash'), async (c) =>
      c.json({ deleted: await emptyTrash(services, c.var.actor) }, 200),
    )
}
