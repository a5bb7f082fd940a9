import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/audit/store.ts'
import { findPasswordHash } from '#server/auth/account-store.ts'
import { verifyPassword } from '#server/auth/password-hash.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { hasTwoFactor } from '#server/auth/two-factor/two-factor-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter, readJsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import { accountDeletionContract } from '#shared/account-deletion/contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { removeAccount } from './service.ts'

const route = routesAt('/api/users', accountDeletionContract)

/** DELETE `/api/users/me`. */
export function accountDeletionRoutes(services: Services) {
  const { clock, db, limits } = services
  const router = createRouter()
  router.delete('/me', requireSession(services), readableBody)

  /** Requires the password; without one, or with two-factor on, a reauthentication within the last ten minutes. */
  async function requireProof(actor: Actor, password: string | undefined): Promise<void> {
    const hash = await findPasswordHash(db, actor.owner)
    if (hash && password === undefined) throw new Problem('reauthentication_needed')
    if (hash && !(await verifyPassword({ hash, password: password ?? '' }))) {
      const what = { resource: 'account', resourceId: actor.owner }
      await audit(db, actor, clock.now(), 'auth_password_refused', what)
      const message = msg`That is not your current password.`
      throw new Problem('invalid', { errors: [{ path: 'password', message }] })
    }
    if (!hash || (await hasTwoFactor(db, actor.owner))) requireRecentAuthentication(actor, clock.now())
  }

  return router.openapi(route('DELETE /api/users/me'), async (c) => {
    const { actor } = c.var
    await limits.consume('signInAccount', `session:${actor.owner}`)
    await requireProof(actor, c.req.valid('json').password)
    await removeAccount(services, actor.owner)
    return c.body(null, 204)
  })
}

/** `jsonBody` skips DELETE; here its body carries the password. */
const readableBody: MiddlewareHandler = async (c, next) => {
  if (c.req.raw.body !== null) await readJsonBody(c, { bytes: 20_000, values: 100 })
  await next()
}
