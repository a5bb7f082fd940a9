import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { residenceContract } from '#shared/compact/contract.ts'
import { addResidence, changeResidence, presentResidence } from './service.ts'
import { listResidences, residenceTrash } from './store.ts'

const route = routesAt('/api/residences', residenceContract)

/** `/api/residences`. */
export function residenceRoutes(services: Services) {
  const { db, clock, rules } = services
  const record = (tx: Db, actor: Actor, action: AuditAction, resourceId: string) =>
    audit(tx, actor, clock.now(), action, { resource: 'residence', resourceId })
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
      const created = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const row = await addResidence(tx, actor.owner, body, { rules, now: clock.now() })
        await record(tx, actor, 'credential_created', row.id)
        return presentResidence(row)
      })
      return c.json(created, 201, { Location: `/api/residences/${created.id}` })
    })
    .openapi(route('PATCH /api/residences/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const changed = await db.transaction(async (tx) => {
        const row = await changeResidence(tx, actor.owner, id, patch, { rules, now: clock.now() })
        await record(tx, actor, 'credential_updated', row.id)
        return row
      })
      return c.json(presentResidence(changed), 200)
    })
    .openapi(route('DELETE /api/residences/{id}'), async (c) => {
      const { actor } = c.var
      await db.transaction(async (tx) => {
        const { id } = await residenceTrash.remove(tx, actor.owner, c.req.valid('param').id, clock.now())
        await record(tx, actor, 'credential_deleted', id)
      })
      return c.body(null, 204)
    })
    .openapi(route('POST /api/residences/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const restored = await db.transaction(async (tx) => {
        const row = await residenceTrash.restore(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_restored', row.id)
        return row
      })
      return c.json(presentResidence(restored), 200)
    })
}
