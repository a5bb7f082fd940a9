import { createHash } from 'node:crypto'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { findThings, type Thing } from './plan-store.ts'
import { calendarFeeds, watched } from './table.ts'

export type { Thing } from './plan-store.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Since when she has an address for her calendar; `null` while she has none. */
export async function findFeed(db: Db, owner: Owner): Promise<Date | null> {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.ownerId, owner))
  return feed?.createdAt ?? null
}

/** Keeps the token's hash only. The address before this one ends. */
export async function keepFeed(db: Db, owner: Owner, token: string, now: Date): Promise<void> {
  const feed = { tokenHash: hashOf(token), createdAt: now }
  await db
    .insert(calendarFeeds)
    .values({ ownerId: owner, ...feed })
    .onConflictDoUpdate({ target: calendarFeeds.ownerId, set: feed })
}

/** False where there was none. */
export async function removeFeed(db: Db, owner: Owner): Promise<boolean> {
  const removed = await db
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.ownerId, owner))
    .returning({ ownerId: calendarFeeds.ownerId })
  return removed.length > 0
}

/** Looked up by the hash: how long that takes tells nothing of a token. */
export async function findCalendarOwner(db: Db, token: string): Promise<Owner | null> {
  const [feed] = await db
    .select({ ownerId: calendarFeeds.ownerId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.tokenHash, hashOf(token)))
  return feed ? asOwnerId(feed.ownerId) : null
}

/** Everything of hers that ends, the soonest first. */
export async function listEnding(db: Db, owner: Owner, now: Date): Promise<Thing[]> {
  const rows = await db
    .select({ id: watched.resourceId })
    .from(watched)
    .where(and(eq(watched.ownerId, owner), isNotNull(watched.dueOn)))
    .orderBy(asc(watched.dueOn), asc(watched.resourceId))
  const ids = rows.map(({ id }) => id)
  const things = new Map((await findThings(db, ids, now)).map((thing) => [thing.row.resourceId, thing]))
  return ids.flatMap((id) => things.get(id) ?? [])
}
