import { z } from 'zod'
import { isListed } from '#server/http/safe-fetch.ts'
import type { Config, ProviderConfig } from '#server/kernel/config.ts'
import { errorCode, errorMessage } from '#server/kernel/error-details.ts'
import type { Logger } from '#server/kernel/log.ts'
import { Problem } from '#shared/http/errors.ts'

const DISCOVERY_MS = 5000

/** The fields that we use of a provider's discovery document. */
const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1).optional().catch(undefined),
})
export type DiscoveredProvider = z.infer<typeof discovered>

/**
 * Fetches the document, without following redirects. Throws `provider_failed` if there is none, or if it names another
 * issuer or a server that the operator does not allow.
 */
export async function discoverProvider(
  { OUTBOUND_HOSTS: hosts }: Pick<Config, 'OUTBOUND_HOSTS'>,
  log: Pick<Logger, 'warn'>,
  { id, issuer }: ProviderConfig,
): Promise<DiscoveredProvider> {
  try {
    const found = await fetchDocument(issuer)
    for (const url of [found.token_endpoint, found.jwks_uri]) requireAllowed(hosts, url, issuer)
    return found
  } catch (error) {
    const cause = error instanceof Error ? errorCode(error.cause) : undefined
    log.warn({ provider: id, reason: cause ?? errorMessage(error) }, 'oidc: a provider does not respond')
    throw new Problem('provider_failed')
  }
}

async function fetchDocument(issuer: string): Promise<DiscoveredProvider> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const signal = AbortSignal.timeout(DISCOVERY_MS)
  const response = await fetch(url, { signal, redirect: 'error' })
  if (!response.ok) throw new Error(`It answered ${response.status}`)
  return discovered.parse(await response.json())
}

/** We send codes and secrets to these servers, and get keys from them. */
function requireAllowed(hosts: string[] | undefined, text: string, issuer: string): void {
  const [url, own] = [new URL(text), new URL(issuer)]
  const isSafe = url.protocol === 'https:' || url.protocol === own.protocol
  if (!isSafe) throw new Error(`${url.host} is not reached by https`)
  if (url.hostname !== own.hostname && !isListed(hosts, url.hostname))
    throw new Error(`${url.hostname} is not in OUTBOUND_HOSTS`)
}
