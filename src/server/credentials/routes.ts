import { createRoute, z } from '@hono/zod-openapi'
import { audit } from '#server/audit/store.ts'
import { signedIn } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { answers, createRouter, jsonBody, problems, takes } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import {
  type Credential,
  credential,
  credentialInput,
  credentialItems,
  credentialPage,
  credentialPatch,
  credentialQuery,
  credentialSummary,
  days,
  presentCredential,
} from '#shared/credentials/credential.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import {
  type CredentialRecord,
  type CredentialRow,
  createCredential,
  listCredentials,
  listExpiring,
  listRenewal,
  requireCredential,
  summarizeCredentials,
  updateCredential,
} from './store.ts'
import { removeCredential, restoreCredential } from './trash-store.ts'

const tags = ['Credentials']
const byId = z.object({ id: z.string() })
const byDays = z.strictObject({ days })

const list = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List, filter and search my credentials, a page at a time',
  request: { query: credentialQuery },
  responses: { 200: answers(credentialPage, 'One page'), ...problems(401, 422) },
})

const create = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Add a license or a certification',
  request: {
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: takes(credentialInput),
  },
  responses: {
    201: {
      ...answers(credential, 'Added'),
      headers: z.object({ Location: z.string() }),
    },
    ...problems(400, 401, 403, 404, 413, 415, 422),
  },
})

const expiring = createRoute({
  method: 'get',
  path: '/expiring/{days}',
  tags,
  summary: 'What expires within so many days, soonest first',
  request: { params: byDays },
  responses: { 200: answers(credentialItems, '0 <= daysLeft <= days'), ...problems(401, 422) },
})

const renewal = createRoute({
  method: 'get',
  path: '/renewal/{days}',
  tags,
  summary: 'What has lapsed or expires within so many days, soonest first',
  request: { params: byDays },
  responses: { 200: answers(credentialItems, 'daysLeft <= days'), ...problems(401, 422) },
})

const summary = createRoute({
  method: 'get',
  path: '/summary',
  tags,
  summary: 'How many of each status and kind, and the tags in use',
  responses: { 200: answers(credentialSummary, 'Counts'), ...problems(401) },
})

const get = createRoute({
  method: 'get',
  path: '/{id}',
  tags,
  summary: 'One credential',
  request: { params: byId },
  responses: { 200: answers(credential, 'The credential'), ...problems(401, 403, 404) },
})

const update = createRoute({
  method: 'patch',
  path: '/{id}',
  tags,
  summary: 'Change a credential: what is absent stays, null clears',
  request: { params: byId, body: takes(credentialPatch) },
  responses: {
    200: answers(credential, 'As it is now'),
    ...problems(400, 401, 403, 404, 413, 415, 422),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  summary: 'Delete a credential; it can be restored for 30 days',
  request: { params: byId },
  responses: { 204: { description: 'Deleted' }, ...problems(401, 403, 404) },
})

const restore = createRoute({
  method: 'post',
  path: '/{id}/restore',
  tags,
  summary: 'Undo the deletion of a credential',
  request: { params: byId },
  responses: { 200: answers(credential, 'Back again'), ...problems(401, 403, 404, 422) },
})

/** `/api/credentials`. */
export function credentialRoutes(services: Services) {
  const { db, clock } = services
  const todayOf = (actor: Actor) => todayIn(clock.now(), actor.timeZone)
  const present = (actor: Actor, record: CredentialRecord): Credential =>
    presentCredential(record, todayOf(actor))
  const presentAll = (records: CredentialRecord[], today: string) =>
    records.map((record) => presentCredential(record, today))

  const router = createRouter()
  router.use('*', signedIn(services), auditRefusals(services, 'license', 'certification'))
  // Not for `/restore`, which has no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(list, async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const page = await listCredentials(db, actor.owner, c.req.valid('query'), today)
      return c.json({ ...page, items: presentAll(page.items, today) }, 200)
    })
    .openapi(create, async (c) => {
      const { actor } = c.var
      const input = c.req.valid('json')
      const key = c.req.header('idempotency-key')
      const request = { key, operation: 'POST /api/credentials', body: input }
      const created = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const record = await createCredential(tx, actor.owner, input, clock.now())
        await auditChange(services, tx, actor, 'credential_created', record)
        return present(actor, record)
      })
      return c.json(created, 201, { Location: `/api/credentials/${created.id}` })
    })
    .openapi(expiring, async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const records = await listExpiring(db, actor.owner, c.req.valid('param').days, today)
      return c.json({ items: presentAll(records, today) }, 200)
    })
    .openapi(renewal, async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const records = await listRenewal(db, actor.owner, c.req.valid('param').days, today)
      return c.json({ items: presentAll(records, today) }, 200)
    })
    .openapi(summary, async (c) => {
      const { actor } = c.var
      return c.json(await summarizeCredentials(db, actor.owner, todayOf(actor)), 200)
    })
    .openapi(get, async (c) => {
      const { actor } = c.var
      return c.json(present(actor, await requireCredential(db, actor.owner, c.req.valid('param').id)), 200)
    })
    .openapi(update, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const record = await db.transaction(async (tx) => {
        const updated = await updateCredential(tx, actor.owner, id, patch, clock.now())
        await auditChange(services, tx, actor, 'credential_updated', updated)
        return updated
      })
      return c.json(present(actor, record), 200)
    })
    .openapi(remove, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await db.transaction(async (tx) => {
        const removed = await removeCredential(tx, actor.owner, id, clock.now())
        await auditChange(services, tx, actor, 'credential_deleted', removed)
      })
      return c.body(null, 204)
    })
    .openapi(restore, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const record = await db.transaction(async (tx) => {
        const restored = await restoreCredential(tx, actor.owner, id, clock.now())
        await auditChange(services, tx, actor, 'credential_restored', restored)
        return restored
      })
      return c.json(present(actor, record), 200)
    })
}

/** "Credential audit metadata carries type": of a license RN or the like, of a certification its kind. */
type Changed = Pick<CredentialRow, 'id' | 'kind' | 'type'>

function auditChange(services: Services, tx: Db, actor: Actor, action: AuditAction, row: Changed) {
  const metadata = { type: row.type ?? row.kind }
  return audit(tx, actor, services.clock.now(), action, { resource: row.kind, resourceId: row.id, metadata })
}
