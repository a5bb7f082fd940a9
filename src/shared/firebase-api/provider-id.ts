/** Providers that Firebase knows by a domain; every other one is `oidc.` and a name. */
const named = ['apple', 'facebook', 'github', 'google', 'microsoft', 'twitter', 'yahoo']

/** How a Firebase client names the provider that the operator configured under `id`. */
export function firebaseProviderId(id: string): string {
  return named.includes(id) ? `${id}.com` : `oidc.${id}`
}

/** The `id` in the operator's configuration of a provider as a Firebase client names it. */
export function configuredProviderId(given: string): string {
  return given.replace(/^oidc\./, '').replace(/\.com$/, '')
}
