import { requireSession } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { localTimeOf } from '#server/users/local-time.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { renewalContract } from '#shared/renewals/contract.ts'
import { auditRenewal } from './change-service.ts'
import { listRenewalOverviews } from './overview-store.ts'
import {
  finishRenewal,
  presentRenewal,
  type RenewalChange,
  removeRenewal,
  restoreRenewal,
  undoFinish,
  updateRenewal,
} from './service.ts'
import { requireRenewal } from './store.ts'

const route = routesAt('/api/renewals', renewalContract)

/** `/api/renewals`. */
export function renewalRoutes(services: Services) {
  const { db, clock } = services
  /** Runs the change in one transaction with its audit record. */
  const run = (actor: Actor, action: AuditAction, work: (tx: Db) => Promise<RenewalChange>) =>
    db.transaction(async (tx) => {
      const change = await work(tx)
      await auditRenewal(services, tx, actor, action, change)
      return presentRenewal(change.renewal)
    })

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'renewal'))
  // `/undo` and `/restore` have no body.
  router.use('/:id', jsonBody)
  router.use('/:id/finish', jsonBody)

  return router
    .openapi(route('GET /api/renewals'), async (c) => {
      return c.json({ items: await listRenewalOverviews(db, c.var.actor.owner) }, 200)
    })
    .openapi(route('GET /api/renewals/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const record = await readSnapshot(db, (tx) => requireRenewal(tx, c.var.actor.owner, id))
      return c.json(presentRenewal(record), 200)
    })
    .openapi(route('PATCH /api/renewals/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const updated = await run(actor, 'credential_renewal_updated', (tx) =>
        updateRenewal(tx, actor.owner, id, patch, localTimeOf(clock, actor)),
      )
      return c.json(updated, 200)
    })
    .openapi(route('DELETE /api/renewals/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await run(actor, 'credential_renewal_deleted', (tx) => removeRenewal(tx, actor.owner, id, clock.now()))
      return c.body(null, 204)
    })
    .openapi(route('POST /api/renewals/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const restored = await run(actor, 'credential_renewal_restored', (tx) =>
        restoreRenewal(tx, actor.owner, id, clock.now()),
      )
      return c.json(restored, 200)
    })
    .openapi(route('POST /api/renewals/{id}/finish'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const body = c.req.valid('json')
      const operation = `POST /api/renewals/${id}/finish`
      const request = { key: c.req.header('idempotency-key'), operation, body }
      const finished = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const change = await finishRenewal(tx, actor.owner, id, body, localTimeOf(clock, actor))
        await auditRenewal(services, tx, actor, 'credential_renewal_finished', change)
        return presentRenewal(change.renewal)
      })
      return c.json(finished, 200)
    })
    .openapi(route('POST /api/renewals/{id}/undo'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const reopened = await run(actor, 'credential_renewal_undone', (tx) =>
        undoFinish(tx, actor.owner, id, localTimeOf(clock, actor)),
      )
      return c.json(reopened, 200)
    })
}
