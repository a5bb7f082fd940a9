import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { requireCredential } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { lookupContract } from '#shared/lookups/contract.ts'
import { lookupRecord } from '#shared/lookups/record.ts'
import { createLookup, updateLookup } from './service.ts'
import { listLookups, lookupTrash, requireLookup } from './store.ts'

const route = routesAt('/api/lookups', lookupContract)

/** `/api/lookups`. */
export function lookupRoutes(services: Services) {
  const { db, clock } = services
  const localTimeOf = (actor: Actor) => {
    const now = clock.now()
    return { now, today: todayIn(now, actor.timeZone) }
  }
  const record = (tx: Db, actor: Actor, action: AuditAction, resourceId: string) =>
    audit(tx, actor, clock.now(), action, { resource: 'lookup', resourceId })

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'lookup'))
  // Not for `/restore`, which has no body.
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
      const created = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const added = await createLookup(tx, actor.owner, body, localTimeOf(actor))
        await record(tx, actor, 'credential_created', added.id)
        return added
      })
      return c.json(created, 201, { Location: `/api/lookups/${created.id}` })
    })
    .openapi(route('PATCH /api/lookups/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const updated = await db.transaction(async (tx) => {
        const changed = await updateLookup(tx, actor.owner, id, patch, localTimeOf(actor))
        await record(tx, actor, 'credential_updated', changed.id)
        return changed
      })
      return c.json(updated, 200)
    })
    .openapi(route('DELETE /api/lookups/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await db.transaction(async (tx) => {
        const removed = await lookupTrash.remove(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_deleted', removed.id)
      })
      return c.body(null, 204)
    })
    .openapi(route('POST /api/lookups/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const restored = await db.transaction(async (tx) => {
        const back = await lookupTrash.restore(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_restored', back.id)
        return requireLookup(tx, actor.owner, back.id)
      })
      return c.json(lookupRecord.parse(restored), 200)
    })
}
