import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/core/audit.ts'
import type { Db } from '#server/core/database.ts'
import type { House } from '#server/core/house.ts'
import { once } from '#server/core/idempotency.ts'
import type { Actor } from '#server/core/owner.ts'
import {
  answers,
  createRoom,
  jsonBody,
  jsonBodyWithin,
  problems,
  type Scene,
  takes,
} from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'
import {
  ceuCycle,
  ceuCycleInput,
  ceuCycleItems,
  ceuCyclePatch,
  ceuCycleQuery,
  cycleProposals,
  cycleRemoval,
} from '#shared/ceu/cycle.ts'
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
import type { AuditAction, AuditMetadata } from '#shared/core/audit.ts'
import { todayIn } from '#shared/core/dates.ts'
import { Problem } from '#shared/core/errors.ts'
import {
  acceptRule,
  createCycle,
  createEntry,
  importEntries,
  listProposals,
  type Moment,
  orFailTo,
  presentCycle,
  presentEntry,
  previewRemoval,
  removeCycle,
  removeEntry,
  removeImport,
  restoreCycle,
  restoreEntry,
  updateCycle,
  updateEntry,
} from './service.ts'
import {
  listCycles,
  listEntries,
  listEntriesOfCycle,
  listSimilar,
  listSuggestions,
  readAtOnce,
  requireCycle,
  requireEntry,
} from './store.ts'

const tags = ['Continuing education']
const byId = z.object({ id: z.string() })
const byCycle = z.object({ cycleId: z.string() })
const byImport = z.object({ importId: z.string() })
const importRemoval = z.object({ deleted: z.number().int() })
const onceOnly = z.object({ 'idempotency-key': z.string().optional() })
const location = z.object({ Location: z.string() })
const deleted = { 204: { description: 'Deleted' } }
const ofOne = problems(401, 403, 404)
const ofChange = problems(400, 401, 403, 404, 413, 415, 422)

const cycles = {
  list: createRoute({
    method: 'get',
    path: '/',
    tags,
    summary: 'List my CE cycles, newest start first',
    request: { query: ceuCycleQuery },
    responses: { 200: answers(ceuCycleItems, 'All of them'), ...problems(401, 422) },
  }),
  create: createRoute({
    method: 'post',
    path: '/',
    tags,
    summary: 'Add a CE cycle',
    request: { headers: onceOnly, body: takes(ceuCycleInput) },
    responses: { 201: { ...answers(ceuCycle, 'Added'), headers: location }, ...ofChange },
  }),
  proposals: createRoute({
    method: 'get',
    path: '/proposals',
    tags,
    summary: 'What the next CE cycle of each license and certification could be',
    responses: { 200: answers(cycleProposals, 'Soonest expiry first'), ...problems(401) },
  }),
  get: createRoute({
    method: 'get',
    path: '/{id}',
    tags,
    summary: 'One CE cycle',
    request: { params: byId },
    responses: { 200: answers(ceuCycle, 'The cycle'), ...ofOne },
  }),
  update: createRoute({
    method: 'patch',
    path: '/{id}',
    tags,
    summary: 'Change a CE cycle: what is absent stays, null clears',
    request: { params: byId, body: takes(ceuCyclePatch) },
    responses: { 200: answers(ceuCycle, 'As it is now'), ...ofChange },
  }),
  acceptRule: createRoute({
    method: 'post',
    path: '/{id}/rule',
    tags,
    summary: 'Take over the rule of a CE cycle as it is now; what was overridden stays',
    request: { params: byId },
    responses: { 200: answers(ceuCycle, 'As it is now'), ...problems(401, 403, 404, 422) },
  }),
  removal: createRoute({
    method: 'get',
    path: '/{id}/removal',
    tags,
    summary: 'What deleting a CE cycle would do to its entries',
    request: { params: byId },
    responses: { 200: answers(cycleRemoval, 'How many would go, and how many would stay'), ...ofOne },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/{id}',
    tags,
    summary: 'Delete a CE cycle and the entries that count nowhere else; all can be restored for 30 days',
    request: { params: byId },
    responses: { ...deleted, ...ofOne },
  }),
  restore: createRoute({
    method: 'post',
    path: '/{id}/restore',
    tags,
    summary: 'Undo the deletion of a CE cycle, with its entries',
    request: { params: byId },
    responses: { 200: answers(ceuCycle, 'Back again'), ...problems(401, 403, 404, 422) },
  }),
}

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

type Change = { action: AuditAction; resourceId: string | null; metadata?: AuditMetadata }
const created = (resourceId: string): Change => ({ action: 'credential_created', resourceId })
const updated = (resourceId: string): Change => ({ action: 'credential_updated', resourceId })
const removed = (resourceId: string): Change => ({ action: 'credential_deleted', resourceId })
const restored = (resourceId: string): Change => ({ action: 'credential_restored', resourceId })

/** A change and its audit record in one transaction. */
function recorder(house: House, resource: 'ceuCycle' | 'ceuEntry') {
  const { db, clock } = house
  const note = (tx: Db, actor: Actor, { action, ...what }: Change) =>
    audit(tx, actor, clock.now(), action, { resource, ...what })
  return {
    /** `named` tells what to note of the answer. */
    change: <T>(actor: Actor, work: (tx: Db) => Promise<T>, named: (answer: T) => Change) =>
      db.transaction(async (tx) => {
        const answer = await work(tx)
        await note(tx, actor, named(answer))
        return answer
      }),
    once: <T>(
      actor: Actor,
      request: { key: string | undefined; operation: string; body: unknown },
      work: (tx: Db) => Promise<T>,
      named: (answer: T) => Change,
    ) =>
      once(db, clock, actor.owner, request, async (tx) => {
        const answer = await work(tx)
        await note(tx, actor, named(answer))
        return answer
      }),
  }
}

/** `/api/ceu-cycles`. */
export function ceuCycleRoutes(house: House) {
  const { db, clock } = house
  const record = recorder(house, 'ceuCycle')
  const room = createRoom()
  room.use('*', signedIn(house), auditRefusals(house))
  // Not for `/restore` and `/rule`, which have no body.
  room.use('/', jsonBody)
  room.use('/:id', jsonBody)

  return room
    .openapi(cycles.list, async (c) => {
      const query = c.req.valid('query')
      const records = await readAtOnce(db, (tx) => listCycles(tx, c.var.actor.owner, query))
      return c.json({ items: records.map(presentCycle) }, 200)
    })
    .openapi(cycles.create, async (c) => {
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/ceu-cycles', body }
      const cycle = await record.once(
        actor,
        request,
        async (tx) => presentCycle(await createCycle(tx, actor.owner, body, clock.now())),
        ({ id }) => created(id),
      )
      return c.json(cycle, 201, { Location: `/api/ceu-cycles/${cycle.id}` })
    })
    .openapi(cycles.proposals, async (c) => {
      const { actor } = c.var
      const today = todayIn(clock.now(), actor.timeZone)
      const items = await readAtOnce(db, (tx) => listProposals(tx, actor.owner, today))
      return c.json({ items }, 200)
    })
    .openapi(cycles.get, async (c) => {
      const { id } = c.req.valid('param')
      const record = await readAtOnce(db, (tx) => requireCycle(tx, c.var.actor.owner, id))
      return c.json(presentCycle(record), 200)
    })
    .openapi(cycles.update, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const cycle = await record.change(
        actor,
        (tx) => updateCycle(tx, actor.owner, id, patch, clock.now()),
        (row) => updated(row.id),
      )
      return c.json(presentCycle(cycle), 200)
    })
    .openapi(cycles.acceptRule, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const cycle = await record.change(
        actor,
        (tx) => acceptRule(tx, actor.owner, id, clock.now()),
        (row) => updated(row.id),
      )
      return c.json(presentCycle(cycle), 200)
    })
    .openapi(cycles.removal, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await readAtOnce(db, (tx) => previewRemoval(tx, c.var.actor.owner, id)), 200)
    })
    .openapi(cycles.remove, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await orFailTo('ceu_cycle_not_deleted', () =>
        record.change(
          actor,
          (tx) => removeCycle(tx, actor.owner, id, clock.now()),
          () => removed(id),
        ),
      )
      return c.body(null, 204)
    })
    .openapi(cycles.restore, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const cycle = await record.change(
        actor,
        (tx) => restoreCycle(tx, actor.owner, id, clock.now()),
        (row) => restored(row.id),
      )
      return c.json(presentCycle(cycle), 200)
    })
}

/** A spreadsheet's worth of entries: a thousand with all their fields. */
const importBody = jsonBodyWithin({ bytes: 4_000_000, values: 60_000 })

/** `/api/ceu-entries`. */
export function ceuEntryRoutes(house: House) {
  const { db, clock } = house
  const record = recorder(house, 'ceuEntry')
  const momentOf = (actor: Actor): Moment => {
    const now = clock.now()
    return { now, today: todayIn(now, actor.timeZone) }
  }
  const room = createRoom()
  room.use('*', signedIn(house), auditRefusals(house))
  room.use('/', jsonBody)
  room.use('/:id', (c, next) => (c.req.param('id') === 'import' ? importBody(c, next) : jsonBody(c, next)))

  return room
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

const resources: Partial<Record<Problem['code'], string>> = {
  ceu_cycle_not_owned: 'ceuCycle',
  ceu_entry_not_owned: 'ceuEntry',
  license_not_owned: 'license',
  certification_not_owned: 'certification',
  file_not_owned: 'file',
}

/** After the refusal, because what it rolled back would take the record of it along. */
function auditRefusals(house: House): MiddlewareHandler<Scene> {
  return async (c, next) => {
    await next()
    const resource = c.error instanceof Problem ? resources[c.error.code] : undefined
    if (resource === undefined) return
    const { id, cycleId, importId } = c.req.param() as Record<string, string | undefined>
    await audit(house.db, c.var.actor, house.clock.now(), 'security_unauthorized_access', {
      resource,
      resourceId: id ?? cycleId ?? importId ?? null,
    })
  }
}
