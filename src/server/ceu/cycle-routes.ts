import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '#server/auth/require-session.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { answers, createRouter, jsonBody, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import {
  ceuCycle,
  ceuCycleInput,
  ceuCycleItems,
  ceuCyclePatch,
  ceuCycleQuery,
  cycleProposals,
  cycleRemoval,
} from '#shared/ceu/cycle.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import {
  acceptRule,
  createCycle,
  orFailTo,
  presentCycle,
  previewRemoval,
  removeCycle,
  restoreCycle,
  updateCycle,
} from './cycle-service.ts'
import { listCycles, requireCycle } from './cycle-store.ts'
import { listProposals } from './proposal-service.ts'
import {
  byId,
  created,
  deleted,
  location,
  ofChange,
  ofOne,
  onceOnly,
  recorder,
  removed,
  restored,
  tags,
  updated,
} from './routes.ts'
import { readAtOnce } from './store.ts'

const cycles = {
  list: createRoute({
    method: 'get',
    path: '/',
    tags,
    summary: 'List my CE cycles, newest start first',
    request: { query: ceuCycleQuery },
    responses: { 200: answers(ceuCycleItems, 'All of them'), ...problems(401, 422) },
  }),
  create: createRoute({
    method: 'post',
    path: '/',
    tags,
    summary: 'Add a CE cycle',
    request: { headers: onceOnly, body: takes(ceuCycleInput) },
    responses: { 201: { ...answers(ceuCycle, 'Added'), headers: location }, ...ofChange },
  }),
  proposals: createRoute({
    method: 'get',
    path: '/proposals',
    tags,
    summary: 'What the next CE cycle of each license and certification could be',
    responses: { 200: answers(cycleProposals, 'Soonest expiry first'), ...problems(401) },
  }),
  get: createRoute({
    method: 'get',
    path: '/{id}',
    tags,
    summary: 'One CE cycle',
    request: { params: byId },
    responses: { 200: answers(ceuCycle, 'The cycle'), ...ofOne },
  }),
  update: createRoute({
    method: 'patch',
    path: '/{id}',
    tags,
    summary: 'Change a CE cycle: what is absent stays, null clears',
    request: { params: byId, body: takes(ceuCyclePatch) },
    responses: { 200: answers(ceuCycle, 'As it is now'), ...ofChange },
  }),
  acceptRule: createRoute({
    method: 'post',
    path: '/{id}/rule',
    tags,
    summary: 'Take over the rule of a CE cycle as it is now; what was overridden stays',
    request: { params: byId },
    responses: { 200: answers(ceuCycle, 'As it is now'), ...problems(401, 403, 404, 422) },
  }),
  removal: createRoute({
    method: 'get',
    path: '/{id}/removal',
    tags,
    summary: 'What deleting a CE cycle would do to its entries',
    request: { params: byId },
    responses: { 200: answers(cycleRemoval, 'How many would go, and how many would stay'), ...ofOne },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/{id}',
    tags,
    summary: 'Delete a CE cycle and the entries that count nowhere else; all can be restored for 30 days',
    request: { params: byId },
    responses: { ...deleted, ...ofOne },
  }),
  restore: createRoute({
    method: 'post',
    path: '/{id}/restore',
    tags,
    summary: 'Undo the deletion of a CE cycle, with its entries',
    request: { params: byId },
    responses: { 200: answers(ceuCycle, 'Back again'), ...problems(401, 403, 404, 422) },
  }),
}

/** `/api/ceu-cycles`. */
export function ceuCycleRoutes(services: Services) {
  const { db, clock } = services
  const record = recorder(services, 'ceuCycle')
  const router = createRouter()
  router.use('*', signedIn(services), auditRefusals(services, 'ceuCycle'))
  // Not for `/restore` and `/rule`, which have no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(cycles.list, async (c) => {
      const query = c.req.valid('query')
      const records = await readAtOnce(db, (tx) => listCycles(tx, c.var.actor.owner, query))
      return c.json({ items: records.map(presentCycle) }, 200)
    })
    .openapi(cycles.create, async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/ceu-cycles', body }
      const cycle = await record.once(
        actor,
        request,
        async (tx) => presentCycle(await createCycle(tx, actor.owner, body, clock.now())),
        ({ id }) => created(id),
      )
      return c.json(cycle, 201, { Location: `/api/ceu-cycles/${cycle.id}` })
    })
    .openapi(cycles.proposals, async (c) => {
      const { actor } = c.var
      const today = todayIn(clock.now(), actor.timeZone)
      const items = await readAtOnce(db, (tx) => listProposals(tx, actor.owner, today))
      return c.json({ items }, 200)
    })
    .openapi(cycles.get, async (c) => {
      const { id } = c.req.valid('param')
      const record = await readAtOnce(db, (tx) => requireCycle(tx, c.var.actor.owner, id))
      return c.json(presentCycle(record), 200)
    })
    .openapi(cycles.update, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const cycle = await record.change(
        actor,
        (tx) => updateCycle(tx, actor.owner, id, patch, clock.now()),
        (row) => updated(row.id),
      )
      return c.json(presentCycle(cycle), 200)
    })
    .openapi(cycles.acceptRule, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const cycle = await record.change(
        actor,
        (tx) => acceptRule(tx, actor.owner, id, clock.now()),
        (row) => updated(row.id),
      )
      return c.json(presentCycle(cycle), 200)
    })
    .openapi(cycles.removal, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await readAtOnce(db, (tx) => previewRemoval(tx, c.var.actor.owner, id)), 200)
    })
    .openapi(cycles.remove, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await orFailTo('ceu_cycle_not_deleted', () =>
        record.change(
          actor,
          (tx) => removeCycle(tx, actor.owner, id, clock.now()),
          () => removed(id),
        ),
      )
      return c.body(null, 204)
    })
    .openapi(cycles.restore, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const cycle = await record.change(
        actor,
        (tx) => restoreCycle(tx, actor.owner, id, clock.now()),
        (row) => restored(row.id),
      )
      return c.json(presentCycle(cycle), 200)
    })
}
