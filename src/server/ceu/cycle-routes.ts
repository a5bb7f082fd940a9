import { requireSession } from '#server/auth/require-session.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { auditedChanges, created, removed, restored, updated } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { ceuCycleContract } from '#shared/ceu/contract.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import {
  acceptRule,
  createCycle,
  presentCycle,
  previewRemoval,
  removeCycle,
  restoreCycle,
  updateCycle,
} from './cycle-service.ts'
import { type CycleRecord, listCycles, requireCycle } from './cycle-store.ts'
import { withFailureProblem } from './failure-service.ts'
import { listProposals } from './proposal-service.ts'
import { declineTopic, listDeclinedTopics } from './topic-store.ts'

const route = routesAt('/api/ceu-cycles', ceuCycleContract)

/** `/api/ceu-cycles`. */
export function ceuCycleRoutes(services: Services) {
  const { db, clock, rules } = services
  const present = (record: CycleRecord) => presentCycle(record, rules.current())
  const changes = auditedChanges(services, 'ceuCycle')
  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'ceuCycle'))
  // `/restore` and `/rule` have no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/ceu-cycles'), async (c) => {
      const query = c.req.valid('query')
      const records = await readSnapshot(db, (tx) => listCycles(tx, c.var.actor.owner, query))
      return c.json({ items: records.map(present) }, 200)
    })
    .openapi(route('POST /api/ceu-cycles'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/ceu-cycles', body }
      const cycle = await changes.runOnce(
        actor,
        request,
        async (tx) => {
          const made = await createCycle(tx, actor.owner, body, { rules: rules.current(), now: clock.now() })
          return present(made)
        },
        ({ id }) => created(id),
      )
      return c.json(cycle, 201, { Location: `/api/ceu-cycles/${cycle.id}` })
    })
    .openapi(route('GET /api/ceu-cycles/proposals'), async (c) => {
      const { actor } = c.var
      const today = todayIn(clock.now(), actor.timeZone)
      const context = { rules: rules.current(), today }
      const items = await readSnapshot(db, (tx) => listProposals(tx, actor.owner, context))
      return c.json({ items }, 200)
    })
    .openapi(route('GET /api/ceu-cycles/declined-topics'), async (c) =>
      c.json({ items: await listDeclinedTopics(db, c.var.actor.owner) }, 200),
    )
    .openapi(route('POST /api/ceu-cycles/declined-topics'), async (c) => {
      await declineTopic(db, c.var.actor.owner, c.req.valid('json'), clock.now())
      return c.body(null, 204)
    })
    .openapi(route('GET /api/ceu-cycles/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const cycle = await readSnapshot(db, (tx) => requireCycle(tx, c.var.actor.owner, id))
      return c.json(present(cycle), 200)
    })
    .openapi(route('PATCH /api/ceu-cycles/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const cycle = await changes.run(
        actor,
        (tx) => updateCycle(tx, actor.owner, id, patch, clock.now()),
        (row) => updated(row.id),
      )
      return c.json(present(cycle), 200)
    })
    .openapi(route('POST /api/ceu-cycles/{id}/rule'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const cycle = await changes.run(
        actor,
        (tx) => acceptRule(tx, actor.owner, id, { rules: rules.current(), now: clock.now() }),
        (row) => updated(row.id),
      )
      return c.json(present(cycle), 200)
    })
    .openapi(route('GET /api/ceu-cycles/{id}/removal'), async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await readSnapshot(db, (tx) => previewRemoval(tx, c.var.actor.owner, id)), 200)
    })
    .openapi(route('DELETE /api/ceu-cycles/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const asked = c.req.valid('query')
      await withFailureProblem('ceu_cycle_not_deleted', () =>
        changes.run(
          actor,
          (tx) => removeCycle(tx, actor.owner, id, { ...asked, now: clock.now() }),
          () => removed(id),
        ),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/ceu-cycles/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const cycle = await changes.run(
        actor,
        (tx) => restoreCycle(tx, actor.owner, id, clock.now()),
        (row) => restored(row.id),
      )
      return c.json(present(cycle), 200)
    })
}
