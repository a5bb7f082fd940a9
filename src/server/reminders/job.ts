import { z } from 'zod'
import type { Services } from '#server/services.ts'
import { isOwnerDeleted } from '#server/users/store.ts'
import { createChannels, deliver } from './delivery-service.ts'
import { takeReady } from './delivery-store.ts'
import { sendDue } from './due-store.ts'
import { planChanged } from './plan-store.ts'

const deliveryJob = z.object({ ids: z.array(z.string()) })

/** Rows per transaction, which bounds memory. */
const BATCH = 500

const neverStop = new AbortController().signal

/**
 * Plans reminders for what changed, marks due ones as sent and queues their deliveries, in batches until nothing is
 * left. Each batch is one transaction, so the next run continues after a crash.
 */
export async function sweepReminders(
  { db, clock, queue }: Pick<Services, 'db' | 'clock' | 'queue'>,
  stop: AbortSignal = neverStop,
): Promise<void> {
  await queue.open()
  for (let left = 1; left > 0 && !stop.aborted; ) {
    const now = clock.now()
    const planned = await retryAfterDeletion(() => db.transaction((tx) => planChanged(tx, now, BATCH)))
    const sent = await retryAfterDeletion(() => db.transaction((tx) => sendDue(tx, now, BATCH)))
    const queued = await db.transaction(async (tx) => {
      const { taken, groups } = await takeReady(tx, now, BATCH)
      await queue.add(
        tx,
        groups.map((ids) => ({ ids })),
      )
      return taken
    })
    left = planned + sent + queued
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

/** Runs a job of the queue, which is one message. Rejects if it has to be retried. */
export function deliverReminders(services: Services): (job: object) => Promise<void> {
  const channels = createChannels(services)
  return async (job) => deliver(services, channels, deliveryJob.parse(job).ids)
}
