import { asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { claimRows, finishLease, type Lease, type LeasedTable } from '#server/db/lease.ts'
import { preparedSql } from '#server/db/prepared-query.ts'
import { type ShareWebhookEvent, shareWebhookEvents } from './table.ts'

/** Waiting for one owner: while a receiver is away for hours, a crowd at a link would fill the table. */
const MOST_WAITING = 100

export type ClaimedEvent = { row: ShareWebhookEvent; lease: Lease }

const leasedEvents: LeasedTable<typeof shareWebhookEvents> = {
  table: shareWebhookEvents,
  id: shareWebhookEvents.id,
  lease: shareWebhookEvents.leaseUntil,
  idOf: ({ id }) => id,
  setLease: (leaseUntil) => ({ leaseUntil }),
}

type Opening = Pick<ShareWebhookEvent, 'ownerId' | 'shareId' | 'device' | 'viewCount'> & { openedAt: Date }

const added = preparedSql(
  'add_share_webhook_event',
  () => sql`insert into share_webhook_events (owner_id, share_id, opened_at, device, view_count, send_after)
    select owner_id, ${sql.placeholder('shareId')}::uuid, ${sql.placeholder('openedAt')}::timestamptz,
      ${sql.placeholder('device')}::text, ${sql.placeholder('viewCount')}::integer,
      ${sql.placeholder('openedAt')}::timestamptz
    from webhooks
    where owner_id = ${sql.placeholder('ownerId')}::text
      and (select count(*) from share_webhook_events as waiting where waiting.owner_id = webhooks.owner_id)
        < ${sql.raw(String(MOST_WAITING))}`,
)

/** Only for an owner with a webhook. Call it in the transaction of the opening. */
export async function addWebhookEvent(tx: Db, opening: Opening): Promise<void> {
  await added(tx, opening)
}

/** Claims the next due ones for `leaseMs`, oldest first. */
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

/** Sent, or given up. */
export async function removeWebhookEvent(db: Db, { row }: ClaimedEvent): Promise<void> {
  await db.delete(shareWebhookEvents).where(eq(shareWebhookEvents.id, row.id))
}

export async function deferWebhookEvent(db: Db, { lease }: ClaimedEvent, sendAfter: Date): Promise<void> {
  await finishLease(db, leasedEvents, lease, { sendAfter })
}
