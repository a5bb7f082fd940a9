import { hash, randomBytes } from 'node:crypto'
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
 * The access token of `Authorization: Bearer lanyard_…`, well-formed or not; `null` without one. If there is one,
 * cookies are ignored. The ID token of a Firebase client is a JWT, which never begins like an access token.
 */
export function accessTokenOf(request: Request): string | null {
  const header = request.headers.get('authorization')
  if (header === null) return null
  return /^bearer +(lanyard_.*)$/i.exec(header)?.[1] ?? null
}

/**
 * No page can send such a request with someone's cookies. False below `/api/auth`, where tokens are not accepted.
 * `path` is the path of the route: in the URL it may be percent-encoded.
 */
export function isTokenRequest(request: Request, path: string): boolean {
  return accessTokenOf(request) !== null && !path.startsWith('/api/auth')
}
