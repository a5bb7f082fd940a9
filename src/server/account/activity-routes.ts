import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import { signedIn } from '#server/auth/require-session.ts'
import { contentDisposition } from '#server/http/download.ts'
import { answers, createRouter, problems } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import {
  activityExportQuery,
  activityList,
  activityQuery,
  exportedActivity,
} from '#shared/account/activity.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { writeActivity } from './activity-service.ts'
import { listActivity } from './activity-store.ts'

const list = createRoute({
  method: 'get',
  path: '/',
  summary: 'What happened in my account, newest first',
  request: { query: activityQuery },
  responses: { 200: answers(activityList, 'One page'), ...problems(401, 422) },
})

const file = { schema: { type: 'string', format: 'binary' } } as const
const records = { schema: z.array(exportedActivity) }
const exportAll = createRoute({
  method: 'get',
  path: '/export',
  summary: 'The same as a file, all of it',
  request: { query: activityExportQuery },
  responses: {
    200: { description: 'The file', content: { 'text/csv': file, 'application/json': records } },
    ...problems(401, 422),
  },
})

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** `/api/users/me/activity`. No proof is asked for: nothing in it opens anything. */
export function activityRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use('*', signedIn(services))
  return router
    .openapi(list, async (c) => {
      const { owner, timeZone, sessionId } = c.var.actor
      const { items, nextCursor } = await listActivity(db, owner, { ...c.req.valid('query'), timeZone })
      const marked = items.map((item) => ({ ...item, isCurrent: item.sessionId === sessionId }))
      return c.json(activityList.parse({ items: marked, nextCursor }), 200)
    })
    .openapi(exportAll, async (c) => {
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
      return c.body(Readable.toWeb(writeActivity(services, actor, query)) as ReadableStream, 200, headers)
    })
}
