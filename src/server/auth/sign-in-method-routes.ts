import { createRoute } from '@hono/zod-openapi'
import { findUser } from '#server/account/store.ts'
import { audit } from '#server/audit/store.ts'
import { answers, createRouter, jsonBody, problems, takes } from '#server/http/route.ts'
import { type WayInChange, wayInChangedMessage } from '#server/mail/security-notices.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { identityId, passkey, renamePasskeyInput, waysIn } from '#shared/auth/sign-in-methods.ts'
import { requireRecentProof } from './reauthentication.ts'
import { signedIn } from './require-session.ts'
import { findWaysIn, removeLinkedAccount, removePasskey, renamePasskey } from './sign-in-method-store.ts'

const showWaysIn = createRoute({
  method: 'get',
  path: '/',
  responses: { 200: answers(waysIn, 'How the owner can sign in'), ...problems(401) },
})

const namePasskey = createRoute({
  method: 'put',
  path: '/passkeys/{id}',
  request: { params: identityId, body: takes(renamePasskeyInput) },
  responses: {
    200: answers(passkey, 'The passkey under its new name'),
    ...problems(400, 401, 403, 404, 413, 415, 422),
  },
})

const dropPasskey = createRoute({
  method: 'delete',
  path: '/passkeys/{id}',
  request: { params: identityId },
  responses: { 204: { description: 'It opens nothing any more' }, ...problems(401, 403, 404, 422) },
})

const dropLinkedAccount = createRoute({
  method: 'delete',
  path: '/linked-accounts/{id}',
  request: { params: identityId },
  responses: { 204: { description: 'It opens nothing any more' }, ...problems(401, 403, 404, 422) },
})

/** `/api/users/me/ways-in`: passkeys, linked accounts and the second factor. Removing asks for a proof of ten minutes. */
export function wayInRoutes(services: Services) {
  const { db, clock, config, mailer } = services
  const router = createRouter()
  router.use('*', signedIn(services))
  router.use('*', jsonBody)

  const providerName = (id: string) => config.OIDC_PROVIDERS.find((known) => known.id === id)?.name ?? id

  /** What goes, its record and its mail: all or none. */
  async function removing(
    actor: Actor,
    remove: (tx: typeof db) => Promise<void>,
    { action, resourceId, mail }: { action: AuditAction; resourceId: string; mail: WayInChange },
  ): Promise<void> {
    requireRecentProof(actor, clock.now())
    await db.transaction(async (tx) => {
      await remove(tx)
      await audit(tx, actor, clock.now(), action, { resource: 'way_in', resourceId })
      const person = await findUser(tx, actor.owner)
      if (!person) return
      await mailer.enqueue(wayInChangedMessage({ to: person.email, name: person.name }, mail), tx)
    })
  }

  return router
    .openapi(showWaysIn, async (c) => {
      const found = await findWaysIn(db, c.var.actor.owner)
      const linkedAccounts = found.linkedAccounts.map(({ id, providerId, createdAt }) => ({
        ...{ id, createdAt },
        ...{ provider: providerId, providerName: providerName(providerId) },
      }))
      return c.json(waysIn.parse({ ...found, linkedAccounts }), 200)
    })
    .openapi(namePasskey, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const { name } = c.req.valid('json')
      const named = await db.transaction(async (tx) => {
        const row = await renamePasskey(tx, actor.owner, id, name)
        await audit(tx, actor, clock.now(), 'auth_passkey_renamed', { resource: 'way_in', resourceId: id })
        return row
      })
      return c.json(passkey.parse(named), 200)
    })
    .openapi(dropPasskey, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const what = { action: 'auth_passkey_removed', resourceId: id, mail: 'passkey_removed' } as const
      await removing(actor, (tx) => removePasskey(tx, actor.owner, id), what)
      return c.body(null, 204)
    })
    .openapi(dropLinkedAccount, async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const what = { action: 'auth_account_unlinked', resourceId: id, mail: 'account_unlinked' } as const
      await removing(actor, (tx) => removeLinkedAccount(tx, actor.owner, id), what)
      return c.body(null, 204)
    })
}
