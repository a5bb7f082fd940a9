import { requireSession } from '#server/auth/require-session.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { auditedChanges, created, removed, restored, updated } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { localTimeOf } from '#server/users/local-time.ts'
import { healthContract } from '#shared/health/contract.ts'
import { HEALTH_SOON_DAYS } from '#shared/health/due.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { createHealthRecord, findHealthRecord, listHealthRecords, updateHealthRecord } from './service.ts'
import { healthTrash, listDueHealthRecords } from './store.ts'

const route = routesAt('/api/health-records', healthContract)

/** `/api/health-records`. */
export function healthRecordRoutes(services: Services) {
  const { db, clock, fieldCipher: cipher } = services
  const changes = auditedChanges(services, 'healthRecord')

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
      const until = addDays(localTimeOf(clock, actor).today, HEALTH_SOON_DAYS)
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
      const { id } = await changes.runOnce(
        actor,
        request,
        async (tx) => {
          const { id } = await createHealthRecord(tx, cipher, actor.owner, body, localTimeOf(clock, actor))
          return { id }
        },
        (row) => created(row.id),
      )
      const saved = await readSnapshot(db, (tx) => findHealthRecord(tx, cipher, actor.owner, id))
      return c.json(saved, 201, { Location: `/api/health-records/${id}` })
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
      const saved = await changes.run(
        actor,
        (tx) => updateHealthRecord(tx, cipher, actor.owner, id, patch, localTimeOf(clock, actor)),
        (row) => updated(row.id),
      )
      return c.json(saved, 200)
    })
    .openapi(route('DELETE /api/health-records/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await changes.run(
        actor,
        (tx) => healthTrash.remove(tx, actor.owner, id, clock.now()),
        (row) => removed(row.id),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/health-records/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const saved = await changes.run(
        actor,
        async (tx) => {
          const back = await healthTrash.restore(tx, actor.owner, id, clock.now())
          return findHealthRecord(tx, cipher, actor.owner, back.id)
        },
        (row) => restored(row.id),
      )
      return c.json(saved, 200)
    })
}
