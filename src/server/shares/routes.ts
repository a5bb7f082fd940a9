import { createRoute, z } from '@hono/zod-openapi'
import type { House } from '#server/core/house.ts'
import { answers, createRoom, problems } from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'
import { Problem } from '#shared/core/errors.ts'

const tags = ['Sharing']

const list = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List my shares; none can be made yet',
  responses: {
    200: answers(z.object({ items: z.array(z.object({})).max(0) }), 'Always empty'),
    ...problems(401),
  },
})

const view = createRoute({
  method: 'get',
  path: '/{token}',
  tags,
  summary: 'What a share shows to anyone who has its link; no link exists yet',
  request: { params: z.object({ token: z.string() }) },
  responses: problems(404),
})

/** `/api/share`: my list is mine alone, the view is open to everybody. */
export function shareRoutes(house: House) {
  const room = createRoom()
  room.use('/', signedIn(house))
  return room
    .openapi(list, (c) => c.json({ items: [] }, 200))
    .openapi(view, (c) => {
      c.header('Cache-Control', 'no-store')
      throw new Problem('page_not_found')
    })
}
