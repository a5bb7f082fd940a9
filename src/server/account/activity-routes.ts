import { createRoute, z } from '@hono/zod-openapi'
import { audit } from '#server/core/audit.ts'
import { contentDisposition, streamBody } from '#server/core/download.ts'
import type { House } from '#server/core/house.ts'
import { answers, createRoom, problems } from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'
import {
  activityExportQuery,
  activityList,
  activityQuery,
  exportedActivity,
} from '#shared/account/activity.ts'
import { todayIn } from '#shared/core/dates.ts'
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
export function activityRoutes(house: House) {
  const { db, clock } = house
  const room = createRoom()
  room.use('*', signedIn(house))
  return room
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
      return c.body(streamBody(c, writeActivity(house, actor, query)), 200, headers)
    })
}
