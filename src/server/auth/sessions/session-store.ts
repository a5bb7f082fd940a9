import { hash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { sessions } from '#server/auth/table.ts'
import { endGrants, requireToken } from '#server/auth/tokens/token-store.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import { lockOwnerRow, type UserRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import { Problem } from '#shared/http/errors.ts'
import {
  asSessionKind,
  pendingTwoFactor,
  type SessionLife,
  sessionLives,
  TRACE_OF_REMEMBERED,
} from './session-life.ts'

/** Use is recorded at most once a minute, so that reading does not cost a write each time. */
const TOUCH_MS = 60_000

export type Session = SessionLife & {
  id: string
  userId: string
  createdAt: Date
  reauthenticatedAt: Date | null
  timeZone: string | null
}

const sessionFields = {
  id: sessions.id,
  userId: sessions.userId,
  kind: sessions.kind,
  isPendingTwoFactor: sessions.isPendingTwoFactor,
  reauthenticatedAt: sessions.reauthenticatedAt,
  createdAt: sessions.createdAt,
  updatedAt: sessions.updatedAt,
  expiresAt: sessions.expiresAt,
  timeZone: users.timeZone,
}

const sessionByToken = prepared((db) =>
  db
    .select(sessionFields)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, sql.placeholder('digest')), isNull(users.disabledAt)))
    .prepare('session_by_token'),
)

/** The session of a plain token in any state; none if the account is disabled. Runs for most requests. */
export async function findSession(db: Db, token: string): Promise<Session | null> {
  const [found] = await sessionByToken(db).execute({ digest: tokenDigest(token) })
  return found ? { ...found, kind: asSessionKind(found.kind) } : null
}

const sessionAndUserByToken = prepared((db) =>
  db
    .select({ session: sessionFields, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, sql.placeholder('digest')), isNull(users.disabledAt)))
    .prepare('session_and_user_by_token'),
)

/** `findSession` with the user of the session. */
export async function findSessionAndUser(
  db: Db,
  token: string,
): Promise<(Session & { user: UserRow }) | null> {
  const [found] = await sessionAndUserByToken(db).execute({ digest: tokenDigest(token) })
  return found ? { ...found.session, kind: asSessionKind(found.session.kind), user: found.user } : null
}

const appSessionById = prepared((db) =>
  db
    .select(sessionFields)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('id')), eq(sessions.kind, 'app'), isNull(users.disabledAt)))
    .prepare('app_session_by_id'),
)

/** The session of a Firebase client, named by its ID tokens, in any state. */
export async function findAppSession(db: Db, id: string): Promise<Session | null> {
  const [found] = await appSessionById(db).execute({ id })
  return found ? { ...found, kind: asSessionKind(found.kind) } : null
}

/**
 * Gives the session of a Firebase client the token that the client keeps, and returns it. The token is a refresh token
 * or the proof of a first factor. It includes `provider`, which is therefore part of the hash.
 */
export async function issueAppToken(db: Db, id: string, provider: string): Promise<string> {
  const token = `${provider}~${newToken()}`
  await db
    .update(sessions)
    .set({ token: tokenDigest(token) })
    .where(and(eq(sessions.id, id), eq(sessions.kind, 'app')))
  return token
}

/** A session of the same user for one call of Better Auth, which accepts only a token. It lasts a minute at most. */
export async function createHelperSession(
  db: Db,
  { userId, createdAt }: Session,
  now: Date,
): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), newToken()]
  const expiresAt = new Date(now.getTime() + TOUCH_MS)
  const row = { id, userId, token: tokenDigest(token), kind: 'brief', expiresAt, createdAt, updatedAt: now }
  await db.insert(sessions).values(row)
  return { id, token }
}

/** Restarts the idle time. */
export async function touchSession(
  db: Db,
  session: { id: string; updatedAt: Date },
  now: Date,
): Promise<void> {
  const stale = new Date(now.getTime() - TOUCH_MS)
  if (session.updatedAt >= stale) return
  await db
    .update(sessions)
    .set({ updatedAt: now })
    .where(and(eq(sessions.id, session.id), lt(sessions.updatedAt, stale)))
}

/**
 * Call this before storing anything that gives access and that a recovery would remove. The request may have begun
 * before the recovery, and looked up its session long ago. A recovery locks the same row first, so that the later of
 * the two sees the earlier one. Throws `not_authenticated` if the session has ended.
 */
export async function lockLiveSession(tx: Db, { id, userId }: Pick<Session, 'id' | 'userId'>): Promise<void> {
  await lockOwnerRow(tx, asOwnerId(userId))
  const match = and(eq(sessions.id, id), eq(sessions.userId, userId))
  const [found] = await tx.select({ id: sessions.id }).from(sessions).where(match)
  if (!found) throw new Problem('not_authenticated')
}

type LockedActor = Pick<Actor, 'owner' | 'sessionId' | 'tokenId'>

/** Like `lockLiveSession`, for an actor. If the actor uses an access token, that token must still exist. */
export async function lockActor(tx: Db, { owner, sessionId, tokenId }: LockedActor): Promise<void> {
  if (tokenId === undefined) return lockLiveSession(tx, { id: sessionId, userId: owner })
  await lockOwnerRow(tx, owner)
  await requireToken(tx, owner, tokenId)
}

/** Counts a two-factor attempt before the code is checked; false if none is left or the session has ended. */
export async function consumeTwoFactorAttempt(db: Db, id: string, now: Date): Promise<boolean> {
  const consumed = await db
    .update(sessions)
    .set({ wrongCodes: sql`${sessions.wrongCodes} + 1` })
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.isPendingTwoFactor, true),
        gt(sessions.expiresAt, now),
        lt(sessions.wrongCodes, pendingTwoFactor.attempts),
      ),
    )
    .returning({ id: sessions.id })
  return consumed.length > 0
}

/**
 * Completes a session that waited for its two-factor code. It starts now, under a new token, which is returned. `null`
 * if another request completed it first.
 */
export async function completePendingSession(
  tx: Db,
  { id, kind }: Pick<Session, 'id' | 'kind'>,
  now: Date,
): Promise<string | null> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionLives[kind].life)
  const completed = await tx
    .update(sessions)
    .set({ token: tokenDigest(token), isPendingTwoFactor: false, createdAt: now, updatedAt: now, expiresAt })
    .where(and(eq(sessions.id, id), eq(sessions.isPendingTwoFactor, true), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id })
  return completed.length > 0 ? token : null
}

/**
 * "New id on any privilege change": gives the session a new token and ends every other session of its owner, every access
 * token and every wallet pass.
 */
export async function rotateTokenAndEndOthers(
  tx: Db,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<string> {
  const token = newToken()
  await endGrants(tx, userId)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, id)))
  await tx
    .update(sessions)
    .set({ token: tokenDigest(token) })
    .where(eq(sessions.id, id))
  return token
}

/** Gives the session more rights, and therefore a new token, which is returned. */
export async function markReauthenticated(db: Db, id: string, now: Date): Promise<string> {
  const token = newToken()
  await db
    .update(sessions)
    .set({ token: tokenDigest(token), reauthenticatedAt: now })
    .where(eq(sessions.id, id))
  return token
}

/**
 * Ends every session of the account, including pending ones, every access token and every wallet pass. Returns the
 * sessions' user agents.
 */
export async function endSessions(tx: Db, userId: string): Promise<(string | null)[]> {
  await endGrants(tx, userId)
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ userAgent: sessions.userAgent })
  return ended.map(({ userAgent }) => userAgent)
}

export async function endSessionById(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

/** "New token at sign-in; old one dead": ends the session of this plain token, unless it is the new one. */
export async function endReplacedSession(db: Db, token: string, newId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.token, tokenDigest(token)), ne(sessions.id, newId)))
}

/** Removes expired sessions; remembered ones some time later. A job calls this function. */
export async function removeOldSessions(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  const longAgo = new Date(now.getTime() - TRACE_OF_REMEMBERED)
  const leavesNoTrace = or(ne(sessions.kind, 'remembered'), eq(sessions.isPendingTwoFactor, true))
  await db
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, longAgo), and(lte(sessions.expiresAt, now), leavesNoTrace)))
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash that the database stores instead of a token. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'base64url')
}
