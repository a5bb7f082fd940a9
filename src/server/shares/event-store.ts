import { and, asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { type ShareEventRow, shareEvents, shares } from './table.ts'

export type NewEvent = Omit<ShareEventRow, 'id'>

/** Lines that a link's log keeps, the newest. */
const MAX_EVENTS = 1000

/**
 * Keeps the account from being deleted until the end of the transaction; `false` when it is gone. A deletion takes the
 * account first and its links after: taken here in another order, the two would wait for each other.
 */
export async function holdOwner(tx: Db, ownerId: string): Promise<boolean> {
  const held = await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('key share')
  return held.length > 0
}

/** Hand it the transaction of what it tells of. */
export async function noteEvent(tx: Db, event: NewEvent): Promise<void> {
  await tx.insert(shareEvents).values(event)
  const ofShare = eq(shareEvents.shareId, event.shareId)
  const beyond = tx
    .select({ id: shareEvents.id })
    .from(shareEvents)
    .where(ofShare)
    .orderBy(desc(shareEvents.id))
    .offset(MAX_EVENTS)
    .limit(1)
  await tx.delete(shareEvents).where(and(ofShare, lte(shareEvents.id, sql`(${beyond})`)))
}

/** Notes it unless the same stands there since `since`: nobody fills a log by asking again and again. */
export async function noteOnce(db: Db, event: NewEvent, since: Date): Promise<void> {
  const { shareId, ownerId } = event
  if (await isNoted(db, event, since)) return
  await db.transaction(async (tx) => {
    if (!(await holdOwner(tx, ownerId))) return
    // One after the other: of ten at once only the first finds nothing.
    const held = await tx
      .select({ id: shares.id })
      .from(shares)
      .where(eq(shares.id, shareId))
      .for('no key update')
    if (held.length > 0 && !(await isNoted(tx, event, since))) await noteEvent(tx, event)
  })
}

/** Whether such a line stands in the log since `since`. */
export async function isNoted(
  db: Db,
  { shareId, kind, what, visitor }: Pick<NewEvent, 'shareId' | 'kind' | 'what' | 'visitor'>,
  since: Date,
): Promise<boolean> {
  const [noted] = await db
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
  return noted !== undefined
}

/** Newest first, `limit` of those before the event `beforeId`. */
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

/** What happened at every link of the owner's, oldest first, by link. */
export async function listEveryEvent(db: Db, owner: Owner): Promise<Map<string, ShareEventRow[]>> {
  const rows = await db
    .select()
    .from(shareEvents)
    .where(eq(shareEvents.ownerId, owner))
    .orderBy(asc(shareEvents.id))
  return Map.groupBy(rows, ({ shareId }) => shareId)
}
