import { KEPT_DAYS } from '#shared/offline/vault-copy.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long a session lives, at most and without use.
 * Remembered: nurses open Lanyard on their own phone every other week, so 14 idle days and 30 at most. The vault holds
 * no payment data, and every action that could take it over asks for reauthentication.
 * Brief: an hour without use, and no longer than a shift.
 * Shared: a computer on the ward that the next person may use any minute.
 * App: a Firebase client, which holds a refresh token instead of a cookie.
 */
export const sessionLives = {
  remembered: { life: 30 * DAY, idle: 14 * DAY },
  brief: { life: 12 * HOUR, idle: 60 * MINUTE },
  shared: { life: 12 * HOUR, idle: 15 * MINUTE },
  app: { life: 30 * DAY, idle: 14 * DAY },
}
export type SessionKind = keyof typeof sessionLives

/**
 * How long the row and cookie of a remembered session are kept after it ends. This lets the browser learn that the
 * session only timed out, so that it keeps its unsent changes (decision 55). The row and cookie give no access.
 */
export const TRACE_OF_REMEMBERED = KEPT_DAYS * DAY

/** How long a session may wait for the two-factor code, and how many codes may be tried. */
export const pendingTwoFactor = { life: 10 * MINUTE, attempts: 5 }

/** `expiresAt` is the absolute end, `updatedAt` the last use. */
export type SessionLife = {
  kind: SessionKind
  updatedAt: Date
  expiresAt: Date
  isPendingTwoFactor: boolean
}

export function isAlive({ kind, updatedAt, expiresAt, isPendingTwoFactor }: SessionLife, now: Date): boolean {
  if (isPendingTwoFactor) return false
  return now < expiresAt && now.getTime() < updatedAt.getTime() + sessionLives[kind].idle
}

/** True if the session timed out. A sign-out, or its owner ending it, would have removed its row. */
export function isTimedOut(session: SessionLife, now: Date): boolean {
  return session.kind === 'remembered' && !session.isPendingTwoFactor && !isAlive(session, now)
}

/** The stored kind, or the value that Better Auth passes along. */
export function asSessionKind(kind: unknown): SessionKind {
  return kind === 'brief' || kind === 'shared' || kind === 'app' ? kind : 'remembered'
}

/** The kind that the options of a sign-in request. A shared computer takes precedence. */
export function sessionKindFor(options: { rememberMe: boolean; isShared: boolean }): SessionKind {
  if (options.isShared) return 'shared'
  return options.rememberMe ? 'remembered' : 'brief'
}
