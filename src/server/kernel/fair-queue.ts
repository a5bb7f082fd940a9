import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { createFairOrder, type FairKeys, type FairLimits } from './fair-order.ts'

export type { FairKeys, FairLimits } from './fair-order.ts'

type Options = { limits: FairLimits; busy?: ProblemCode; now?: () => number }

export type FairQueue = {
  /**
   * Runs `work` when its turn comes. Rejects immediately with `queue_full` (429) when one of the keys has too many
   * waiting jobs, or with 503 when there are too many in total; and with the signal's reason if that aborts before the
   * start.
   */
  run<T>(keys: FairKeys, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  size(): { running: number; waiting: number }
}

const MOST_SECONDS = 120

/** For work that needs a processor or much memory: fair between owners, links and networks, with limits for each. */
export function createFairQueue({
  limits,
  busy = 'too_busy',
  now = () => performance.now(),
}: Options): FairQueue {
  type Start = () => void
  const order = createFairOrder<Start>(limits)
  let meanMs = 1000

  const startNext = () => {
    for (let start = order.next(); start; start = order.next()) start()
  }
  const retryAfter = () => {
    const { waiting } = order.size()
    const seconds = (waiting * meanMs) / limits.running / 1000
    return Math.min(MOST_SECONDS, Math.max(1, Math.ceil(seconds)))
  }

  /** Resolves to the release function when this job's turn comes. */
  function enter(keys: FairKeys, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', abandon)
        const since = now()
        resolve(() => {
          meanMs = meanMs * 0.8 + (now() - since) * 0.2
          order.end(start)
          startNext()
        })
      }
      const abandon = () => {
        if (order.remove(start)) reject(signal?.reason)
      }
      order.add(start, keys)
      signal?.addEventListener('abort', abandon, { once: true })
      startNext()
    })
  }

  return {
    async run(keys, work, signal) {
      signal?.throwIfAborted()
      const refusal = order.refusal(keys)
      if (refusal !== null)
        throw new Problem(refusal === 'all' ? busy : 'queue_full', { retryAfter: retryAfter() })
      const leave = await enter(keys, signal)
      try {
        signal?.throwIfAborted()
        return await work()
      } finally {
        leave()
      }
    },
    size: order.size,
  }
}
