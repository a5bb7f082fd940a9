import { AuthProblem, problemOf } from '#server/auth/auth-problem.ts'
import type { AuthResponse } from '#server/auth/better-auth-client.ts'
import { recordSignIn } from '#server/auth/complete-sign-in.ts'
import { authRequestContext } from '#server/auth/request-context.ts'
import { ID_TOKEN_SECONDS } from '#server/auth/sessions/id-token.ts'
import { isAlive } from '#server/auth/sessions/session-life.ts'
import {
  findSession,
  issueAppToken,
  type Session,
  touchSession,
} from '#server/auth/sessions/session-store.ts'
import { findTwoFactor } from '#server/auth/two-factor/two-factor-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById, type UserRow } from '#server/users/store.ts'
import { FirebaseError } from './error-service.ts'

/** The only second factor of an account, so it needs no separate id. */
export const TOTP_ENROLLMENT = 'totp'

const EXPIRES_IN = String(ID_TOKEN_SECONDS)
const tokenShape = /^([a-z0-9.-]+)~[\w-]{43}$/

type SessionOf = Pick<Session, 'id' | 'createdAt' | 'reauthenticatedAt'>

/**
 * Completes Better Auth's response to a sign-in: returns the tokens of the session, or the data that a client needs to
 * ask for the second factor. Throws Better Auth's error.
 */
export async function answerSignIn(
  services: Services,
  response: AuthResponse,
  provider: string,
): Promise<{ localId: string } & Record<string, unknown>> {
  const { createdSession, onlyForUserId } = response.context
  if (!response.ok) throw problemOf(response)
  const { db } = services
  const user = createdSession && (await findUserById(db, createdSession.userId))
  if (!createdSession || !user) throw new AuthProblem('INVALID_EMAIL_OR_PASSWORD')
  const { sessionId, isPendingTwoFactor } = createdSession
  if (isPendingTwoFactor) {
    const mfaPendingCredential = await issueAppToken(db, sessionId, provider)
    return {
      localId: user.id,
      email: user.email,
      mfaPendingCredential,
      mfaInfo: await mfaInfo(services, user.id),
    }
  }
  if (onlyForUserId === undefined) await trackApp(services, user)
  return issueTokens(services, user, sessionId, provider)
}

/** The authenticator app of the account, with the name that its owner gave it; empty without one. */
export async function mfaInfo({ db }: Services, userId: string) {
  const found = await findTwoFactor(db, userId)
  if (!found) return []
  const displayName = found.name ?? 'Authenticator app'
  const enrolledAt = found.confirmedAt.toISOString()
  return [{ mfaEnrollmentId: TOTP_ENROLLMENT, displayName, enrolledAt, totpInfo: {} }]
}

/** Issues new tokens for a session. The session's earlier refresh token ends. */
export async function issueTokens(services: Services, user: UserRow, sessionId: string, provider: string) {
  const refreshToken = await issueAppToken(services.db, sessionId, provider)
  const { session } = await requireRefreshToken(services, refreshToken)
  const idToken = await signIdToken(services, user, session, provider)
  return { localId: user.id, email: user.email, idToken, refreshToken, expiresIn: EXPIRES_IN }
}

/** Issues a new ID token for a refresh token. The refresh token stays the same, because several tabs share it. */
export async function refreshTokens(services: Services, refreshToken: string) {
  const { clock, config, db } = services
  const { session, provider } = await requireRefreshToken(services, refreshToken)
  const user = await findUserById(db, session.userId)
  if (!user) throw new FirebaseError('TOKEN_EXPIRED')
  await touchSession(db, session, clock.now())
  const idToken = await signIdToken(services, user, session, provider)
  return {
    access_token: idToken,
    id_token: idToken,
    refresh_token: refreshToken,
    expires_in: EXPIRES_IN,
    token_type: 'Bearer',
    user_id: user.id,
    project_id: config.FIREBASE_PROJECT_ID,
  }
}

/** The session that waits for its second factor, identified by the value that the client got instead of tokens. */
export async function findPendingSession(
  { clock, db }: Services,
  credential: string,
): Promise<{ session: Session; provider: string } | null> {
  const [, provider] = tokenShape.exec(credential) ?? []
  const session = provider === undefined ? null : await findSession(db, credential)
  const isWaiting = session?.isPendingTwoFactor && session.kind === 'app' && clock.now() < session.expiresAt
  return provider !== undefined && isWaiting ? { session, provider } : null
}

/** A cookie identifies a browser. An app has only its user agent. */
export function trackApp(services: Services, user: UserRow): Promise<void> {
  const { userAgent = null } = authRequestContext.getStore() ?? {}
  return recordSignIn(services, user, `app ${userAgent ?? ''}`, 'app')
}

async function requireRefreshToken({ clock, db }: Services, token: string) {
  const [, provider] = tokenShape.exec(token) ?? []
  if (provider === undefined) throw new FirebaseError('INVALID_REFRESH_TOKEN')
  const session = await findSession(db, token)
  if (session?.kind !== 'app' || !isAlive(session, clock.now())) throw new FirebaseError('TOKEN_EXPIRED')
  return { session, provider }
}

function signIdToken({ auth, clock }: Services, user: UserRow, session: SessionOf, provider: string) {
  const { id: userId, email, emailVerified, name } = user
  const authenticatedAt = session.reauthenticatedAt ?? session.createdAt
  const claims = { userId, sessionId: session.id, email, emailVerified, name, authenticatedAt, provider }
  return auth.idTokens.sign(claims, clock.now())
}
