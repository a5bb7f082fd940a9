import { and, asc, eq, getViewSelectedFields, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import type { ChannelName } from '#shared/reminders/reminder.ts'
import { mailsFor, type ReminderSettings, usualSettings } from '#shared/reminders/settings.ts'
import {
  type ReminderRow,
  reminderDeliveries,
  reminderSettings,
  reminders,
  type WatchedRow,
  watched,
} from './table.ts'

/** Handed to the queue so long ago and still waiting: it was lost there, and is handed over again. */
const LOST_MS = 10 * 60_000

type Handed = { id: string; ownerId: string; channel: ChannelName; isDigest: boolean }

/**
 * Takes deliveries whose time has come, at most about `limit`, and answers them in groups: each is one message. Mails
 * of a digest are one group for each owner. Give the groups to the queue in this same transaction.
 */
export async function takeReady(
  tx: Db,
  now: Date,
  limit: number,
): Promise<{ taken: number; groups: string[][] }> {
  const rows = await take(tx, now, limit)
  const last = rows.at(-1)
  // The rest of the last owner's belongs into the same digest.
  if (rows.length === limit && last) rows.push(...(await take(tx, now, limit, last.ownerId)))
  const groups = new Map<string, string[]>()
  for (const { id, ownerId, channel, isDigest } of rows) {
    const key = isDigest && channel === 'email' ? ownerId : id
    groups.set(key, [...(groups.get(key) ?? []), id])
  }
  return { taken: rows.length, groups: [...groups.values()] }
}

async function take(tx: Db, now: Date, limit: number, owner?: string): Promise<Handed[]> {
  const { id, ownerId, channel, state, sendAfter, queuedAt, leaseUntil } = reminderDeliveries
  const lost = lt(queuedAt, new Date(now.getTime() - LOST_MS))
  const rows = await tx
    .select({ id, ownerId, channel, settings: reminderSettings.settings })
    .from(reminderDeliveries)
    .leftJoin(reminderSettings, eq(reminderSettings.ownerId, ownerId))
    .where(
      and(
        eq(state, 'waiting'),
        lte(sendAfter, now),
        or(isNull(queuedAt), lt(leaseUntil, now), and(isNull(leaseUntil), lost)),
        owner === undefined ? undefined : eq(ownerId, owner),
      ),
    )
    .orderBy(asc(sendAfter), asc(ownerId))
    .limit(limit)
    .for('update', { of: reminderDeliveries, skipLocked: true })
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  await tx.update(reminderDeliveries).set({ queuedAt: now, leaseUntil: null }).where(inArray(id, ids))
  return rows.map(({ settings, ...row }) => ({
    ...row,
    isDigest: (settings ?? usualSettings).digest !== 'each',
  }))
}

/** All that an owner's reminders are or were sent by. */
export async function listDeliveryIds(db: Db, owner: Owner): Promise<string[]> {
  const { id, ownerId } = reminderDeliveries
  const rows = await db.select({ id }).from(reminderDeliveries).where(eq(ownerId, owner))
  return rows.map((row) => row.id)
}

export type Claimed = { id: string; channel: ChannelName; attempts: number }

/** Those of `ids` that wait and that nobody else is sending, until `leaseUntil`; `isBusy` where somebody is. */
export async function claim(
  db: Db,
  ids: string[],
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<{ claimed: Claimed[]; isBusy: boolean }> {
  const { id, channel, attempts, state } = reminderDeliveries
  const waiting = and(inArray(id, ids), eq(state, 'waiting'))
  const isFree = or(isNull(reminderDeliveries.leaseUntil), lte(reminderDeliveries.leaseUntil, now))
  const claimed = await db
    .update(reminderDeliveries)
    .set({ leaseUntil, attempts: sql`${attempts} + 1` })
    .where(and(waiting, isFree))
    .returning({ id, channel, attempts })
  const left = claimed.length === ids.length ? 0 : await db.$count(reminderDeliveries, waiting)
  return { claimed, isBusy: left > claimed.length }
}

export type Parcel = {
  id: string
  owner: Owner
  today: string
  reminder: ReminderRow
  /** `null` once it is deleted. */
  thing: WatchedRow | null
  settings: ReminderSettings
}

/** What each delivery is about, as it is now. */
export async function openParcels(db: Db, ids: string[], now: Date): Promise<Parcel[]> {
  // For each by itself: joined, everybody's things are read for it.
  const about = db
    .select(getViewSelectedFields(watched))
    .from(watched)
    .where(eq(watched.resourceId, reminders.resourceId))
    .limit(1)
    .as('about')
  const rows = await db
    .select({
      id: reminderDeliveries.id,
      timeZone: users.timeZone,
      reminder: reminders,
      thing: about._.selectedFields,
      settings: reminderSettings.settings,
    })
    .from(reminderDeliveries)
    .innerJoin(reminders, eq(reminders.id, reminderDeliveries.reminderId))
    .innerJoin(users, eq(users.id, reminderDeliveries.ownerId))
    .leftJoin(reminderSettings, eq(reminderSettings.ownerId, reminderDeliveries.ownerId))
    .leftJoinLateral(about, sql`true`)
    .where(inArray(reminderDeliveries.id, ids))
    .orderBy(asc(reminders.dueOn), sql`${about.title} collate "C"`, asc(reminders.id))
  return rows.map(({ timeZone, settings, ...row }) => ({
    ...row,
    owner: asOwnerId(row.reminder.ownerId),
    today: todayIn(now, timeZone),
    settings: settings ?? usualSettings,
  }))
}

/** Why this one need not go out any more; `null` where it does. */
export function objectionTo({ reminder, thing, settings }: Parcel, channel: ChannelName): string | null {
  if (thing === null || thing.dueOn !== reminder.dueOn) return 'Its date has changed, or it was deleted'
  if (reminder.state !== 'sent' || reminder.deletedAt !== null) return 'You dismissed it first'
  if (channel === 'email' && !mailsFor(settings, reminder.resourceType)) return 'You turned these mails off'
  if ((channel === 'push' || channel === 'webhook') && !settings.channels[channel])
    return 'You turned this off'
  return null
}

type Ending = { state: 'sent' | 'failed' | 'skipped'; error: string | null; now: Date }

/** Sent is sent, even by a process whose lease has ended. */
export async function settle(db: Db, ids: string[], { state, error, now }: Ending): Promise<void> {
  if (ids.length === 0) return
  const { id, state: column } = reminderDeliveries
  const open = state === 'sent' ? undefined : eq(column, 'waiting')
  await db
    .update(reminderDeliveries)
    .set({ state, error, at: now, leaseUntil: null })
    .where(and(inArray(id, ids), open))
}

/** It waits until `sendAfter` and is handed to the queue again then. */
export async function defer(db: Db, ids: string[], sendAfter: Date, error: string): Promise<void> {
  await db
    .update(reminderDeliveries)
    .set({ sendAfter, error, queuedAt: null, leaseUntil: null })
    .where(and(inArray(reminderDeliveries.id, ids), eq(reminderDeliveries.state, 'waiting')))
}

/** Whom a mail goes to; `null` once the account is gone. */
export async function findAddressee(db: Db, owner: Owner): Promise<{ email: string; name: string } | null> {
  const [row] = await db
    .select({ email: users.email, name: users.name, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, owner))
  return row ? { email: row.email, name: row.firstName ?? row.name } : null
}
