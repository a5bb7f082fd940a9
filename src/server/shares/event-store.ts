import { and, asc, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { type ShareEventRow, shareEvents, shares } from './table.ts'

export type NewEvent = Omit<ShareEventRow, 'id'>

/** The log of a share keeps this many events, the newest. */
const MAX_EVENTS = 1000

/**
 * Keeps the account from being deleted until the transaction ends; `false` if the account is already deleted. A
 * deletion locks the account first and its shares after. Locking in another order here would deadlock.
 */
export async function lockOwnerAgainstDeletion(tx: Db, ownerId: string): Promise<boolean> {
  const locked = await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('key share')
  return locked.length > 0
}

/**
 * An event as parts of a `with`. `source` selects its columns, from the share to the visitor. The statement also
 * removes events older than the newest `MAX_EVENTS` of the share; it does not see the new event.
 */
export const eventSteps = (source: SQL) => sql`
  event as (
    insert into share_events (share_id, owner_id, at, kind, what, device, visitor) ${source}
      returning share_id
  ), removed as (
    delete from share_events old using event
      where old.share_id = event.share_id and old.id <= (
        select id from share_events kept where kept.share_id = event.share_id
          order by id desc offset ${sql.raw(String(MAX_EVENTS - 1))} limit 1
      )
  )`

/** Call this function in the transaction of the event. */
export async function recordEvent(tx: Db, event: NewEvent): Promise<void> {
  const { shareId, ownerId, at, kind, what, device, visitor } = event
  await tx.execute(
    sql`with ${eventSteps(
      sql`select ${shareId}::uuid, ${ownerId}::text, ${at.toISOString()}::timestamptz, ${kind}::text, ${what}::text,
        ${device}::text, ${visitor}::text`,
    )} select`,
  )
}

/**
 * Records the event unless an equal one was recorded after `since`. This keeps visitors from flooding a log by
 * repeating a request.
 */
export async function recordEventOnce(db: Db, event: NewEvent, since: Date): Promise<void> {
  const { shareId, ownerId } = event
  if (await hasEvent(db, event, since)) return
  await db.transaction(async (tx) => {
    if (!(await lockOwnerAgainstDeletion(tx, ownerId))) return
    // Serializes equal requests: only the first one finds no event.
    const locked = await tx
      .select({ id: shares.id })
      .from(shares)
      .where(eq(shares.id, shareId))
      .for('no key update')
    if (locked.length > 0 && !(await hasEvent(tx, event, since))) await recordEvent(tx, event)
  })
}

/** Whether an equal event was recorded after `since`. */
export async function hasEvent(
  db: Db,
  { shareId, kind, what, visitor }: Pick<NewEvent, 'shareId' | 'kind' | 'what' | 'visitor'>,
  since: Date,
): Promise<boolean> {
  const [event] = await db
    .select({ id: shareEvents.id })
    .from(shareEvents)
    .where(
      and(
        eq(shareEvents.shareId, shareId),
        eq(shareEvents.kind, kind),
        what === null ? isNull(shareEvents.what) : eq(shareEvents.what, what),
        eq(shareEvents.visitor, visitor),
        gt(shareEvents.at, since),
      ),
    )
    .limit(1)
  return event !== undefined
}

/** Newest first, at most `limit` before the event `beforeId`. */
export function listEvents(
  db: Db,
  shareId: string,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<ShareEventRow[]> {
  return db
    .select()
    .from(shareEvents)
    .where(
      and(eq(shareEvents.shareId, shareId), beforeId === null ? undefined : lt(shareEvents.id, beforeId)),
    )
    .orderBy(desc(shareEvents.id))
    .limit(limit)
}

/** The openings of the owner's shares since then, for the list of notices. */
export function selectOpenings(owner: Owner, since: Date): SQL {
  const { id, at, shareId, device, ownerId, kind } = shareEvents
  // An event's id is a number, but the list of notices needs ids of one type.
  return sql`select 'opening' as kind, ('00000000-0000-4000-8000-' || lpad(to_hex(${id}), 12, '0'))::uuid as id,
      ${at} as at, ${shareId}::text as subject, ${device} as device, null as session_id, 1 as count
    from ${shareEvents}
    where ${ownerId} = ${owner} and ${kind} = 'opened' and ${at} >= ${since.toISOString()}::timestamptz`
}

/** The events of all the owner's shares by share id, oldest first. */
export async function listEveryEvent(db: Db, owner: Owner): Promise<Map<string, ShareEventRow[]>> {
  const rows = await db
    .select()
    .from(shareEvents)
    .where(eq(shareEvents.ownerId, owner))
    .orderBy(asc(shareEvents.id))
  return Map.groupBy(rows, ({ shareId }) => shareId)
}
