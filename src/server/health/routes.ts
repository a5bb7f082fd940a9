import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { healthContract } from '#shared/health/contract.ts'
import { HEALTH_SOON_DAYS } from '#shared/health/due.ts'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { createHealthRecord, findHealthRecord, listHealthRecords, updateHealthRecord } from './service.ts'
import { healthTrash, listDueHealthRecords } from './store.ts'

const route = routesAt('/api/health-records', healthContract)

/** `/api/health-records`. */
export function healthRecordRoutes(services: Services) {
  const { db, clock, fieldCipher: cipher } = services
  const localTimeOf = (actor: Actor) => {
    const now = clock.now()
    return { now, today: todayIn(now, actor.timeZone) }
  }
  const record = (tx: Db, actor: Actor, action: AuditAction, resourceId: string) =>
    audit(tx, actor, clock.now(), action, { resource: 'healthRecord', resourceId })

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'healthRecord'))
  // Not for `/restore`, which has no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/health-records'), async (c) => {
      const query = c.req.valid('query')
      const items = await readSnapshot(db, (tx) =>
        listHealthRecords(tx, cipher, c.var.actor.owner, query, requestTranslate(c)),
      )
      return c.json({ items }, 200)
    })
    .openapi(route('GET /api/health-records/due'), async (c) => {
      const { actor } = c.var
      const until = addDays(localTimeOf(actor).today, HEALTH_SOON_DAYS)
      const t = requestTranslate(c)
      const items = await listDueHealthRecords(db, actor.owner, until)
      return c.json({ items: items.map((item) => ({ ...item, title: t(item.title) })) }, 200)
    })
    .openapi(route('POST /api/health-records'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const operation = 'POST /api/health-records'
      const request = { key: c.req.header('idempotency-key'), operation, body }
      // Only the id is stored under the key, because a stored response would not be encrypted.
      const { id } = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const added = await createHealthRecord(tx, cipher, actor.owner, body, localTimeOf(actor))
        await record(tx, actor, 'credential_created', added.id)
        return { id: added.id }
      })
      const created = await readSnapshot(db, (tx) => findHealthRecord(tx, cipher, actor.owner, id))
      return c.json(created, 201, { Location: `/api/health-records/${id}` })
    })
    .openapi(route('GET /api/health-records/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const found = await readSnapshot(db, (tx) => findHealthRecord(tx, cipher, c.var.actor.owner, id))
      return c.json(found, 200)
    })
    .openapi(route('PATCH /api/health-records/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const updated = await db.transaction(async (tx) => {
        const changed = await updateHealthRecord(tx, cipher, actor.owner, id, patch, localTimeOf(actor))
        await record(tx, actor, 'credential_updated', changed.id)
        return changed
      })
      return c.json(updated, 200)
    })
    .openapi(route('DELETE /api/health-records/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await db.transaction(async (tx) => {
        const removed = await healthTrash.remove(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_deleted', removed.id)
      })
      return c.body(null, 204)
    })
    .openapi(route('POST /api/health-records/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const restored = await db.transaction(async (tx) => {
        const back = await healthTrash.restore(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_restored', back.id)
        return findHealthRecord(tx, cipher, actor.owner, back.id)
      })
      return c.json(restored, 200)
    })
}
