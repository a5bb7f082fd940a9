import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { sessions } from './table.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long a session lives, at the utmost and without use. Remembered: a nurse opens Lanyard on her own phone every
 * other week, so 14 idle days and 30 at most; the vault holds no payment, and everything that could take it over asks
 * her to prove herself again. Brief: an hour without use, and no longer than a shift. Shared: a computer on the ward,
 * where the next nurse may sit down any minute.
 */
export const sessionLives = {
  remembered: { life: 30 * DAY, idle: 14 * DAY },
  brief: { life: 12 * HOUR, idle: 60 * MINUTE },
  shared: { life: 12 * HOUR, idle: 15 * MINUTE },
}
export type SessionKind = keyof typeof sessionLives

/** How long a session waits for the second factor, and how many wrong codes it takes. */
export const halfOpen = { life: 10 * MINUTE, wrongCodes: 5 }

/** Use is written down once a minute at most: reading must not cost a write each time. */
const TOUCH = MINUTE

/** `expiresAt` is the absolute end, `updatedAt` the last use. */
type Life = { kind: SessionKind; updatedAt: Date; expiresAt: Date; isHalfOpen: boolean }

export function isAlive({ kind, updatedAt, expiresAt, isHalfOpen }: Life, now: Date): boolean {
  if (isHalfOpen) return false
  return now < expiresAt && now.getTime() < updatedAt.getTime() + sessionLives[kind].idle
}

/** What the database or Better Auth says, as one of ours. */
export function sessionKind(kind: unknown): SessionKind {
  return kind === 'brief' || kind === 'shared' ? kind : 'remembered'
}

/** Lets the idle time begin anew. */
export async function touchSession(
  db: Db,
  session: { id: string; updatedAt: Date },
  now: Date,
): Promise<void> {
  const stale = new Date(now.getTime() - TOUCH)
  if (session.updatedAt >= stale) return
  await db
    .update(sessions)
    .set({ updatedAt: now })
    .where(and(eq(sessions.id, session.id), lt(sessions.updatedAt, stale)))
}

/** Counts a try of a second factor before it is looked at; false when none is left, or the session is over. */
export async function takeCodeTry(db: Db, { id }: { id: string }, now: Date): Promise<boolean> {
  const taken = await db
    .update(sessions)
    .set({ wrongCodes: sql`${sessions.wrongCodes} + 1` })
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.isHalfOpen, true),
        gt(sessions.expiresAt, now),
        lt(sessions.wrongCodes, halfOpen.wrongCodes),
      ),
    )
    .returning({ id: sessions.id })
  return taken.length > 0
}

/**
 * Opens a session that waited for its second factor: it begins now, under a new token, which is returned; `null` when
 * another request was quicker.
 */
export async function openHalfOpen(
  tx: Db,
  { id, kind }: Pick<FoundSession, 'id' | 'kind'>,
  now: Date,
): Promise<string | null> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionLives[kind].life)
  const opened = await tx
    .update(sessions)
    .set({ token: tokenDigest(token), isHalfOpen: false, createdAt: now, updatedAt: now, expiresAt })
    .where(and(eq(sessions.id, id), eq(sessions.isHalfOpen, true), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id })
  return opened.length > 0 ? token : null
}

/** "New id on any privilege change": the session goes on under another token, and every other one of its owner ends. */
export async function renewAlone(
  tx: Db,
  { id, userId }: Pick<FoundSession, 'id' | 'userId'>,
): Promise<string> {
  const token = newToken()
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, id)))
  await tx
    .update(sessions)
    .set({ token: tokenDigest(token) })
    .where(eq(sessions.id, id))
  return token
}

/** She proved herself again in this session. */
export async function markProven(db: Db, { id }: { id: string }, now: Date): Promise<void> {
  await db.update(sessions).set({ provenAt: now }).where(eq(sessions.id, id))
}

export async function endSessions(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** Forgets sessions that are over; a job calls it. */
export async function removeOldSessions(db: Db, clock: Clock): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, clock.now()))
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps in place of a token. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'base64url')
}

export type FoundSession = Life & {
  id: string
  userId: string
  createdAt: Date
  provenAt: Date | null
  timeZone: string | null
}

const sessionByToken = prepared((db) =>
  db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      kind: sessions.kind,
      isHalfOpen: sessions.isHalfOpen,
      provenAt: sessions.provenAt,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
      timeZone: users.timeZone,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder('digest')))
    .prepare('session_by_token'),
)

/** Whatever state it is in; this runs for every request. */
export async function findSession(db: Db, token: string): Promise<FoundSession | null> {
  const [found] = await sessionByToken(db).execute({ digest: tokenDigest(token) })
  return found ? { ...found, kind: sessionKind(found.kind) } : null
}

/** Takes `id`: the row of a nurse. */
export const userById = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
)

export function actorFrom(session: FoundSession, request: Request): Actor {
  return {
    owner: asOwnerId(session.userId),
    sessionId: session.id,
    userAgent: userAgentOf(request),
    timeZone: session.timeZone,
    provenAt: session.provenAt ?? session.createdAt,
  }
}

export function userAgentOf(request: Request): string | null {
  return request.headers.get('user-agent')?.slice(0, 300) ?? null
}
