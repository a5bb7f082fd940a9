import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import { sessions, users } from './auth-table.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database.ts'
import { type Actor, mintOwner } from './owner.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long a session lives, at the utmost and without use. Remembered: a nurse opens Lanyard on her own phone every
 * other week, so 14 idle days and 30 at most; the vault holds no payment, and everything that could take it over asks
 * for the password again. Not remembered: a computer on the ward, so an hour without use, and no longer than a shift.
 */
export const remembered = { life: 30 * DAY, idle: 14 * DAY }
export const brief = { life: 12 * HOUR, idle: 60 * MINUTE }

/** Use is written down once a minute at most: reading must not cost a write each time. */
const TOUCH = MINUTE

type Life = { createdAt: Date; updatedAt: Date; expiresAt: Date }

/** `expiresAt` is the absolute end, `updatedAt` the last use; which kind it is shows in the span. */
export function isBrief({ createdAt, expiresAt }: Pick<Life, 'createdAt' | 'expiresAt'>): boolean {
  return expiresAt.getTime() - createdAt.getTime() <= brief.life
}

export function isAlive(session: Life, now: Date): boolean {
  const { idle } = isBrief(session) ? brief : remembered
  return now < session.expiresAt && now.getTime() < session.updatedAt.getTime() + idle
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

/** Forgets sessions that are over; a job calls it. */
export async function removeOldSessions(db: Db, clock: Clock): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, clock.now()))
}

/** What the database keeps in place of a token. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** `__Host-` ties the cookie to this very host over TLS; browsers refuse that prefix without TLS. */
export function cookieName(config: Pick<Config, 'publicUrl'>, name: string): string {
  return config.publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** The value of a cookie that we signed, or `null`: forged ones count as absent. */
export function readSignedCookie(request: Request, name: string, secret: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const [value, signature] = splitSigned(pair.slice(at + 1).trim())
    const right = createHmac('sha256', secret).update(value).digest()
    const given = Buffer.from(signature, 'base64')
    if (value !== '' && given.length === right.length && timingSafeEqual(given, right)) return value
  }
  return null
}

function splitSigned(cookie: string): [value: string, signature: string] {
  try {
    const text = decodeURIComponent(cookie)
    const dot = text.lastIndexOf('.')
    return dot < 1 ? ['', ''] : [text.slice(0, dot), text.slice(dot + 1)]
  } catch {
    return ['', '']
  }
}

export type FoundSession = Life & { id: string; userId: string; timeZone: string | null }

/** One prepared join by the token's digest: this runs for every request. */
export function sessionFinder(db: Db): (token: string) => Promise<FoundSession | null> {
  const query = db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
      timeZone: users.timeZone,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder('digest')))
    .prepare('session_by_token')
  return async (token) => {
    const [found] = await query.execute({ digest: tokenDigest(token) })
    return found ?? null
  }
}

export function actorFrom(session: FoundSession, request: Request): Actor {
  return {
    owner: mintOwner(session.userId),
    sessionId: session.id,
    userAgent: userAgentOf(request),
    timeZone: session.timeZone,
  }
}

export function userAgentOf(request: Request): string | null {
  return request.headers.get('user-agent')?.slice(0, 300) ?? null
}
