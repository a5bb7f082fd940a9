import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import { logAction } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import { accessTokenList, createdAccessToken } from '#shared/auth/access-token.ts'
import { accessTokenContract } from '#shared/auth/access-token-contract.ts'
import { createToken, listTokens, removeToken } from './token-store.ts'
import { accessTokenDigest, createTokenText } from './token-text.ts'

const DAY_MS = 86_400_000

const route = routesAt('/api/users/me/tokens', accessTokenContract)

/** `/api/users/me/tokens`. A new token needs a reauthentication within the last ten minutes. */
export function accessTokenRoutes(services: Services) {
  const { auth, db, clock, log } = services
  const router = createRouter()
  router.use('*', requireSession(services))
  router.use('*', jsonBody)
  return router
    .openapi(route('GET /api/users/me/tokens'), async (c) =>
      c.json(accessTokenList.parse({ items: await listTokens(db, c.var.actor.owner) }), 200),
    )
    .openapi(route('POST /api/users/me/tokens'), async (c) => {
      const { actor } = c.var
      const now = clock.now()
      requireRecentAuthentication(actor, now)
      const { name, scopes, days } = c.req.valid('json')
      const token = createTokenText()
      const created = await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        const expiresAt = new Date(now.getTime() + days * DAY_MS)
        const digest = accessTokenDigest(token)
        const row = await createToken(tx, actor.owner, { name, scopes, digest, createdAt: now, expiresAt })
        await auth.events.sendChannelAdded(tx, actor.owner, 'access_token_made')
        const metadata = { name, scopes: scopes.join(','), days }
        await audit(tx, actor, now, 'auth_token_made', { resource: 'token', resourceId: row.id, metadata })
        return row
      })
      logAction(log, 'auth_token_made', { ownerId: actor.owner })
      return c.json(createdAccessToken.parse({ ...created, token }), 201)
    })
    .openapi(route('DELETE /api/users/me/tokens/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      await db.transaction(async (tx) => {
        const { name } = await removeToken(tx, actor.owner, id)
        const what = { resource: 'token', resourceId: id, metadata: { name } }
        await audit(tx, actor, clock.now(), 'auth_token_ended', what)
      })
      return c.body(null, 204)
    })
}
