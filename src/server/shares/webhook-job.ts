import type { Services } from '#server/services.ts'
import { claimWebhookEvents } from './webhook-event-store.ts'
import { sendWebhookEvent } from './webhook-service.ts'

const AT_ONCE = 10
/** Longer than a webhook may take to respond. */
const LEASE_MS = 75_000

/** Sends due messages until none is left, or the process stops. */
export async function sendWebhookEvents(services: Services, stop?: AbortSignal): Promise<void> {
  const { db, clock } = services
  for (;;) {
    if (stop?.aborted) return
    const claimed = await claimWebhookEvents(db, { now: clock.now(), leaseMs: LEASE_MS, limit: AT_ONCE })
    if (claimed.length === 0) return
    await Promise.all(claimed.map((each) => sendWebhookEvent(services, each)))
  }
}
