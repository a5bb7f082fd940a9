import { hash } from 'node:crypto'
import type { FoundSession } from './session-store.ts'

/** As many as sign in within a minute on a busy day; the oldest are looked up again. */
const MAX_KEPT = 10_000

/**
 * Sessions as they were looked up, by the signed cookie that was checked then. They prove nothing: a statement compares them with
 * the database before anything is stored or answered, so that it need not be preceded by another one that looks the session up.
 */
export function createRecentSessions() {
  const kept = new Map<string, FoundSession>()
  return {
    get: (cookie: string) => kept.get(digestOf(cookie)) ?? null,
    keep(cookie: string, session: FoundSession) {
      const digest = digestOf(cookie)
      kept.delete(digest)
      kept.set(digest, session)
      const [oldest] = kept.size > MAX_KEPT ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
    forget: (cookie: string) => kept.delete(digestOf(cookie)),
  }
}

/** So that neither memory nor timing tells a cookie. */
function digestOf(cookie: string): string {
  return hash('sha256', cookie, 'base64url')
}
