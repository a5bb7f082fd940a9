import type { Services } from '#server/services.ts'
import { isOwnerDeleted } from '#server/users/store.ts'
import { createChannels, deliver } from './delivery-service.ts'
import { claimDueDeliveries } from './delivery-store.ts'
import { sendDue } from './due-store.ts'
import { planChanged } from './plan-store.ts'

/** Rows per transaction, which bounds memory. */
const BATCH = 500

const neverStop = new AbortController().signal

/**
 * Plans reminders for what changed, and marks due ones as sent, in batches until nothing is left. Each batch is one
 * transaction, so the next run continues after a crash.
 */
export async function sweepReminders(
  { db, clock, rules }: Pick<Services, 'db' | 'clock' | 'rules'>,
  stop: AbortSignal = neverStop,
): Promise<void> {
  // Another process may just have installed rules, for which it noted every credential.
  await rules.refresh()
  for (let left = 1; left > 0 && !stop.aborted; ) {
    const planning = { now: clock.now(), rules: rules.current() }
    const planned = await retryAfterDeletion(() => db.transaction((tx) => planChanged(tx, planning, BATCH)))
    const sent = await retryAfterDeletion(() => db.transaction((tx) => sendDue(tx, planning, BATCH)))
    left = planned + sent
  }
}

/** An account that is deleted during a batch aborts its transaction; the second attempt no longer finds the owner. */
async function retryAfterDeletion<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOwnerDeleted(error)) throw error
    return work()
  }
}

/** Messages that are sent at the same time. */
const AT_ONCE = 5
/** Longer than any channel takes to send. */
const LEASE_MS = 75_000

export function createDeliveries(services: Services) {
  const { db, clock } = services
  const channels = createChannels(services)
  const sending = new Set<Promise<unknown>>()
  return {
    /**
     * Sends due messages until there are none, or the process stops. One that fails unexpectedly keeps its lease, so the
     * others are sent first; then this rejects. On a stop it does not wait for the messages that are being sent, so that
     * another process takes over the rest immediately: `settled` waits for them.
     */
    async sendDue(stop: AbortSignal = neverStop): Promise<void> {
      const stopped = new Promise<PromiseSettledResult<void>[]>((resolve) =>
        stop.addEventListener('abort', () => resolve([])),
      )
      let failure: PromiseRejectedResult | undefined
      while (!stop.aborted) {
        const due = await claimDueDeliveries(db, { now: clock.now(), leaseMs: LEASE_MS, limit: AT_ONCE })
        if (due.length === 0) break
        const batch = Promise.allSettled(due.map((claimed) => deliver(services, channels, claimed)))
        sending.add(batch)
        void batch.then(() => sending.delete(batch))
        const ended = await Promise.race([batch, stopped])
        failure ??= ended.find((each) => each.status === 'rejected')
      }
      if (failure) throw failure.reason
    },

    /** Resolves when no message is being sent. */
    async settled(): Promise<void> {
      await Promise.all(sending)
    },
  }
}
