import { createRoute, z } from '@hono/zod-openapi'
import type { House } from '#server/core/house.ts'
import { answers, createRoom, problems } from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'

const list = createRoute({
  method: 'get',
  path: '/',
  tags: ['Reminders'],
  summary: 'List my reminders; none are made yet',
  responses: {
    200: answers(z.object({ items: z.array(z.object({})).max(0) }), 'Always empty'),
    ...problems(401),
  },
})

/** `/api/reminders`: "the list is an empty placeholder". */
export function reminderRoutes(house: House) {
  const room = createRoom()
  room.use('*', signedIn(house))
  return room.openapi(list, (c) => c.json({ items: [] }, 200))
}
