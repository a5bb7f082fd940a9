import { createHash } from 'node:crypto'
import { and, asc, eq, gte, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { isOwnerEnabled } from '#server/users/store.ts'
import { findWatchedResources, type Planning, type WatchedResource } from './resource-store.ts'
import { calendarFeeds, watchedResources } from './table.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** When the feed was created; `null` if there is none. */
export async function findFeed(db: Db, owner: Owner): Promise<Date | null> {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.ownerId, owner))
  return feed?.createdAt ?? null
}

/** Stores only the token's hash and replaces the previous feed. */
export async function saveFeed(db: Db, owner: Owner, token: string, now: Date): Promise<void> {
  const feed = { tokenHash: hashOf(token), createdAt: now }
  await db
    .insert(calendarFeeds)
    .values({ ownerId: owner, ...feed })
    .onConflictDoUpdate({ target: calendarFeeds.ownerId, set: feed })
}

/** False if there was none. */
export async function removeFeed(db: Db, owner: Owner): Promise<boolean> {
  const removed = await db
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.ownerId, owner))
    .returning({ ownerId: calendarFeeds.ownerId })
  return removed.length > 0
}

/** Looks up the hash, so that response times reveal nothing about a token. */
export async function findCalendarOwner(db: Db, token: string): Promise<Owner | null> {
  const [feed] = await db
    .select({ ownerId: calendarFeeds.ownerId })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.tokenHash, hashOf(token)), isOwnerEnabled(calendarFeeds.ownerId)))
  return feed ? asOwnerId(feed.ownerId) : null
}

/** Everything of the owner that has a due date, soonest first. */
export async function listWatchedResources(
  db: Db,
  owner: Owner,
  planning: Planning,
): Promise<WatchedResource[]> {
  const rows = await db
    .select({ id: watchedResources.resourceId })
    .from(watchedResources)
    .where(and(eq(watchedResources.ownerId, owner), isNotNull(watchedResources.dueOn)))
    .orderBy(asc(watchedResources.dueOn), asc(watchedResources.resourceId))
  const ids = rows.map(({ id }) => id)
  const found = await findWatchedResources(db, ids, planning)
  const byId = new Map(found.map((resource) => [resource.row.resourceId, resource]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Removes the feed if it was created since; false if there was none. */
export async function removeFeedSince(tx: Db, owner: Owner, since: Date): Promise<boolean> {
  const removed = await tx
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.ownerId, owner), gte(calendarFeeds.createdAt, since)))
    .returning({ ownerId: calendarFeeds.ownerId })
  return removed.length > 0
}
