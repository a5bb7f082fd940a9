import { hash, randomBytes } from 'node:crypto'
import { idTokenOf } from '#server/auth/sessions/id-token.ts'
import { TOKEN_PREFIX } from '#shared/auth/access-token.ts'

/** 256 random bits. */
export function createTokenText(): string {
  return TOKEN_PREFIX + randomBytes(32).toString('base64url')
}

/** The hash that the database stores instead of a token. */
export function accessTokenDigest(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * The access token of `Authorization: Bearer …`, well-formed or not; `null` without one. If there is one, cookies are
 * ignored. A JWT is none: it is the ID token of a Firebase client.
 */
export function accessTokenOf(request: Request): string | null {
  const [, token] = /^bearer *(.*)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return token === undefined || idTokenOf(request) !== null ? null : token
}

/**
 * No page can send such a request with someone's cookies. False below `/api/auth`, where tokens are not accepted.
 * `path` is the path of the route: in the URL it may be percent-encoded.
 */
export function isTokenRequest(request: Request, path: string): boolean {
  return accessTokenOf(request) !== null && !path.startsWith('/api/auth')
}
