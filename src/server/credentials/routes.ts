import { audit, auditValues } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { claimValues, withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { seenVersion } from '#server/http/record-version.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { credentialContract } from '#shared/credentials/contract.ts'
import { type Credential, type CredentialInput, presentCredential } from '#shared/credentials/credential.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { archiveCredential } from './archive-store.ts'
import { createAtOnce } from './create-store.ts'
import {
  type CredentialRecord,
  type CredentialRow,
  createCredential,
  listCredentials,
  listExpiring,
  listRenewal,
  newCredential,
  recordOf,
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

  const create = async (actor: Actor, input: CredentialInput, key: string | undefined) => {
    const { owner } = actor
    const now = clock.now()
    const request = { key, operation: 'POST /api/credentials', body: input }
    const { row, fileIds } = newCredential(owner, input, now)
    if (fileIds.length === 0) {
      const answer = present(actor, recordOf(row))
      const values = {
        ...claimValues(owner, request, answer, now),
        ...auditValues(actor, now, 'credential_created', auditedOf(row)),
      }
      if (await createAtOnce(db, row, values)) return answer
    }
    return withIdempotencyKey(db, clock, owner, request, async (tx) => {
      const record = await createCredential(tx, owner, input, now)
      await auditChange(services, tx, actor, 'credential_created', record)
      return present(actor, record)
    })
  }

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'license', 'certification'))
  // Not for `/archive`, `/unarchive` and `/restore`, which have no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/credentials'), async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const page = await listCredentials(db, actor.owner, c.req.valid('query'), today)
      return c.json({ ...page, items: presentAll(actor, page.items, today) }, 200)
    })
    .openapi(route('POST /api/credentials'), async (c) => {
      const { actor } = c.var
      const created = await create(actor, c.req.valid('json'), c.req.header('idempotency-key'))
      return c.json(created, 201, { Location: `/api/credentials/${created.id}` })
    })
    .openapi(route('GET /api/credentials/expiring/{days}'), async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const records = await listExpiring(db, actor.owner, c.req.valid('param').days, today)
      return c.json({ items: presentAll(actor, records, today) }, 200)
    })
    .openapi(route('GET /api/credentials/renewal/{days}'), async (c) => {
      const { actor } = c.var
      const today = todayOf(actor)
      const records = await listRenewal(db, actor.owner, c.req.valid('param').days, today)
      return c.json({ items: presentAll(actor, records, today) }, 200)
    })
    .openapi(route('GET /api/credentials/summary'), async (c) => {
      const { actor } = c.var
      return c.json(await summarizeCredentials(db, actor.owner, todayOf(actor)), 200)
    })
    .openapi(route('GET /api/credentials/{id}'), async (c) => {
      const { actor } = c.var
      return c.json(present(actor, await requireCredential(db, actor.owner, c.req.valid('param').id)), 200)
    })
    .openapi(route('PATCH /api/credentials/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const key = c.req.header('idempotency-key')
      const request = { key, operation: `PATCH /api/credentials/${id}`, body: patch }
      const credential = await withIdempotencyKey(db, clock, actor.owner, request, async (tx) => {
        const updated = await updateCredential(tx, actor.owner, id, patch, clock.now(), seenVersion(c))
        await auditChange(services, tx, actor, 'credential_updated', updated)
        return present(actor, updated)
      })
      return c.json(credential, 200)
    })
    .openapi(route('DELETE /api/credentials/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await db.transaction(async (tx) => {
        const removed = await removeCredential(tx, actor.owner, id, clock.now())
        await auditChange(services, tx, actor, 'credential_deleted', removed)
      })
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

function auditedOf({ id, kind, type }: Changed) {
  return { resource: kind, resourceId: id, metadata: { type: type ?? kind } }
}

function auditChange({ clock }: Services, tx: Db, actor: Actor, action: AuditAction, row: Changed) {
  return audit(tx, actor, clock.now(), action, auditedOf(row))
}
