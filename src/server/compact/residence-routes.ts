import { requireSession } from '#server/auth/require-session.ts'
import { auditedChanges, created, removed, restored, updated } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { residenceContract } from '#shared/compact/contract.ts'
import { addResidence, changeResidence, presentResidence } from './service.ts'
import { listResidences, residenceTrash } from './store.ts'

const route = routesAt('/api/residences', residenceContract)

/** `/api/residences`. */
export function residenceRoutes(services: Services) {
  const { db, clock, rules } = services
  const changes = auditedChanges(services, 'residence')
  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'residence'))
  // Not for `/restore`, which has no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)
  return router
    .openapi(route('GET /api/residences'), async (c) => {
      const rows = await listResidences(db, c.var.actor.owner)
      return c.json({ items: rows.map(presentResidence) }, 200)
    })
    .openapi(route('POST /api/residences'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/residences', body }
      const saved = await changes.runOnce(
        actor,
        request,
        async (tx) =>
          presentResidence(await addResidence(tx, actor.owner, body, { rules, now: clock.now() })),
        (row) => created(row.id),
      )
      return c.json(saved, 201, { Location: `/api/residences/${saved.id}` })
    })
    .openapi(route('PATCH /api/residences/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const changed = await changes.run(
        actor,
        (tx) => changeResidence(tx, actor.owner, id, patch, { rules, now: clock.now() }),
        (row) => updated(row.id),
      )
      return c.json(presentResidence(changed), 200)
    })
    .openapi(route('DELETE /api/residences/{id}'), async (c) => {
      const { actor } = c.var
      await changes.run(
        actor,
        (tx) => residenceTrash.remove(tx, actor.owner, c.req.valid('param').id, clock.now()),
        (row) => removed(row.id),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/residences/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const saved = await changes.run(
        actor,
        (tx) => residenceTrash.restore(tx, actor.owner, id, clock.now()),
        (row) => restored(row.id),
      )
      return c.json(presentResidence(saved), 200)
    })
}
