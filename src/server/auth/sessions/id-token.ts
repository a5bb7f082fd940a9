import { hkdfSync, randomUUID } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

export const ID_TOKEN_SECONDS = 3600

const LABEL = 'lanyard id token'
const ALGORITHM = 'HS256'

/** The claims of an ID token; the session decides whether it is accepted. */
export type IdTokenClaims = {
  userId: string
  sessionId: string
  email: string
  emailVerified: boolean
  name: string
  authenticatedAt: Date
  /** `password`, or a provider as a Firebase client names it. */
  provider: string
}

const verified = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  firebase: z.object({ sign_in_provider: z.string() }),
})
export type VerifiedIdToken = { userId: string; sessionId: string; provider: string }

export type IdTokenResult = VerifiedIdToken | 'invalid' | 'expired'

export type IdTokens = {
  sign(claims: IdTokenClaims, now: Date): Promise<string>
  verify(token: string, now: Date): Promise<IdTokenResult>
}

/**
 * The ID tokens of Firebase clients: JWTs for one project. The first secret signs, all of them verify. A token alone
 * gives no access: the session that it names must still be valid.
 */
export function createIdTokens(projectId: string, secrets: string[]): IdTokens {
  const keys = secrets.map(keyOf)
  const expected = { issuer: projectId, audience: projectId, algorithms: [ALGORITHM], typ: 'JWT' }
  const required = { requiredClaims: ['exp', 'iat', 'sub'] }

  return {
    sign: (claims, now) =>
      new SignJWT(payloadOf(claims))
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(projectId)
        .setAudience(projectId)
        .setSubject(claims.userId)
        .setIssuedAt(now)
        // If a client gets the same ID token again, it ignores the refresh token next to it.
        .setJti(randomUUID())
        .setExpirationTime(secondsOf(now) + ID_TOKEN_SECONDS)
        .sign(keys[0] ?? keyOf('')),

    async verify(token, now) {
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, { ...expected, ...required, currentDate: now })
          const { sub, sid, firebase } = verified.parse(payload)
          return { userId: sub, sessionId: sid, provider: firebase.sign_in_provider }
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED') return 'expired'
        }
      }
      return 'invalid'
    },
  }
}

/** The ID token of `Authorization: Bearer …` or `Firebase …`; `null` if the header holds no JWT. */
export function idTokenOf(request: Request): string | null {
  const header = request.headers.get('authorization') ?? ''
  const [, token] = /^(?:bearer|firebase) +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header) ?? []
  return token !== undefined && isJwt(token) ? token : null
}

function isJwt(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    return true
  } catch {
    return false
  }
}

function payloadOf(claims: IdTokenClaims) {
  const { userId, sessionId, email, emailVerified, name, authenticatedAt, provider } = claims
  return {
    ...(name !== '' && { name }),
    user_id: userId,
    sid: sessionId,
    auth_time: secondsOf(authenticatedAt),
    email,
    email_verified: emailVerified,
    firebase: {
      identities: { email: [email] },
      sign_in_provider: provider,
    },
  }
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', LABEL, 32))
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
