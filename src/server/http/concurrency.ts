import { Problem, type ProblemCode } from '#shared/http/errors.ts'

/**
 * Allows at most `most` calls at a time per key in this process, for work that holds memory and a connection while it
 * runs. Returns the function that frees the slot, or throws the problem `code`.
 */
export function concurrencySlots(most: number, code: ProblemCode) {
  const running = new Map<string, number>()
  return (key: string): (() => void) => {
    const others = running.get(key) ?? 0
    if (others >= most) throw new Problem(code, { retryAfter: 5 })
    running.set(key, others + 1)
    return () => {
      const left = (running.get(key) ?? 1) - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
    }
  }
}

/**
 * Like `concurrencySlots`, around `work`. Resolves to the result of `work`, or immediately rejects with the problem
 * `code`.
 */
export function concurrencyLimit(most: number, code: ProblemCode) {
  const take = concurrencySlots(most, code)
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const release = take(key)
    try {
      return await work()
    } finally {
      release()
    }
  }
}
