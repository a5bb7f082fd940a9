import { hash } from 'node:crypto'
import { RecentMap } from '#server/kernel/recent-map.ts'
import type { FoundSession } from './session-store.ts'

/** As many as sign in within a minute on a busy day; the oldest are looked up again. */
const MAX_KEPT = 10_000

/**
 * Sessions as they were looked up, by the signed cookie that was checked then. They prove nothing: a statement compares them with
 * the database before anything is stored or answered, so that it need not be preceded by another one that looks the session up.
 */
export function createRecentSessions() {
  const kept = new RecentMap<string, FoundSession>(MAX_KEPT)
  return {
    get: (cookie: string) => kept.get(digestOf(cookie)) ?? null,
    keep: (cookie: string, session: FoundSession) => kept.set(digestOf(cookie), session),
    forget: (cookie: string) => kept.delete(digestOf(cookie)),
  }
}

/** So that neither memory nor timing tells a cookie. */
function digestOf(cookie: string): string {
  return hash('sha256', cookie, 'base64url')
}
