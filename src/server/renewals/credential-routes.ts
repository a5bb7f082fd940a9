import { requireSession } from '#server/auth/require-session.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { credentialContract } from '#shared/credentials/contract.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { credentialRenewalContract } from '#shared/renewals/contract.ts'
import { auditRenewal } from './change-service.ts'
import { presentRenewal, presentTerm, startRenewal } from './service.ts'
import { listRenewals, listTerms } from './store.ts'
import { findVerdict } from './verdict-store.ts'

const route = routesAt('/api/credentials', credentialRenewalContract)
const verdictRoute = routesAt('/api/credentials', credentialContract)('GET /api/credentials/verdict')

/**
 * The renewal routes of `/api/credentials`. The credentials router knows nothing about renewals, and is mounted after
 * this one.
 */
export function credentialRenewalRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  for (const path of ['/:id/renewals', '/:id/terms', '/verdict'])
    router.use(path, requireSession(services), auditRefusals(services, 'license', 'certification'))
  router.use('/:id/renewals', jsonBody)

  return router
    .openapi(verdictRoute, async (c) => {
      return c.json(await findVerdict(services, c.var.actor.owner, clock.now()), 200)
    })
    .openapi(route('GET /api/credentials/{id}/renewals'), async (c) => {
      const { id } = c.req.valid('param')
      const records = await readSnapshot(db, (tx) => listRenewals(tx, c.var.actor.owner, id))
      return c.json({ items: records.map(presentRenewal) }, 200)
    })
    .openapi(route('POST /api/credentials/{id}/renewals'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const body = c.req.valid('json')
      const now = clock.now()
      const operation = `POST /api/credentials/${id}/renewals`
      const request = { key: c.req.header('idempotency-key'), operation, body }
      const created = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const today = todayIn(now, actor.timeZone)
        const change = await startRenewal(tx, actor.owner, id, body, { now, today })
        await auditRenewal(services, tx, actor, 'credential_renewal_started', change)
        return presentRenewal(change.renewal)
      })
      return c.json(created, 201, { Location: `/api/renewals/${created.id}` })
    })
    .openapi(route('GET /api/credentials/{id}/terms'), async (c) => {
      const { id } = c.req.valid('param')
      const records = await readSnapshot(db, (tx) => listTerms(tx, c.var.actor.owner, id))
      return c.json({ items: records.map(presentTerm) }, 200)
    })
}
