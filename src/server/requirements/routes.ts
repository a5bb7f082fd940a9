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
import { todayIn } from '#shared/kernel/dates.ts'
import { requirementContract } from '#shared/requirements/contract.ts'
import {
  createRequirementList,
  findVaultFacts,
  matchOne,
  presentList,
  summarizeLists,
  updateRequirementList,
} from './service.ts'
import { requirementTrash, requireRequirementList } from './store.ts'

const route = routesAt('/api/requirement-lists', requirementContract)

/** `/api/requirement-lists`. */
export function requirementRoutes(services: Services) {
  const { db, clock } = services
  const todayOf = (actor: Actor) => todayIn(clock.now(), actor.timeZone)
  const record = (tx: Db, actor: Actor, action: AuditAction, resourceId: string) =>
    audit(tx, actor, clock.now(), action, { resource: 'requirementList', resourceId })

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'requirementList'))
  // Not for `/restore`, which has no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/requirement-lists'), async (c) => {
      const { actor } = c.var
      const { q } = c.req.valid('query')
      const items = await readSnapshot(db, (tx) => summarizeLists(tx, actor.owner, q, todayOf(actor)))
      return c.json({ items }, 200)
    })
    .openapi(route('POST /api/requirement-lists'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const operation = 'POST /api/requirement-lists'
      const request = { key: c.req.header('idempotency-key'), operation, body }
      const created = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const added = await createRequirementList(tx, actor.owner, body, clock.now())
        await record(tx, actor, 'credential_created', added.id)
        return added
      })
      return c.json(created, 201, { Location: `/api/requirement-lists/${created.id}` })
    })
    .openapi(route('GET /api/requirement-lists/facts'), async (c) =>
      c.json(await readSnapshot(db, (tx) => findVaultFacts(tx, c.var.actor.owner, requestTranslate(c))), 200),
    )
    .openapi(route('GET /api/requirement-lists/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      return c.json(presentList(await requireRequirementList(db, c.var.actor.owner, id)), 200)
    })
    .openapi(route('GET /api/requirement-lists/{id}/match'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const t = requestTranslate(c)
      return c.json(await readSnapshot(db, (tx) => matchOne(tx, actor.owner, id, todayOf(actor), t)), 200)
    })
    .openapi(route('PATCH /api/requirement-lists/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const updated = await db.transaction(async (tx) => {
        const changed = await updateRequirementList(tx, actor.owner, id, patch, clock.now())
        await record(tx, actor, 'credential_updated', changed.id)
        return changed
      })
      return c.json(updated, 200)
    })
    .openapi(route('DELETE /api/requirement-lists/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await db.transaction(async (tx) => {
        const removed = await requirementTrash.remove(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_deleted', removed.id)
      })
      return c.body(null, 204)
    })
    .openapi(route('POST /api/requirement-lists/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const restored = await db.transaction(async (tx) => {
        const back = await requirementTrash.restore(tx, actor.owner, id, clock.now())
        await record(tx, actor, 'credential_restored', back.id)
        return back
      })
      return c.json(presentList(restored), 200)
    })
}
