import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { seenVersion } from '#server/http/record-version.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { credentialContract } from '#shared/credentials/contract.ts'
import {
  type Credential,
  type CredentialInput,
  type CredentialPatch,
  presentCredential,
} from '#shared/credentials/credential.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { archiveCredential } from './archive-store.ts'
import { listCredentials, listExpiring, listRenewal } from './list-store.ts'
import {
  type CredentialRecord,
  type CredentialRow,
  createCredential,
  requireCredential,
  updateCredential,
} from './store.ts'
import { summarizeCredentials } from './summary-store.ts'
import { removeCredential, restoreCredential } from './trash-store.ts'

const route = routesAt('/api/credentials', credentialContract)

/** `/api/credentials`. */
export function credentialRoutes(services: Services) {
  const { db, clock } = services
  const todayOf = (actor: Actor) => todayIn(clock.now(), actor.timeZone)
  const present = (actor: Actor, record: CredentialRecord): Credential =>
    presentCredential(record, todayOf(actor), actor.owner)
  const presentAll = (actor: Actor, records: CredentialRecord[], today: string) =>
    records.map((record) => presentCredential(record, today, actor.owner))

  const setArchived = (actor: Actor, id: string, action: 'credential_archived' | 'credential_unarchived') =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const record = await archiveCredential(
        tx,
        actor.owner,
        id,
        action === 'credential_archived' ? now : null,
      )
      await auditChange(services, tx, actor, action, record)
      return present(actor, record)
    })

  const create = (actor: Actor, input: CredentialInput, key: string | undefined) => {
    const request = { key, operation: 'POST /api/credentials', body: input }
    return withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
      const record = await createCredential(tx, actor.owner, input, clock.now())
      await auditChange(services, tx, actor, 'credential_created', record)
      return present(actor, record)
    })
  }

  const change = (
    actor: Actor,
    id: string,
    patch: CredentialPatch,
    { key, seen }: { key: string | undefined; seen: string | undefined },
  ) => {
    const request = { key, operation: `PATCH /api/credentials/${id}`, body: patch }
    return withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
      const record = await updateCredential(tx, actor.owner, id, patch, clock.now(), seen)
      await auditChange(services, tx, actor, 'credential_updated', record)
      return present(actor, record)
    })
  }

  const remove = (actor: Actor, id: string) =>
    db.transaction(async (tx) => {
      const removed = await removeCredential(tx, actor.owner, id, clock.now())
      await auditChange(services, tx, actor, 'credential_deleted', removed)
    }, 'lock first')

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'license', 'certification'))
  // Not for `/archive`, `/unarchive` and `/restore`, which have no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/credentials'), async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const { items, nextCursor } = await listCredentials(db, actor.owner, c.req.valid('query'), today)
      return c.json({ items: presentAll(actor, items, today), nextCursor }, 200)
    })
    .openapi(route('POST /api/credentials'), async (c) => {
      const key = c.req.header('idempotency-key')
      const created = await create(c.var.actor, c.req.valid('json'), key)
      return c.json(created, 201, { Location: `/api/credentials/${created.id}` })
    })
    .openapi(route('GET /api/credentials/expiring/{days}'), async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const items = await listExpiring(db, actor.owner, c.req.valid('param').days, today)
      return c.json({ items: presentAll(actor, items, today) }, 200)
    })
    .openapi(route('GET /api/credentials/renewal/{days}'), async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const items = await listRenewal(db, actor.owner, c.req.valid('param').days, today)
      return c.json({ items: presentAll(actor, items, today) }, 200)
    })
    .openapi(route('GET /api/credentials/summary'), async (c) =>
      c.json(await summarizeCredentials(db, c.var.actor.owner, todayOf(c.var.actor)), 200),
    )
    .openapi(route('GET /api/credentials/{id}'), async (c) => {
      const { actor } = c.var
      const found = await requireCredential(db, actor.owner, c.req.valid('param').id)
      return c.json(present(actor, found), 200)
    })
    .openapi(route('PATCH /api/credentials/{id}'), async (c) => {
      const { id } = c.req.valid('param')
      const request = { key: c.req.header('idempotency-key'), seen: seenVersion(c) }
      return c.json(await change(c.var.actor, id, c.req.valid('json'), request), 200)
    })
    .openapi(route('DELETE /api/credentials/{id}'), async (c) => {
      await remove(c.var.actor, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(route('POST /api/credentials/{id}/archive'), async (c) =>
      c.json(await setArchived(c.var.actor, c.req.valid('param').id, 'credential_archived'), 200),
    )
    .openapi(route('POST /api/credentials/{id}/unarchive'), async (c) =>
      c.json(await setArchived(c.var.actor, c.req.valid('param').id, 'credential_unarchived'), 200),
    )
    .openapi(route('POST /api/credentials/{id}/restore'), async (c) => {
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

/** "Credential audit metadata carries type": RN or the like for a license, the kind for a certification. */
type Changed = Pick<CredentialRow, 'id' | 'kind' | 'type'>

function auditChange({ clock }: Services, tx: Db, actor: Actor, action: AuditAction, row: Changed) {
  const { id, kind, type } = row
  return audit(tx, actor, clock.now(), action, {
    resource: kind,
    resourceId: id,
    metadata: { type: type ?? kind },
  })
}
