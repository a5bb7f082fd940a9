import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth'
import { createRemoteJWKSet } from 'jose'
import type { DiscoveredProvider } from './oidc-discovery.ts'

/**
 * Better Auth's plugin with the endpoints that we discovered: its own discovery follows redirects. Without discovery it
 * would not verify ID tokens, so this function supplies the verification rules.
 */
export function oidcPlugin(config: GenericOAuthConfig, found: DiscoveredProvider) {
  const { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } = found
  const plugin = genericOAuth({ config: [{ ...config, authorizationUrl, tokenUrl }] })
  const idToken = {
    jwks: createRemoteJWKSet(new URL(found.jwks_uri)),
    issuer: found.issuer,
    audience: config.clientId,
    algorithms: found.id_token_signing_alg_values_supported,
  }
  const init: typeof plugin.init = async (context) => {
    const initialized = await plugin.init(context)
    const provider = initialized.context.socialProviders.find(({ id }) => id === config.providerId)
    if (!provider) throw new Error(`${config.providerId} was not added`)
    Object.assign(provider, { issuer: found.issuer, idToken, requiresIdTokenNonce: true })
    return initialized
  }
  return { ...plugin, init }
}
