import { requireSession } from '#server/auth/require-session.ts'
import type { Db } from '#server/db/database.ts'
import { auditedChanges } from '#server/http/audited-changes.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { seenVersion } from '#server/http/record-version.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { credentialContract } from '#shared/credentials/contract.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { archiveCredential } from './archive-store.ts'
import { listCredentials, listExpiring, listRenewal } from './list-store.ts'
import { archiveCredentials, tagCredentials } from './several-store.ts'
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

  const changes = auditedChanges(services, 'license')
  /** "Credential audit metadata carries type": RN or the like for a license, the kind for a certification. */
  const described =
    (action: AuditAction) =>
    <C extends Changed>({ id, kind, type }: C) => ({
      ...{ action, resource: kind, resourceId: id },
      metadata: { type: type ?? kind },
    })

  const setArchived = async (actor: Actor, id: string, archivedAt: Date | null) => {
    const action = archivedAt ? 'credential_archived' : 'credential_unarchived'
    const work = (tx: Db) => archiveCredential(tx, actor.owner, id, archivedAt)
    return present(actor, await changes.run(actor, work, described(action)))
  }

  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'license', 'certification'))
  // `/archive`, `/unarchive` and `/restore` have no body.
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
      const { actor } = c.var
      const body = c.req.valid('json')
      const request = { key: c.req.header('idempotency-key'), operation: 'POST /api/credentials', body }
      const created = await changes.runOnce(
        actor,
        request,
        async (tx) => present(actor, await createCredential(tx, actor.owner, body, clock.now())),
        described('credential_created'),
      )
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
    .openapi(route('POST /api/credentials/several'), async (c) => {
      const { actor } = c.var
      const { ids, ...change } = c.req.valid('json')
      const now = clock.now()
      const work = (tx: Db) =>
        change.action === 'tag'
          ? tagCredentials(tx, actor.owner, { ids, tag: change.tag }, now)
          : archiveCredentials(tx, actor.owner, ids, change.action === 'archive' ? now : null)
      const changed = await changes.runEach(actor, work, described(severalActions[change.action]))
      return c.json({ changed: changed.map(({ id }) => id) }, 200)
    })
    .openapi(route('GET /api/credentials/{id}'), async (c) => {
      const { actor } = c.var
      const found = await requireCredential(db, actor.owner, c.req.valid('param').id)
      return c.json(present(actor, found), 200)
    })
    .openapi(route('PATCH /api/credentials/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const patch = c.req.valid('json')
      const operation = `PATCH /api/credentials/${id}`
      const changed = await changes.runOnce(
        actor,
        { key: c.req.header('idempotency-key'), operation, body: patch },
        async (tx) =>
          present(actor, await updateCredential(tx, actor.owner, id, patch, clock.now(), seenVersion(c))),
        described('credential_updated'),
      )
      return c.json(changed, 200)
    })
    .openapi(route('DELETE /api/credentials/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await changes.run(
        actor,
        (tx) => removeCredential(tx, actor.owner, id, clock.now()),
        described('credential_deleted'),
      )
      return c.body(null, 204)
    })
    .openapi(route('POST /api/credentials/{id}/archive'), async (c) =>
      c.json(await setArchived(c.var.actor, c.req.valid('param').id, clock.now()), 200),
    )
    .openapi(route('POST /api/credentials/{id}/unarchive'), async (c) =>
      c.json(await setArchived(c.var.actor, c.req.valid('param').id, null), 200),
    )
    .openapi(route('POST /api/credentials/{id}/restore'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const record = await changes.run(
        actor,
        (tx) => restoreCredential(tx, actor.owner, id, clock.now()),
        described('credential_restored'),
      )
      return c.json(present(actor, record), 200)
    })
}

const severalActions = {
  archive: 'credential_archived',
  unarchive: 'credential_unarchived',
  tag: 'credential_updated',
} as const

type Changed = Pick<CredentialRow, 'id' | 'kind'> & { type?: string | null }
