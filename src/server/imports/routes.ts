import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { LIST_BODY_BYTES } from '#server/http/request-body.ts'
import { createRouter, jsonBodyWithin } from '#server/http/route.ts'
import { auditRenewal } from '#server/renewals/change-service.ts'
import type { Services } from '#server/services.ts'
import { localTimeOf } from '#server/users/local-time.ts'
import { importsContract } from '#shared/imports/contract.ts'
import { importCredentials, listOwnImports, undoImport } from './service.ts'

const route = routesAt('/api/imports', importsContract)

/** `/api/imports`. */
export function importsRoutes(services: Services) {
  const { db, clock } = services
  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'import'))
  router.use('/', jsonBodyWithin({ bytes: LIST_BODY_BYTES, values: 60_000 }))
  return router
    .openapi(route('GET /api/imports'), async (c) =>
      c.json(await listOwnImports(db, c.var.actor.owner, clock.now()), 200),
    )
    .openapi(route('POST /api/imports'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/imports', body }
      const batch = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const at = localTimeOf(clock, actor)
        const { made, renewed } = await importCredentials(tx, actor.owner, body, at)
        for (const change of renewed)
          await auditRenewal(services, tx, actor, 'credential_renewal_finished', change)
        const metadata = { count: made.count }
        if (made.count > 0 || renewed.length === 0)
          await audit(tx, actor, at.now, 'credential_created', {
            ...{ resource: 'import', resourceId: made.id, metadata },
          })
        return made
      })
      return c.json(batch, 201)
    })
    .openapi(route('DELETE /api/imports/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const withChanged = c.req.valid('query').changed === 'delete'
      const undone = await db.transaction(async (tx) => {
        const at = localTimeOf(clock, actor)
        const { kind, unrenewals, ...result } = await undoImport(tx, actor.owner, id, { withChanged, ...at })
        for (const change of unrenewals)
          await auditRenewal(services, tx, actor, 'credential_renewal_undone', change)
        const resource = kind === 'courses' ? 'ceuEntry' : 'import'
        const metadata = { count: result.deleted }
        await audit(tx, actor, at.now, 'credential_deleted', { resource, resourceId: null, metadata })
        return result
      })
      return c.json(undone, 200)
    })
}
