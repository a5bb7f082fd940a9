import { createRoute, z } from '@hono/zod-openapi'
import type { House } from '#server/core/house.ts'
import { answers, createRoom, problems } from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'
import { Problem } from '#shared/core/errors.ts'

const tags = ['Continuing education']
const none = z.object({ items: z.array(z.object({})).max(0) })

const cycles = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List my CE cycles; none can be added yet',
  responses: { 200: answers(none, 'Always empty'), ...problems(401) },
})

const entries = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List my CE entries; none can be added yet',
  responses: { 200: answers(none, 'Always empty'), ...problems(401) },
})

const entriesOfCycle = createRoute({
  method: 'get',
  path: '/cycle/{cycleId}',
  tags,
  summary: 'List the entries of one of my CE cycles; there are none yet',
  request: { params: z.object({ cycleId: z.string() }) },
  responses: problems(401, 404),
})

/** `/api/ceu-cycles`, a room without furniture: nothing can be put in yet. */
export function ceuCycleRoutes(house: House) {
  const room = createRoom()
  room.use('*', signedIn(house))
  return room.openapi(cycles, (c) => c.json({ items: [] }, 200))
}

/** `/api/ceu-entries`, likewise. */
export function ceuEntryRoutes(house: House) {
  const room = createRoom()
  room.use('*', signedIn(house))
  return room
    .openapi(entries, (c) => c.json({ items: [] }, 200))
    .openapi(entriesOfCycle, () => {
      throw new Problem('ceu_cycle_not_found')
    })
}
