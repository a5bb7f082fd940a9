import { OAuth2Server } from 'oauth2-mock-server'

/** What the provider says of whoever is signed in there. */
export type Claims = {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  auth_time?: number
}

export type OidcProvider = {
  issuer: string
  /** Whoever signs in there next. */
  claims: Claims
  /** Changes the token before it is signed: another nonce, audience or issuer. */
  forge: ((payload: Record<string, unknown>) => void) | null
  /** The addresses that browsers were sent to, and what was asked at the token's. */
  asked: URL[]
  tokenBodies: Record<string, unknown>[]
  /** Signs in at the address that we were sent to, and gives back the path of ours that the browser comes back to. */
  signInAt(url: string): Promise<string>
  close(): Promise<void>
}

/** A real OpenID Connect provider on a loopback port: discovery, PKCE, nonce and signed tokens. */
export async function startOidcProvider(claims: Claims): Promise<OidcProvider> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const provider: OidcProvider = {
    issuer: server.issuer.url ?? '',
    claims,
    forge: null,
    asked: [],
    tokenBodies: [],
    async signInAt(url) {
      provider.asked.push(new URL(url))
      const answer = await fetch(url, { redirect: 'manual' })
      const back = new URL(answer.headers.get('location') ?? '')
      return back.pathname + back.search
    },
    close: () => server.stop(),
  }
  server.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
    Object.assign(payload, provider.claims)
    provider.forge?.(payload)
  })
  server.service.on('beforeResponse', (_answer: unknown, request: { body: Record<string, unknown> }) => {
    provider.tokenBodies.push(request.body)
  })
  return provider
}
