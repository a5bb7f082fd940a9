import type { Context } from 'hono'
import { audit, auditValues } from '#server/audit/store.ts'
import { type PresumedActor, presumedActorOf, presumeSession } from '#server/auth/require-session.ts'
import { proofValues } from '#server/auth/sessions/session-proof-store.ts'
import type { Db } from '#server/db/database.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { claimValues, type IdempotentRequest, withIdempotencyKey } from '#server/http/idempotency-store.ts'
import { seenVersion } from '#server/http/record-version.ts'
import { type AppEnv, createRouter, jsonBody } from '#server/http/route.ts'
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
import { changeAtOnce, createAtOnce, removeAtOnce } from './at-once-store.ts'
import { listCredentials, listExpiring, listRenewal } from './list-store.ts'
import { createRecentRows } from './recent-store.ts'
import {
  type CredentialRecord,
  type CredentialRow,
  createCredential,
  editOf,
  findVersionedRow,
  newCredential,
  recordOf,
  requireCredential,
  updateCredential,
  type VersionedRow,
} from './store.ts'
import { summarizeCredentials } from './summary-store.ts'
import { removeCredential, restoreCredential } from './trash-store.ts'

const route = routesAt('/api/credentials', credentialContract)

/** `/api/credentials`. */
export function credentialRoutes(services: Services) {
  const { db, clock } = services
  const recent = createRecentRows()
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

  /** The answer, where `store` stored it with its audit record and its key in one statement. */
  const storeAtOnce = async (
    { actor, proof, markProven }: PresumedActor,
    action: AuditAction,
    request: IdempotentRequest,
    { row, record }: { row: CredentialRow; record: CredentialRecord },
    store: (values: StoredValues) => Promise<string | null>,
  ): Promise<Credential | null> => {
    const now = clock.now()
    const answer = present(actor, record)
    const values = {
      ...proofValues(proof),
      ...claimValues(actor.owner, request, answer, now),
      ...auditValues(actor, now, action, auditedOf(row)),
    }
    const version = await store(values)
    if (version === null) return null
    markProven()
    // Files can be taken off a credential without a change of its row.
    if (record.fileIds.length === 0) recent.keep({ row, fileIds: [], version })
    return answer
  }

  const create = async (presumed: PresumedActor, input: CredentialInput, key: string | undefined) => {
    const { owner } = presumed.actor
    const now = clock.now()
    const request = { key, operation: 'POST /api/credentials', body: input }
    const { row, fileIds } = newCredential(owner, input, now)
    const made = { row, record: recordOf(row, []) }
    const done =
      fileIds.length === 0 &&
      (await storeAtOnce(presumed, 'credential_created', request, made, (values) =>
        createAtOnce(db, row, values),
      ))
    if (done) return done
    const actor = await presumed.confirm()
    return withIdempotencyKey(db, clock, owner, request, async (tx) => {
      const record = await createCredential(tx, owner, input, now)
      await auditChange(services, tx, actor, 'credential_created', record)
      return present(actor, record)
    })
  }

  const change = async (
    presumed: PresumedActor,
    id: string,
    patch: CredentialPatch,
    { key, seen }: { key: string | undefined; seen: string | undefined },
  ) => {
    const { owner } = presumed.actor
    const now = clock.now()
    const request = { key, operation: `PATCH /api/credentials/${id}`, body: patch }
    const storeEdit = async (found: VersionedRow | null) => {
      const edit = found && editOf(found, patch, now, seen)
      return (
        edit &&
        storeAtOnce(presumed, 'credential_updated', request, edit, (values) => changeAtOnce(db, edit, values))
      )
    }
    const done =
      (await storeEdit(recent.take(owner, id))) ?? (await storeEdit(await findVersionedRow(db, owner, id)))
    if (done) return done
    const actor = await presumed.confirm()
    return withIdempotencyKey(db, clock, owner, request, async (tx) => {
      const record = await updateCredential(tx, owner, id, patch, now, seen)
      await auditChange(services, tx, actor, 'credential_updated', record)
      return present(actor, record)
    })
  }

  const remove = async (presumed: PresumedActor, id: string) => {
    const now = clock.now()
    const audited = auditValues(presumed.actor, now, 'credential_deleted')
    if (await removeAtOnce(db, id, now, { ...proofValues(presumed.proof), ...audited }))
      return presumed.markProven()
    const actor = await presumed.confirm()
    await db.transaction(async (tx) => {
      const removed = await removeCredential(tx, actor.owner, id, now)
      await auditChange(services, tx, actor, 'credential_deleted', removed)
    })
  }

  const router = createRouter()
  router.use('*', presumeSession(services, isPresumed), auditRefusals(services, 'license', 'certification'))
  // Not for `/archive`, `/unarchive` and `/restore`, which have no body.
  router.use('/', jsonBody)
  router.use('/:id', jsonBody)

  return router
    .openapi(route('GET /api/credentials'), async (c) => {
      const page = await presumedActorOf(c).read(async (actor) => {
        const today = todayOf(actor)
        const { items, nextCursor } = await listCredentials(db, actor.owner, c.req.valid('query'), today)
        return { items: presentAll(actor, items, today), nextCursor }
      })
      return c.json(page, 200)
    })
    .openapi(route('POST /api/credentials'), async (c) => {
      const key = c.req.header('idempotency-key')
      const created = await create(presumedActorOf(c), c.req.valid('json'), key)
      return c.json(created, 201, { Location: `/api/credentials/${created.id}` })
    })
    .openapi(route('GET /api/credentials/expiring/{days}'), async (c) => {
      const items = await presumedActorOf(c).read(async (actor) => {
        const today = todayOf(actor)
        return presentAll(actor, await listExpiring(db, actor.owner, c.req.valid('param').days, today), today)
      })
      return c.json({ items }, 200)
    })
    .openapi(route('GET /api/credentials/renewal/{days}'), async (c) => {
      const items = await presumedActorOf(c).read(async (actor) => {
        const today = todayOf(actor)
        return presentAll(actor, await listRenewal(db, actor.owner, c.req.valid('param').days, today), today)
      })
      return c.json({ items }, 200)
    })
    .openapi(route('GET /api/credentials/summary'), async (c) => {
      const summary = await presumedActorOf(c).read((actor) =>
        summarizeCredentials(db, actor.owner, todayOf(actor)),
      )
      return c.json(summary, 200)
    })
    .openapi(route('GET /api/credentials/{id}'), async (c) => {
      const found = await presumedActorOf(c).read(async (actor) =>
        present(actor, await requireCredential(db, actor.owner, c.req.valid('param').id)),
      )
      return c.json(found, 200)
    })
    .openapi(route('PATCH /api/credentials/{id}'), async (c) => {
      const key = c.req.header('idempotency-key')
      const request = { key, seen: seenVersion(c) }
      const { id } = c.req.valid('param')
      return c.json(await change(presumedActorOf(c), id, c.req.valid('json'), request), 200)
    })
    .openapi(route('DELETE /api/credentials/{id}'), async (c) => {
      await remove(presumedActorOf(c), c.req.valid('param').id)
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

/** What is read, and what `create`, `change` and `remove` answer; anything else needs `c.var.actor`. */
function isPresumed({ req: { method, path } }: Context<AppEnv>): boolean {
  if (method === 'GET') return true
  return /^(POST|PATCH|DELETE)$/.test(method) && /^\/api\/credentials(\/[^/]+)?$/.test(path)
}

type StoredValues = ReturnType<typeof proofValues> &
  ReturnType<typeof claimValues> &
  ReturnType<typeof auditValues>

/** "Credential audit metadata carries type": RN or the like for a license, the kind for a certification. */
type Changed = Pick<CredentialRow, 'id' | 'kind' | 'type'>

function auditedOf({ id, kind, type }: Changed) {
  return { resource: kind, resourceId: id, metadata: { type: type ?? kind } }
}

function auditChange({ clock }: Services, tx: Db, actor: Actor, action: AuditAction, row: Changed) {
  return audit(tx, actor, clock.now(), action, auditedOf(row))
}
