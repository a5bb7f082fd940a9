import { randomUUID } from 'node:crypto'
import { sessionLives } from '#server/auth/sessions/session-life.ts'
import type { Nurse, TestServices } from './test-services.ts'

/** Signs the nurse in as a Firebase client would, without a request, and returns the ID token. */
export async function idTokenFor(
  { auth, clock, database }: Pick<TestServices, 'auth' | 'clock' | 'database'>,
  { id: userId, email }: Pick<Nurse, 'id' | 'email'>,
): Promise<{ idToken: string; sessionId: string }> {
  const sessionId = randomUUID()
  const now = clock.now()
  const values = [sessionId, userId, randomUUID(), new Date(now.getTime() + sessionLives.app.life), now]
  await database.pool.query(
    `insert into sessions (id, user_id, token, expires_at, kind, created_at, updated_at)
     values ($1, $2, $3, $4, 'app', $5, $5)`,
    values,
  )
  const claims = { userId, sessionId, email, emailVerified: true, name: '', authenticatedAt: now }
  return { sessionId, idToken: await auth.idTokens.sign({ ...claims, provider: 'password' }, now) }
}
