import { audit } from '#server/audit/store.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { accountContract } from '#shared/account/contract.ts'
import { user } from '#shared/account/profile.ts'
import { Problem } from '#shared/http/errors.ts'
import { findUser, updateUser } from './store.ts'

const route = routesAt('/api/users', accountContract)

/** `/api/users`: the owner's profile. */
export function accountRoutes(services: Services) {
  const { clock, db } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  router.use('*', jsonBody)

  const requireUser = async (owner: Owner) => {
    const found = await findUser(db, owner)
    if (!found) throw new Problem('not_authenticated')
    return user.parse(found)
  }

  return router
    .openapi(route('GET /api/users'), async (c) =>
      c.json({ items: [await requireUser(c.var.actor.owner)] }, 200),
    )
    .openapi(route('GET /api/users/me'), async (c) => c.json(await requireUser(c.var.actor.owner), 200))
    .openapi(route('PUT /api/users/me'), async (c) => {
      const { actor } = c.var
      const input = c.req.valid('json')
      const saved = await db.transaction(async (tx) => {
        const updated = await updateUser(tx, actor.owner, input, clock.now())
        const what = {
          resource: 'user',
          resourceId: actor.owner,
          metadata: { fields: Object.keys(input).join() },
        }
        if (updated) await audit(tx, actor, clock.now(), 'auth_profile_updated', what)
        return updated
      })
      if (!saved) throw new Problem('not_authenticated')
      return c.json(user.parse(saved), 200)
    })
}
