import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { competencyContract } from '#shared/competency/contract.ts'
import { competencyRecord } from '#shared/competency/record.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { createCompetencyRecord, updateCompetencyRecord } from './service.ts'
import { competencyTrash, listCompetencyRecords, requireCompetencyRecord } from './store.ts'

const route = routesAt('/api/competency-records', competencyContract)

/** `/api/competency-records`. */
export function competencyRoutes(services: Services) {
  const { db, clock } = services
  const localTimeOf = (actor: Actor) => {
    const now = clock.now()
    return { now, today: todayIn(now, actor.timeZone) }
  }
  const record = (tx: Db, actor: Actor, action: AuditAction, resourceId: string) =>
    audit(tx, actor, clock.now(), action, { resource: 'competencyRecord', resourceId })

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'competencyRecord'))
  // Not for `/restore`, which has no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/competency-records'), async (c) => {
      const query = c.req.valid('query')
      const page = await readSnapshot(db, (tx) => listCompetencyRecords(tx, c.var.actor.owner, query))
      return c.json({ ...page, items: page.items.map((row) => competencyRecord.parse(row)) }, 200)
    })
    .openapi(route('POST /api/competency-records'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const operation = 'POST /api/competency-records'
      const request = { key: c.req.header('idempotency-key'), operation, body }
      const created = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const added = await createCompetencyRecord(tx, actor.owner, body, localTimeOf(actor))
        await record(tx, actor, 'credential_created', added.id)
        return added
      })
      return c.json(created, 201, { Location: `/api/competency-records/${created.id}` })
    })
    .openapi(route('GET /api/competency-records/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const row = await readSnapshot(db, (tx) => requireCompetencyRecord(tx, c.var.actor.owner, id))
      return c.json(competencyRecord.parse(row), 200)
    })
    .openapi(route('PATCH /api/competency-records/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const updated = await db.transaction(async (tx) => {
        const changed = await updateCompetencyRecord(tx, actor.owner, id, patch, localTimeOf(actor))
        await record(tx, actor, 'credential_updated', changed.id)
        return changed
      })
      return c.json(updated, 200)
    })
    .openapi(route('DELETE /api/competency-records/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await db.transaction(async (tx) => {
        const removed = await competencyTrash.remove(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_deleted', removed.id)
      })
      return c.body(null, 204)
    })
    .openapi(route('POST /api/competency-records/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const restored = await db.transaction(async (tx) => {
        const back = await competencyTrash.restore(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_restored', back.id)
        return requireCompetencyRecord(tx, actor.owner, back.id)
      })
      return c.json(competencyRecord.parse(restored), 200)
    })
}
