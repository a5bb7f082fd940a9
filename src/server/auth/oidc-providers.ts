import { randomUUID } from 'node:crypto'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { ProviderConfig } from '#server/kernel/config.ts'
import { Problem } from '#shared/http/errors.ts'
import type { AuthActions, AuthParts } from './account-events.ts'
import { createService } from './better-auth.ts'
import type { Service } from './route-context.ts'
import { type SessionKind, tokenDigest } from './session-store.ts'
import { verifications } from './table.ts'

const DISCOVERY_MS = 5000
const FLOW_MS = 10 * 60_000

export type Providers = {
  list(): { id: string; name: string }[]
  /** Better Auth with this provider; throws `provider_unknown`, or `provider_failed` while it does not answer. */
  serviceOf(id: string): Promise<Service>
}

/**
 * A service of its own for each provider, made when someone first wants it: Better Auth asks a provider for its
 * addresses as it starts, and one that does not answer must not hold up every other way in.
 */
export function createProviders(parts: AuthParts, actions: AuthActions, secret: string): Providers {
  const { OIDC_PROVIDERS: configs } = parts.config
  const made = new Map<string, Promise<Service>>()

  async function make(config: ProviderConfig): Promise<Service> {
    const found = await fetch(discoveryUrl(config), { signal: AbortSignal.timeout(DISCOVERY_MS) }).catch(
      () => null,
    )
    if (!found?.ok) throw new Problem('provider_failed')
    const service = createService(parts, actions, secret, [genericOAuth({ config: [oauthConfig(config)] })])
    const { socialProviders } = await service.$context
    if (!socialProviders.some(({ id }) => id === config.id)) throw new Problem('provider_failed')
    return service
  }

  return {
    list: () => configs.map(({ id, name }) => ({ id, name })),
    async serviceOf(id) {
      const config = configs.find((known) => known.id === id)
      if (!config) throw new Problem('provider_unknown')
      const making = made.get(id) ?? make(config)
      made.set(id, making)
      return making.catch((error) => {
        made.delete(id)
        throw error
      })
    },
  }
}

function discoveryUrl({ issuer }: ProviderConfig): string {
  return `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
}

function oauthConfig(config: ProviderConfig): Parameters<typeof genericOAuth>[0]['config'][number] {
  const { id, name, clientId, clientSecret, scopes, responseMode } = config
  return {
    ...{ providerId: id, name, clientId, scopes, discoveryUrl: discoveryUrl(config) },
    ...(clientSecret && { clientSecret }),
    ...(responseMode && { responseMode }),
    pkce: true,
    requireIdTokenVerification: true,
    // The plugin has checked the token's signature, issuer, audience and nonce by now, if there is one.
    getUserInfo: async ({ idToken }) => (idToken ? profileOf(claimsOf(idToken), config) : null),
  }
}

type Profile = { id: string; sub: string; name: string; email: string | null; emailVerified: boolean }

/** An address that the provider has not confirmed counts as none: it could be anybody's. */
function profileOf(claims: Record<string, unknown>, { trustEmail }: ProviderConfig): Profile {
  const sub = String(claims.sub ?? '')
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : null
  // Apple says it as a text.
  const isConfirmed = trustEmail || claims.email_verified === true || claims.email_verified === 'true'
  const emailVerified = email !== null && isConfirmed
  const name = typeof claims.name === 'string' && claims.name.trim() !== '' ? claims.name : email
  return {
    id: sub,
    sub,
    name: (name ?? '').slice(0, 101),
    email: emailVerified ? email : null,
    emailVerified,
  }
}

function claimsOf(idToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
}

/** What is to happen when the browser comes back from a provider. */
export type Flow = {
  operation: 'signIn' | 'link' | 'reauthenticate'
  provider: string
  next: string
  kind: SessionKind
  /** Whose account it is about; `null` when signing in. */
  userId: string | null
}

/** Kept by the hash of the `state` that goes to the provider and back. */
export async function keepFlow(db: Db, state: string, flow: Flow, now: Date): Promise<void> {
  await db.insert(verifications).values({
    id: randomUUID(),
    identifier: tokenDigest(`flow:${state}`),
    value: `provider-flow:${flow.userId ?? ''}`,
    detail: JSON.stringify(flow),
    expiresAt: new Date(now.getTime() + FLOW_MS),
    createdAt: now,
    updatedAt: now,
  })
}

/** Of twenty returns with one `state` one gets the flow. */
export async function takeFlow(db: Db, state: string, now: Date): Promise<Flow | null> {
  const mine = and(
    eq(verifications.identifier, tokenDigest(`flow:${state}`)),
    gt(verifications.expiresAt, now),
  )
  const [row] = await db.delete(verifications).where(mine).returning()
  return row?.detail ? (JSON.parse(row.detail) as Flow) : null
}
