import type { Clock } from './clock.ts'

/**
 * `work`, whose promise is reused for `ms` milliseconds, even if it rejects, so that frequent callers cost no more than
 * one.
 */
export function reuseWithin<T>(clock: Clock, ms: number, work: () => Promise<T>): () => Promise<T> {
  let startedAt = Number.NEGATIVE_INFINITY
  let last: Promise<T> | undefined
  return () => {
    const now = clock.now().getTime()
    // Absolute, as the clock may be set back.
    if (last === undefined || Math.abs(now - startedAt) >= ms) {
      startedAt = now
      last = work()
      last.catch(() => {})
    }
    return last
  }
}
