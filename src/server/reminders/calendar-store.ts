import { createHash } from 'node:crypto'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { users } from '#server/core/auth-table.ts'
import type { Db } from '#server/core/database.ts'
import { mintOwner, type Owner } from '#server/core/owner.ts'
import { type ReminderSettings, usualSettings } from '#shared/reminders/settings.ts'
import { calendarFeeds, reminderSettings, reminders, type WatchedRow, watched } from './table.ts'

export type CalendarThing = Omit<WatchedRow, 'dueOn'> & { dueOn: string; isDismissed: boolean }

/** What one calendar is made of. */
export type CalendarSource = {
  owner: Owner
  timeZone: string | null
  settings: ReminderSettings
  things: CalendarThing[]
}

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

export async function removeFeed(db: Db, owner: Owner): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.ownerId, owner))
}

/** Looked up by the hash, so that how long it takes tells nothing of a token. */
export async function findCalendar(db: Db, token: string): Promise<CalendarSource | null> {
  const [feed] = await db
    .select({ ownerId: calendarFeeds.ownerId, timeZone: users.timeZone, settings: reminderSettings.settings })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.ownerId))
    .leftJoin(reminderSettings, eq(reminderSettings.ownerId, calendarFeeds.ownerId))
    .where(eq(calendarFeeds.tokenHash, hashOf(token)))
  if (!feed) return null
  return {
    owner: mintOwner(feed.ownerId),
    timeZone: feed.timeZone,
    settings: feed.settings ?? usualSettings,
    things: await listThings(db, feed.ownerId),
  }
}

async function listThings(db: Db, owner: string): Promise<CalendarThing[]> {
  const rows = await db
    .select()
    .from(watched)
    .where(and(eq(watched.ownerId, owner), isNotNull(watched.dueOn)))
    .orderBy(asc(watched.dueOn), asc(watched.resourceId))
  const dismissed = await db
    .select({ resourceId: reminders.resourceId, dueOn: reminders.dueOn })
    .from(reminders)
    .where(and(eq(reminders.ownerId, owner), eq(reminders.state, 'dismissed')))
  const keys = new Set(dismissed.map(({ resourceId, dueOn }) => `${resourceId} ${dueOn}`))
  return rows.flatMap(({ dueOn, ...row }) =>
    dueOn === null ? [] : [{ ...row, dueOn, isDismissed: keys.has(`${row.resourceId} ${dueOn}`) }],
  )
}
