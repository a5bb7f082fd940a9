import type { FoundSession } from './session-store.ts'

/** As many as sign in within a minute on a busy day; the oldest are looked up again. */
const MAX_KEPT = 10_000

/**
 * Sessions as they were looked up. They prove nothing: a statement compares them with the database before it stores anything,
 * so that it need not be preceded by another one that looks the session up.
 */
export function createRecentSessions() {
  const kept = new Map<string, FoundSession>()
  return {
    get: (digest: string) => kept.get(digest) ?? null,
    keep(session: FoundSession) {
      const { digest } = session.proof
      kept.delete(digest)
      kept.set(digest, session)
      const [oldest] = kept.size > MAX_KEPT ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
    forget: (digest: string) => kept.delete(digest),
  }
}
