import { requireSession } from '#server/auth/require-session.ts'
import { auditedChanges, created, removed, restored, updated } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { seenVersion } from '#server/http/record-version.ts'
import { LIST_BODY_BYTES } from '#server/http/request-body.ts'
import { createRouter, jsonBody, jsonBodyWithin } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { localTimeOf } from '#server/users/local-time.ts'
import { ceuEntryContract } from '#shared/ceu/contract.ts'
import { createEntry, presentEntry, removeEntry, restoreEntry, updateEntry } from './entry-service.ts'
import { listEntries, listEntriesOfCycle, listSimilarEntries, requireEntry } from './entry-store.ts'
import { importEntries, removeImport } from './import-service.ts'
import { listSuggestions } from './suggestion-store.ts'

const route = routesAt('/api/ceu-entries', ceuEntryContract)

/** Enough for a thousand entries with every field. */
const importBody = jsonBodyWithin({ bytes: LIST_BODY_BYTES, values: 60_000 })

/** `/api/ceu-entries`. */
export function ceuEntryRoutes(services: Services) {
  const { db, clock } = services
  const changes = auditedChanges(services, 'ceuEntry')

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'ceuEntry'))
  router.use('/', jsonBody)
  router.use('/:id', (c, next) => (c.req.param('id') === 'import' ? importBody(c, next) : jsonBody(c, next)))

  return router
    .openapi(route('GET /api/ceu-entries'), async (c) => {
      const query = c.req.valid('query')
      const page = await listEntries(db, c.var.actor.owner, query)
      return c.json({ ...page, items: page.items.map(presentEntry) }, 200)
    })
    .openapi(route('POST /api/ceu-entries'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/ceu-entries', body }
      const entry = await changes.runOnce(
        actor,
        request,
        async (tx) => presentEntry(await createEntry(tx, actor.owner, body, localTimeOf(clock, actor))),
        ({ id }) => created(id),
      )
      return c.json(entry, 201, { Location: `/api/ceu-entries/${entry.id}` })
    })
    .openapi(route('GET /api/ceu-entries/similar'), async (c) => {
      const query = c.req.valid('query')
      const records = await listSimilarEntries(db, c.var.actor.owner, query)
      return c.json({ items: records.map(presentEntry) }, 200)
    })
    .openapi(route('GET /api/ceu-entries/suggestions'), async (c) =>
      c.json(await listSuggestions(db, c.var.actor.owner), 200),
    )
    .openapi(route('GET /api/ceu-entries/cycle/{cycleId}'), async (c) => {
      const { cycleId } = c.req.valid('param')
      const records = await listEntriesOfCycle(db, c.var.actor.owner, cycleId)
      return c.json({ items: records.map(presentEntry) }, 200)
    })
    .openapi(route('POST /api/ceu-entries/import'), async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const operation = 'POST /api/ceu-entries/import'
      const imported = await changes.runOnce(
        actor,
        { key: c.req.header('idempotency-key'), operation, body },
        (tx) => importEntries(tx, actor.owner, body, localTimeOf(clock, actor)),
        ({ count }) => ({ action: 'credential_created', resourceId: null, metadata: { count } }),
      )
      return c.json(imported, 201)
    })
    .openapi(route('DELETE /api/ceu-entries/import/{importId}'), async (c) => {
      const { actor } = c.var
      const { importId } = c.req.valid('param')
      const count = await changes.run(
        actor,
        (tx) => removeImport(tx, actor.owner, importId, clock.now()),
        (deletedCount) => ({
          action: 'credential_deleted',
          resourceId: null,
          metadata: { count: deletedCount },
        }),
      )
      return c.json({ deleted: count }, 200)
    })
    .openapi(route('GET /api/ceu-entries/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const entry = await requireEntry(db, c.var.actor.owner, id)
      return c.json(presentEntry(entry), 200)
    })
    .openapi(route('PATCH /api/ceu-entries/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const seen = seenVersion(c)
      const operation = `PATCH /api/ceu-entries/${id}`
      const entry = await changes.runOnce(
        actor,
        { key: c.req.header('idempotency-key'), operation, body: patch },
        async (tx) =>
          presentEntry(await updateEntry(tx, actor.owner, id, patch, localTimeOf(clock, actor), seen)),
        () => updated(id),
      )
      return c.json(entry, 200)
    })
    .openapi(route('DELETE /api/ceu-entries/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await changes.run(
        actor,
        (tx) => removeEntry(tx, actor.owner, id, clock.now()),
        () => removed(id),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/ceu-entries/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const entry = await changes.run(
        actor,
        (tx) => restoreEntry(tx, actor.owner, id, clock.now()),
        (row) => restored(row.id),
      )
      return c.json(presentEntry(entry), 200)
    })
}
