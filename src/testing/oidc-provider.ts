import { OAuth2Server } from 'oauth2-mock-server'

/** The provider's claims about the user who signs in. */
export type Claims = {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  auth_time?: number
}

export type OidcProvider = {
  issuer: string
  /** The user who signs in next. */
  claims: Claims
  /** Changes the token before it is signed: its nonce, audience or issuer. */
  forge: ((payload: Record<string, unknown>) => void) | null
  /** Makes the token endpoint respond with 400 and this body. */
  refusal: object | null
  /** The URLs that browsers were sent to, and the requests to the token endpoint. */
  asked: URL[]
  tokenBodies: Record<string, unknown>[]
  /** Signs in at the provider's URL. Returns our path to which the provider redirects the browser. */
  signInAt(url: string): Promise<string>
  /** A signed ID token for an app, with these claims instead of the usual ones. */
  idToken(claims?: Record<string, unknown>): Promise<string>
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
    refusal: null,
    asked: [],
    tokenBodies: [],
    async signInAt(url) {
      provider.asked.push(new URL(url))
      const answer = await fetch(url, { redirect: 'manual' })
      const back = new URL(answer.headers.get('location') ?? '')
      return back.pathname + back.search
    },
    idToken: (claims = {}) =>
      server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          Object.assign(payload, { aud: 'lanyard', ...provider.claims, ...claims })
        },
      }),
    close: () => server.stop(),
  }
  server.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
    Object.assign(payload, provider.claims)
    provider.forge?.(payload)
  })
  server.service.on('beforeResponse', (answer: object, request: { body: Record<string, unknown> }) => {
    if (provider.refusal) Object.assign(answer, { statusCode: 400, body: provider.refusal })
    provider.tokenBodies.push(request.body)
  })
  return provider
}
