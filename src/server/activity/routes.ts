import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { contentDisposition, streamBody } from '#server/http/download.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { activityList } from '#shared/activity/activity.ts'
import { activityContract } from '#shared/activity/contract.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { listNamedActivity, writeActivity } from './service.ts'

const route = routesAt('/api/users/me/activity', activityContract)

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** `/api/users/me/activity`. No reauthentication: nothing in the log grants access. */
export function activityRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  return router
    .openapi(route('GET /api/users/me/activity'), async (c) => {
      const { owner, timeZone, sessionId } = c.var.actor
      const page = { ...c.req.valid('query'), timeZone }
      const { items, nextCursor } = await listNamedActivity(services, owner, page, requestTranslate(c))
      const marked = items.map((item) => ({ ...item, isCurrent: item.sessionId === sessionId }))
      return c.json(activityList.parse({ items: marked, nextCursor }), 200)
    })
    .openapi(route('GET /api/users/me/activity/export'), async (c) => {
      const { actor } = c.var
      const query = c.req.valid('query')
      const { format } = query
      const headers = {
        'Content-Type': types[format],
        'Content-Disposition': contentDisposition(
          'attachment',
          `lanyard-activity-${todayIn(clock.now(), actor.timeZone)}.${format}`,
        ),
      }
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      await audit(db, actor, clock.now(), 'auth_activity_exported', {
        resource: 'account',
        resourceId: actor.owner,
        metadata: { format },
      })
      return c.body(streamBody(c, writeActivity(services, actor, query, requestTranslate(c))), 200, headers)
    })
}
