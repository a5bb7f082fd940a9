import { requireSession } from '#server/auth/require-session.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { auditedChanges, created, removed, restored, updated } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
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
  const { db, clock, fieldCipher: cipher } = services
  const todayOf = (actor: Actor) => todayIn(clock.now(), actor.timeZone)
  const changes = auditedChanges(services, 'requirementList')

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
      const saved = await changes.runOnce(
        actor,
        request,
        (tx) => createRequirementList(tx, actor.owner, body, clock.now()),
        (row) => created(row.id),
      )
      return c.json(saved, 201, { Location: `/api/requirement-lists/${saved.id}` })
    })
    .openapi(route('GET /api/requirement-lists/facts'), async (c) =>
      c.json(
        await readSnapshot(db, (tx) =>
          findVaultFacts(tx, c.var.actor.owner, { t: requestTranslate(c), cipher }),
        ),
        200,
      ),
    )
    .openapi(route('GET /api/requirement-lists/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      return c.json(presentList(await requireRequirementList(db, c.var.actor.owner, id)), 200)
    })
    .openapi(route('GET /api/requirement-lists/{id}/match'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const t = requestTranslate(c)
      return c.json(
        await readSnapshot(db, (tx) => matchOne(tx, actor.owner, id, todayOf(actor), { t, cipher })),
        200,
      )
    })
    .openapi(route('PATCH /api/requirement-lists/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const saved = await changes.run(
        actor,
        (tx) => updateRequirementList(tx, actor.owner, id, patch, clock.now()),
        (row) => updated(row.id),
      )
      return c.json(saved, 200)
    })
    .openapi(route('DELETE /api/requirement-lists/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await changes.run(
        actor,
        (tx) => requirementTrash.remove(tx, actor.owner, id, clock.now()),
        (row) => removed(row.id),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/requirement-lists/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const saved = await changes.run(
        actor,
        (tx) => requirementTrash.restore(tx, actor.owner, id, clock.now()),
        (row) => restored(row.id),
      )
      return c.json(presentList(saved), 200)
    })
}
