import { requireSession } from '#server/auth/require-session.ts'
import { requireCredential } from '#server/credentials/store.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { auditedChanges, created, removed, restored, updated } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { localTimeOf } from '#server/users/local-time.ts'
import { lookupContract } from '#shared/lookups/contract.ts'
import { lookupRecord } from '#shared/lookups/record.ts'
import { createLookup, updateLookup } from './service.ts'
import { listLookups, lookupTrash, requireLookup } from './store.ts'

const route = routesAt('/api/lookups', lookupContract)

/** `/api/lookups`. */
export function lookupRoutes(services: Services) {
  const { db, clock } = services
  const changes = auditedChanges(services, 'lookup')

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'lookup'))
  // `/restore` has no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/lookups'), async (c) => {
      const { owner } = c.var.actor
      const { credentialId } = c.req.valid('query')
      const rows = await readSnapshot(db, async (tx) => {
        await requireCredential(tx, owner, credentialId)
        return listLookups(tx, owner, credentialId)
      })
      return c.json({ items: rows.map((row) => lookupRecord.parse(row)) }, 200)
    })
    .openapi(route('POST /api/lookups'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/lookups', body }
      const saved = await changes.runOnce(
        actor,
        request,
        (tx) => createLookup(tx, actor.owner, body, localTimeOf(clock, actor)),
        (row) => created(row.id),
      )
      return c.json(saved, 201, { Location: `/api/lookups/${saved.id}` })
    })
    .openapi(route('PATCH /api/lookups/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const saved = await changes.run(
        actor,
        (tx) => updateLookup(tx, actor.owner, id, patch, localTimeOf(clock, actor)),
        (row) => updated(row.id),
      )
      return c.json(saved, 200)
    })
    .openapi(route('DELETE /api/lookups/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await changes.run(
        actor,
        (tx) => lookupTrash.remove(tx, actor.owner, id, clock.now()),
        (row) => removed(row.id),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/lookups/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const saved = await changes.run(
        actor,
        async (tx) => {
          const back = await lookupTrash.restore(tx, actor.owner, id, clock.now())
          return requireLookup(tx, actor.owner, back.id)
        },
        (row) => restored(row.id),
      )
      return c.json(lookupRecord.parse(saved), 200)
    })
}
