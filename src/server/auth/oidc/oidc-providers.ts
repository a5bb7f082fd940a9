import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import type { AccountEvents } from '#server/auth/account-events.ts'
import type { AuthOptions } from '#server/auth/auth-options.ts'
import { createBetterAuth } from '#server/auth/better-auth.ts'
import type { BetterAuthHandler } from '#server/auth/better-auth-client.ts'
import { authRequestContext } from '#server/auth/request-context.ts'
import type { ProviderConfig } from '#server/kernel/config.ts'
import { Problem } from '#shared/http/errors.ts'
import { discoverProvider } from './oidc-discovery.ts'
import { oidcPlugin } from './oidc-plugin.ts'

/** How far a provider's clock may be behind. */
const CLOCK_SKEW_MS = 120_000

export type OidcProviders = {
  list(): { id: string; name: string }[]
  /**
   * Better Auth with this provider. Throws `provider_unknown`, or `provider_failed` while the provider does not
   * respond.
   */
  instanceFor(id: string): Promise<BetterAuthHandler>
}

/**
 * Creates an instance of Better Auth for each provider when first needed. Better Auth reads a provider's addresses when
 * it starts, and a provider that does not respond must not delay the other sign-in methods.
 */
export function createOidcProviders(
  options: AuthOptions,
  events: AccountEvents,
  secret: string,
): OidcProviders {
  const { OIDC_PROVIDERS: configs } = options.config
  const instances = new Map<string, Promise<BetterAuthHandler>>()

  async function create(config: ProviderConfig): Promise<BetterAuthHandler> {
    const found = await discoverProvider(options.config, options.log, config)
    const plugin = oidcPlugin(oauthConfig(config), found)
    const instance = createBetterAuth(options, events, secret, [plugin])
    const { socialProviders } = await instance.$context
    if (!socialProviders.some(({ id }) => id === config.id)) throw new Problem('provider_failed')
    return instance
  }

  return {
    list: () => configs.map(({ id, name }) => ({ id, name })),
    async instanceFor(id) {
      const config = configs.find((each) => each.id === id)
      if (!config) throw new Problem('provider_unknown')
      const instance = instances.get(id) ?? create(config)
      instances.set(id, instance)
      return instance.catch((error) => {
        instances.delete(id)
        throw error
      })
    },
  }
}

function oauthConfig(config: ProviderConfig): GenericOAuthConfig {
  const { id, name, clientId, clientSecret, scopes, responseMode } = config
  return {
    ...{ providerId: id, name, clientId, scopes: [...new Set(['openid', ...scopes])] },
    ...(clientSecret && { clientSecret }),
    ...(responseMode && { responseMode }),
    pkce: true,
    // The plugin has already checked the token's signature, issuer, audience and nonce.
    getUserInfo: async ({ idToken }) => {
      const claims = idToken ? claimsOf(idToken) : null
      return claims && isFromIssuer(claims, config) && isRecent(claims) ? profileOf(claims, config) : null
    },
  }
}

type Profile = { id: string; sub: string; name: string; email: string | null; emailVerified: boolean }
type Claims = Record<string, unknown>

/** A provider's discovery document could name a different issuer than the operator. */
function isFromIssuer({ iss }: Claims, { issuer }: ProviderConfig): boolean {
  const bare = (url: string) => url.replace(/\/+$/, '')
  return typeof iss === 'string' && bare(iss) === bare(issuer)
}

/**
 * Reauthentication makes the provider request the password again. If the provider reports when it did, that time must
 * be recent. A provider that does not report it is trusted as before.
 */
function isRecent({ auth_time: seconds }: Claims): boolean {
  const since = authRequestContext.getStore()?.authenticatedSince
  if (since === undefined || seconds === undefined) return true
  return typeof seconds === 'number' && seconds * 1000 >= since.getTime() - CLOCK_SKEW_MS
}

/** An address that the provider has not confirmed counts as missing, because it could be anyone's. */
function profileOf(claims: Claims, { trustEmail }: ProviderConfig): Profile {
  const sub = String(claims.sub ?? '')
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : null
  // Apple sends a string.
  const isConfirmed = trustEmail || claims.email_verified === true || claims.email_verified === 'true'
  const emailVerified = email !== null && isConfirmed
  const name = typeof claims.name === 'string' && claims.name.trim() !== '' ? claims.name : email
  return {
    ...{ id: sub, sub, emailVerified },
    name: (name ?? '').slice(0, 101),
    email: emailVerified ? email : null,
  }
}

function claimsOf(idToken: string): Claims {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()
  return z.record(z.string(), z.unknown()).parse(JSON.parse(payload))
}
