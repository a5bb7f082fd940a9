import type { Services } from '#server/services.ts'
import { isOwnerDeleted } from '#server/users/store.ts'
import { createChannels, deliver } from './delivery-service.ts'
import { takeReady } from './delivery-store.ts'
import { sayDue } from './due-store.ts'
import { planChanged } from './plan-store.ts'

/** Rows of one transaction: memory stays flat however many there are. */
const BATCH = 500

const forever = new AbortController().signal

/**
 * Plans what changed, says what is due and hands what is to go out to the queue, batch by batch until nothing is left.
 * Each batch is one transaction: whenever the process ends, the next run goes on from there.
 */
export async function sweepReminders(
  { db, clock, queue }: Pick<Services, 'db' | 'clock' | 'queue'>,
  stop: AbortSignal = forever,
): Promise<void> {
  await queue.open()
  for (let left = 1; left > 0 && !stop.aborted; ) {
    const now = clock.now()
    const planned = await unlessGone(() => db.transaction((tx) => planChanged(tx, now, BATCH)))
    const said = await unlessGone(() => db.transaction((tx) => sayDue(tx, now, BATCH)))
    const handed = await db.transaction(async (tx) => {
      const { taken, groups } = await takeReady(tx, now, BATCH)
      await queue.add(
        tx,
        groups.map((ids) => ({ ids })),
      )
      return taken
    })
    left = planned + said + handed
  }
}

/** An account that is deleted in the middle of a batch takes the batch along; it is done anew, without her. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOwnerDeleted(error)) throw error
    return work()
  }
}

/** What a job of the queue does: it is one message. Rejects when it has to be tried again. */
export function deliverReminders(services: Services): (job: object) => Promise<void> {
  const channels = createChannels(services)
  return (job) => deliver(services, channels, (job as { ids: string[] }).ids)
}
