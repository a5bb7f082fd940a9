import { requireSession } from '#server/auth/require-session.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { auditedChanges, created, removed, restored, updated } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { localTimeOf } from '#server/users/local-time.ts'
import { competencyContract } from '#shared/competency/contract.ts'
import { competencyRecord } from '#shared/competency/record.ts'
import { createCompetencyRecord, updateCompetencyRecord } from './service.ts'
import { competencyTrash, listCompetencyRecords, requireCompetencyRecord } from './store.ts'

const route = routesAt('/api/competency-records', competencyContract)

/** `/api/competency-records`. */
export function competencyRoutes(services: Services) {
  const { db, clock } = services
  const changes = auditedChanges(services, 'competencyRecord')

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
      const saved = await changes.runOnce(
        actor,
        request,
        (tx) => createCompetencyRecord(tx, actor.owner, body, localTimeOf(clock, actor)),
        (row) => created(row.id),
      )
      return c.json(saved, 201, { Location: `/api/competency-records/${saved.id}` })
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
      const saved = await changes.run(
        actor,
        (tx) => updateCompetencyRecord(tx, actor.owner, id, patch, localTimeOf(clock, actor)),
        (row) => updated(row.id),
      )
      return c.json(saved, 200)
    })
    .openapi(route('DELETE /api/competency-records/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await changes.run(
        actor,
        (tx) => competencyTrash.remove(tx, actor.owner, id, clock.now()),
        (row) => removed(row.id),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/competency-records/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const saved = await changes.run(
        actor,
        async (tx) => {
          const back = await competencyTrash.restore(tx, actor.owner, id, clock.now())
          return requireCompetencyRecord(tx, actor.owner, back.id)
        },
        (row) => restored(row.id),
      )
      return c.json(competencyRecord.parse(saved), 200)
    })
}
