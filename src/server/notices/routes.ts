import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { noticeContract } from '#shared/notices/contract.ts'
import type { Dismissal } from '#shared/notices/notice.ts'
import { createDismissal, type DismissalRow, listDismissals, removeDismissal } from './store.ts'

const route = routesAt('/api/notices', noticeContract)

/** `/api/notices`. */
export function noticeRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use('*', requireSession(services))

  return router
    .openapi(route('GET /api/notices/dismissals'), async (c) => {
      const rows = await listDismissals(db, c.var.actor.owner, clock.now())
      return c.json({ items: rows.map(presentDismissal) }, 200)
    })
    .openapi(route('PUT /api/notices/{notice}/dismissal'), async (c) => {
      const { notice } = c.req.valid('param')
      return c.json(presentDismissal(await createDismissal(db, c.var.actor.owner, notice, clock.now())), 200)
    })
    .openapi(route('DELETE /api/notices/{notice}/dismissal'), async (c) => {
      await removeDismissal(db, c.var.actor.owner, c.req.valid('param').notice)
      return c.body(null, 204)
    })
}

function presentDismissal({ notice, dismissedUntil }: DismissalRow): Dismissal {
  return { notice, dismissedUntil: dismissedUntil?.toISOString() ?? null }
}
