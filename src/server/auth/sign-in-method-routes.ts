import { audit } from '#server/audit/store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import { logAction } from '#server/kernel/security-log.ts'
import type { SignInMethodChange } from '#server/mail/security-notices.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { signInMethodContract } from '#shared/auth/sign-in-method-contract.ts'
import { passkey, signInMethods } from '#shared/auth/sign-in-methods.ts'
import { renamePasskey } from './passkeys/passkey-store.ts'
import { requireRecentAuthentication } from './reauthentication.ts'
import { requireSession } from './require-session.ts'
import { findSignInMethods, removeLinkedAccount, removePasskey } from './sign-in-method-store.ts'

type Removal = { action: AuditAction; resourceId: string; notice: SignInMethodChange }

const route = routesAt('/api/users/me/sign-in-methods', signInMethodContract)

/** `/api/users/me/sign-in-methods`: passkeys, linked accounts and two-factor authentication. */
export function signInMethodRoutes(services: Services) {
  const { auth, db, clock, config } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  router.use('*', jsonBody)

  const providerName = (id: string) => config.OIDC_PROVIDERS.find((each) => each.id === id)?.name ?? id

  /** The removal, its audit record and its email happen together or not at all. */
  async function removing(
    actor: Actor,
    remove: (tx: typeof db) => Promise<void>,
    { action, resourceId, notice }: Removal,
  ): Promise<void> {
    requireRecentAuthentication(actor, clock.now())
    await db.transaction(async (tx) => {
      await remove(tx)
      await audit(tx, actor, clock.now(), action, { resource: 'way_in', resourceId })
      const user = await findUserById(tx, actor.owner)
      if (user) await auth.events.sendSignInMethodChanged(tx, user, notice)
    })
    logAction(services.log, action, { ownerId: actor.owner })
  }

  return router
    .openapi(route('GET /api/users/me/sign-in-methods'), async (c) => {
      const found = await findSignInMethods(db, c.var.actor.owner)
      const linkedAccounts = found.linkedAccounts.map(({ id, providerId, createdAt }) => ({
        ...{ id, createdAt },
        ...{ provider: providerId, providerName: providerName(providerId) },
      }))
      return c.json(signInMethods.parse({ ...found, linkedAccounts }), 200)
    })
    .openapi(route('PUT /api/users/me/sign-in-methods/passkeys/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const { name } = c.req.valid('json')
      const renamed = await db.transaction(async (tx) => {
        const row = await renamePasskey(tx, actor.owner, id, name)
        await audit(tx, actor, clock.now(), 'auth_passkey_renamed', { resource: 'way_in', resourceId: id })
        return row
      })
      return c.json(passkey.parse(renamed), 200)
    })
    .openapi(route('DELETE /api/users/me/sign-in-methods/passkeys/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const removal = { action: 'auth_passkey_removed', resourceId: id, notice: 'passkey_removed' } as const
      await removing(actor, (tx) => removePasskey(tx, actor.owner, id), removal)
      return c.body(null, 204)
    })
    .openapi(route('DELETE /api/users/me/sign-in-methods/linked-accounts/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const removal = { action: 'auth_account_unlinked', resourceId: id, notice: 'account_unlinked' } as const
      await removing(actor, (tx) => removeLinkedAccount(tx, actor.owner, id), removal)
      return c.body(null, 204)
    })
}
