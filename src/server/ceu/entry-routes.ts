import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '#server/auth/require-session.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { answers, createRouter, jsonBody, jsonBodyWithin, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import {
  ceuEntry,
  ceuEntryInput,
  ceuEntryItems,
  ceuEntryPage,
  ceuEntryPatch,
  ceuEntryQuery,
  entryImport,
  entryImported,
  entrySuggestions,
  similarQuery,
} from '#shared/ceu/entry.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import {
  createEntry,
  type Moment,
  presentEntry,
  removeEntry,
  restoreEntry,
  updateEntry,
} from './entry-service.ts'
import { listEntries, listEntriesOfCycle, listSimilar, requireEntry } from './entry-store.ts'
import { importEntries, removeImport } from './import-service.ts'
import {
  byId,
  created,
  deleted,
  location,
  ofChange,
  ofOne,
  onceOnly,
  recorder,
  removed,
  restored,
  tags,
  updated,
} from './routes.ts'
import { readAtOnce } from './store.ts'
import { listSuggestions } from './suggestion-store.ts'

const byCycle = z.object({ cycleId: z.string() })
const byImport = z.object({ importId: z.string() })
const importRemoval = z.object({ deleted: z.number().int() })

const entries = {
  list: createRoute({
    method: 'get',
    path: '/',
    tags,
    summary: 'List my CE entries, newest first, a page at a time',
    request: { query: ceuEntryQuery },
    responses: { 200: answers(ceuEntryPage, 'One page'), ...problems(401, 422) },
  }),
  create: createRoute({
    method: 'post',
    path: '/',
    tags,
    summary: 'Add a CE entry, which may count in several cycles',
    request: { headers: onceOnly, body: takes(ceuEntryInput) },
    responses: { 201: { ...answers(ceuEntry, 'Added'), headers: location }, ...ofChange },
  }),
  similar: createRoute({
    method: 'get',
    path: '/similar',
    tags,
    summary: 'What may be the same activity, entered before',
    request: { query: similarQuery },
    responses: { 200: answers(ceuEntryItems, 'Same title, date and hours'), ...problems(401, 422) },
  }),
  suggestions: createRoute({
    method: 'get',
    path: '/suggestions',
    tags,
    summary: 'The providers and topics entered last',
    responses: { 200: answers(entrySuggestions, 'Last first'), ...problems(401) },
  }),
  ofCycle: createRoute({
    method: 'get',
    path: '/cycle/{cycleId}',
    tags,
    summary: 'All entries of one of my CE cycles, newest first',
    request: { params: byCycle },
    responses: { 200: answers(ceuEntryItems, 'All of them'), ...ofOne },
  }),
  importAll: createRoute({
    method: 'post',
    path: '/import',
    tags,
    summary: 'Add many CE entries: all of them or none',
    request: { headers: onceOnly, body: takes(entryImport) },
    responses: { 201: answers(entryImported, 'All added'), ...ofChange },
  }),
  removeImport: createRoute({
    method: 'delete',
    path: '/import/{importId}',
    tags,
    summary: 'Undo an import: delete those of its entries that are still there',
    request: { params: byImport },
    responses: { 200: answers(importRemoval, 'How many were deleted'), ...ofOne },
  }),
  get: createRoute({
    method: 'get',
    path: '/{id}',
    tags,
    summary: 'One CE entry',
    request: { params: byId },
    responses: { 200: answers(ceuEntry, 'The entry'), ...ofOne },
  }),
  update: createRoute({
    method: 'patch',
    path: '/{id}',
    tags,
    summary: 'Change a CE entry: what is absent stays, null clears',
    request: { params: byId, body: takes(ceuEntryPatch) },
    responses: { 200: answers(ceuEntry, 'As it is now'), ...ofChange },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/{id}',
    tags,
    summary: 'Delete a CE entry; it can be restored for 30 days',
    request: { params: byId },
    responses: { ...deleted, ...ofOne },
  }),
  restore: createRoute({
    method: 'post',
    path: '/{id}/restore',
    tags,
    summary: 'Undo the deletion of a CE entry',
    request: { params: byId },
    responses: { 200: answers(ceuEntry, 'Back again'), ...problems(401, 403, 404, 422) },
  }),
}

/** A spreadsheet's worth of entries: a thousand with all their fields. */
const importBody = jsonBodyWithin({ bytes: 4_000_000, values: 60_000 })

/** `/api/ceu-entries`. */
export function ceuEntryRoutes(services: Services) {
  const { db, clock } = services
  const record = recorder(services, 'ceuEntry')
  const momentOf = (actor: Actor): Moment => {
    const now = clock.now()
    return { now, today: todayIn(now, actor.timeZone) }
  }
  const router = createRouter()
  router.use('*', signedIn(services), auditRefusals(services, 'ceuEntry'))
  router.use('/', jsonBody)
  router.use('/:id', (c, next) => (c.req.param('id') === 'import' ? importBody(c, next) : jsonBody(c, next)))

  return router
    .openapi(entries.list, async (c) => {
      const query = c.req.valid('query')
      const page = await readAtOnce(db, (tx) => listEntries(tx, c.var.actor.owner, query))
      return c.json({ ...page, items: page.items.map(presentEntry) }, 200)
    })
    .openapi(entries.create, async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/ceu-entries', body }
      const entry = await record.once(
        actor,
        request,
        async (tx) => presentEntry(await createEntry(tx, actor.owner, body, momentOf(actor))),
        ({ id }) => created(id),
      )
      return c.json(entry, 201, { Location: `/api/ceu-entries/${entry.id}` })
    })
    .openapi(entries.similar, async (c) => {
      const query = c.req.valid('query')
      const records = await readAtOnce(db, (tx) => listSimilar(tx, c.var.actor.owner, query))
      return c.json({ items: records.map(presentEntry) }, 200)
    })
    .openapi(entries.suggestions, async (c) => c.json(await listSuggestions(db, c.var.actor.owner), 200))
    .openapi(entries.ofCycle, async (c) => {
      const { cycleId } = c.req.valid('param')
      const records = await readAtOnce(db, (tx) => listEntriesOfCycle(tx, c.var.actor.owner, cycleId))
      return c.json({ items: records.map(presentEntry) }, 200)
    })
    .openapi(entries.importAll, async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const operation = 'POST /api/ceu-entries/import'
      const imported = await record.once(
        actor,
        { key: c.req.header('idempotency-key'), operation, body },
        (tx) => importEntries(tx, actor.owner, body, momentOf(actor)),
        ({ count }) => ({ action: 'credential_created', resourceId: null, metadata: { count } }),
      )
      return c.json(imported, 201)
    })
    .openapi(entries.removeImport, async (c) => {
      const { actor } = c.var
      const { importId } = c.req.valid('param')
      const count = await record.change(
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
    .openapi(entries.get, async (c) => {
      const { id } = c.req.valid('param')
      const record = await readAtOnce(db, (tx) => requireEntry(tx, c.var.actor.owner, id))
      return c.json(presentEntry(record), 200)
    })
    .openapi(entries.update, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const entry = await record.change(
        actor,
        (tx) => updateEntry(tx, actor.owner, id, patch, momentOf(actor)),
        (row) => updated(row.id),
      )
      return c.json(presentEntry(entry), 200)
    })
    .openapi(entries.remove, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await record.change(
        actor,
        (tx) => removeEntry(tx, actor.owner, id, clock.now()),
        () => removed(id),
      )
      return c.body(null, 204)
    })
    .openapi(entries.restore, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const entry = await record.change(
        actor,
        (tx) => restoreEntry(tx, actor.owner, id, clock.now()),
        (row) => restored(row.id),
      )
      return c.json(presentEntry(entry), 200)
    })
}
