import { asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { claimRows, finishLease, type Lease, type LeasedTable } from '#server/db/lease.ts'
import { type ShareWebhookEvent, shareWebhookEvents } from './table.ts'

/**
 * The most events that wait for one owner. While a receiver is down for hours, a crowd at a link would fill the table.
 */
const MOST_WAITING = 100

export type ClaimedEvent = { row: ShareWebhookEvent; lease: Lease }

const leasedEvents: LeasedTable<typeof shareWebhookEvents> = {
  table: shareWebhookEvents,
  id: shareWebhookEvents.id,
  lease: shareWebhookEvents.leaseUntil,
  idOf: ({ id }) => id,
  setLease: (leaseUntil) => ({ leaseUntil }),
}

/**
 * An event as a part of a `with`, only for an owner with a webhook. `source` selects the `id` and `owner_id` of the
 * share, `at`, `device` and `view_count`.
 */
export const webhookEventStep = (source: SQL) => sql`
  webhook_event as (
    insert into share_webhook_events (owner_id, share_id, opened_at, device, view_count, send_after)
      select owner_id, opening.id, opening.at, opening.device, opening.view_count, opening.at
      from (${source}) opening join webhooks using (owner_id)
      where (select count(*) from share_webhook_events as waiting where waiting.owner_id = webhooks.owner_id)
        < ${sql.raw(String(MOST_WAITING))}
  )`

/** Claims the next due events for `leaseMs`, oldest first. */
export function claimWebhookEvents(
  db: Db,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<ClaimedEvent[]> {
  return claimRows(db, leasedEvents, {
    ...{ now, leaseMs, limit },
    where: lte(shareWebhookEvents.sendAfter, now),
    orderBy: [asc(shareWebhookEvents.sendAfter), asc(shareWebhookEvents.id)],
    set: { attempts: sql`${shareWebhookEvents.attempts} + 1` },
  })
}

/** Call it once the event is sent or given up. */
export async function removeWebhookEvent(db: Db, { row }: ClaimedEvent): Promise<void> {
  await db.delete(shareWebhookEvents).where(eq(shareWebhookEvents.id, row.id))
}

export async function deferWebhookEvent(db: Db, { lease }: ClaimedEvent, sendAfter: Date): Promise<void> {
  await finishLease(db, leasedEvents, lease, { sendAfter })
}
