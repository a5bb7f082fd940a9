import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { networkOf } from '#server/http/client-network.ts'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import type { TokenScope } from '#shared/auth/access-token.ts'
import { tokenScopeOf } from '#shared/auth/token-scope.ts'
import { Problem } from '#shared/http/errors.ts'
import { findLiveToken, touchToken } from './token-store.ts'
import { accessTokenDigest } from './token-text.ts'

/**
 * The owner of a token that allows this request. Rejects with `access_token_refused`, the same for a token that is
 * unknown, expired or revoked; with `not_for_tokens` or `token_scope_missing`; and with `too_many_requests`.
 */
export async function requireTokenActor(
  services: Services,
  c: Context<AppEnv>,
  token: string,
): Promise<Actor> {
  const { db, clock, limits } = services
  const now = clock.now()
  const found = await findLiveToken(db, accessTokenDigest(token), now)
  if (found === null) {
    await limits.consume('tokenRefused', networkOf(c.req.raw))
    c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
    throw new Problem('access_token_refused')
  }
  await limits.consume('token', found.id)
  requireScope(c, found.scopes)
  await touchToken(db, found, now)
  return {
    owner: asOwnerId(found.userId),
    sessionId: `token-${found.id}`,
    tokenId: found.id,
    tokenScopes: found.scopes,
    userAgent: `Access token “${found.name}”`,
    timeZone: found.timeZone,
    // A program cannot enter a password, so actions that need one are refused.
    authenticatedAt: new Date(0),
  }
}

function requireScope(c: Context<AppEnv>, scopes: TokenScope[]): void {
  const scope = tokenScopeOf(endpointOf(c))
  if (scope === null) throw new Problem('not_for_tokens')
  if (scopes.includes(scope)) return
  c.header('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  throw new Problem('token_scope_missing')
}

/**
 * The endpoint that handles the request, as its contract names it. Guards match any method and come before the
 * endpoint.
 */
function endpointOf(c: Context<AppEnv>): string {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  if (route === undefined) return ''
  return `${route.method} ${route.path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`
}
