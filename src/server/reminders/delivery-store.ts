import { and, asc, eq, getViewSelectedFields, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { claimRows, finishLease, type Lease, type LeasedTable, RELEASED } from '#server/db/lease.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { msg } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import type { ChannelName } from '#shared/reminders/reminder.ts'
import {
  completeSettings,
  defaultSettings,
  mailsFor,
  type ReminderSettings,
} from '#shared/reminders/settings.ts'
import {
  type DeliveryRow,
  type ReminderRow,
  reminderDeliveries,
  reminderSettings,
  reminders,
  type WatchedRow,
  watchedResources,
} from './table.ts'

const leasedDeliveries: LeasedTable<typeof reminderDeliveries> = {
  table: reminderDeliveries,
  id: reminderDeliveries.id,
  lease: reminderDeliveries.leaseUntil,
  idOf: ({ id }) => id,
  setLease: (leaseUntil) => ({ leaseUntil }),
}

/** A delivery queued this long ago that no process has claimed was lost by the queue, and is queued again. */
const LOST_MS = 10 * 60_000

type ReadyDelivery = { id: string; ownerId: string; channel: ChannelName; isDigest: boolean }

/**
 * Marks deliveries that are due as queued and returns them in groups, each of which is one message: an owner's digest,
 * or a single delivery. Takes about `limit`. Add the groups to the queue in this same transaction.
 */
export async function takeReady(
  tx: Db,
  now: Date,
  limit: number,
): Promise<{ taken: number; groups: string[][] }> {
  const rows = await markQueued(tx, now, limit)
  const last = rows.at(-1)
  // The rest of the last owner's deliveries belong to the same digest.
  if (rows.length === limit && last) rows.push(...(await markQueued(tx, now, limit, last.ownerId)))
  const groups = new Map<string, string[]>()
  for (const { id, ownerId, channel, isDigest } of rows) {
    const key = isDigest && channel === 'email' ? ownerId : id
    groups.set(key, [...(groups.get(key) ?? []), id])
  }
  return { taken: rows.length, groups: [...groups.values()] }
}

async function markQueued(tx: Db, now: Date, limit: number, owner?: string): Promise<ReadyDelivery[]> {
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
    isDigest: (settings ?? defaultSettings).digest !== 'each',
  }))
}

/** Every delivery of the owner, in any state. */
export async function listDeliveryIds(db: Db, owner: Owner): Promise<string[]> {
  const { id, ownerId } = reminderDeliveries
  const rows = await db.select({ id }).from(reminderDeliveries).where(eq(ownerId, owner))
  return rows.map((row) => row.id)
}

export type ClaimedDelivery = { row: DeliveryRow; lease: Lease }

/** Claims the waiting deliveries among `ids` for `leaseMs`; `isBusy` if another process has claimed some. */
export async function claimDeliveries(
  db: Db,
  ids: string[],
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<{ claimed: ClaimedDelivery[]; isBusy: boolean }> {
  const { id, attempts, state } = reminderDeliveries
  const waiting = and(inArray(id, ids), eq(state, 'waiting'))
  const claimed = await claimRows(db, leasedDeliveries, {
    ...{ now, leaseMs, where: waiting, orderBy: [id], limit: ids.length },
    set: { attempts: sql`${attempts} + 1` },
  })
  const left = claimed.length === ids.length ? 0 : await db.$count(reminderDeliveries, waiting)
  return { claimed, isBusy: left > claimed.length }
}

export type DueDelivery = {
  id: string
  owner: Owner
  today: string
  locale: string | null
  isDisabled: boolean
  reminder: ReminderRow
  /** `null` once it is deleted. */
  resource: WatchedRow | null
  settings: ReminderSettings
}

/** The deliveries with their present reminder, resource and settings. */
export async function loadDueDeliveries(db: Db, ids: string[], now: Date): Promise<DueDelivery[]> {
  // A lateral join: a plain join reads the resources of every owner.
  const resource = db
    .select(getViewSelectedFields(watchedResources))
    .from(watchedResources)
    .where(eq(watchedResources.resourceId, reminders.resourceId))
    .limit(1)
    .as('resource')
  const rows = await db
    .select({
      id: reminderDeliveries.id,
      timeZone: users.timeZone,
      locale: users.locale,
      disabledAt: users.disabledAt,
      reminder: reminders,
      resource: resource._.selectedFields,
      settings: reminderSettings.settings,
    })
    .from(reminderDeliveries)
    .innerJoin(reminders, eq(reminders.id, reminderDeliveries.reminderId))
    .innerJoin(users, eq(users.id, reminderDeliveries.ownerId))
    .leftJoin(reminderSettings, eq(reminderSettings.ownerId, reminderDeliveries.ownerId))
    .leftJoinLateral(resource, sql`true`)
    .where(inArray(reminderDeliveries.id, ids))
    .orderBy(asc(reminders.dueOn), sql`${resource.title} collate "C"`, asc(reminders.id))
  return rows.map(({ timeZone, disabledAt, settings, ...row }) => ({
    ...row,
    owner: asOwnerId(row.reminder.ownerId),
    today: todayIn(now, timeZone),
    isDisabled: disabledAt !== null,
    settings: settings ? completeSettings(settings) : defaultSettings,
  }))
}

/** The reason why this delivery should no longer be sent, as a sentence for the owner; `null` if it should. */
export function skipReason(
  { isDisabled, reminder, resource, settings }: DueDelivery,
  channel: ChannelName,
): string | null {
  if (isDisabled) return msg`Your account was disabled at that time`
  if (resource === null || resource.dueOn !== reminder.dueOn)
    return msg`Its date has changed, or it was deleted`
  if (reminder.state !== 'sent' || reminder.deletedAt !== null)
    return msg`You dismissed it before it was sent`
  if (channel === 'email' && !mailsFor(settings, reminder.resourceType))
    return msg`You turned these emails off`
  if (channel !== 'inApp' && !settings.channels[channel]) return msg`You turned this channel off`
  return null
}

/** Recorded even by a process whose lease has ended: the message did go out. */
export async function markSent(db: Db, ids: string[], now: Date): Promise<void> {
  await db
    .update(reminderDeliveries)
    .set({ state: 'sent', error: null, at: now, leaseUntil: RELEASED })
    .where(inArray(reminderDeliveries.id, ids))
}

/** Ends claimed deliveries without sending them; `error` is a sentence for the owner. Leaves those that another process has claimed since. */
export async function markUnsent(
  db: Db,
  leases: Lease[],
  { state, error, now }: { state: 'failed' | 'skipped'; error: string; now: Date },
): Promise<void> {
  for (const lease of leases) await finishLease(db, leasedDeliveries, lease, { state, error, at: now })
}

/** Queues claimed deliveries again at `sendAfter`. Leaves those that another process has claimed since. */
export async function deferDeliveries(
  db: Db,
  leases: Lease[],
  sendAfter: Date,
  error: string,
): Promise<void> {
  for (const lease of leases)
    await finishLease(db, leasedDeliveries, lease, { sendAfter, error, queuedAt: null })
}

/** `null` once the account is deleted. */
export async function findRecipient(db: Db, owner: Owner): Promise<{ email: string; name: string } | null> {
  const [row] = await db
    .select({ email: users.email, name: users.name, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, owner))
  return row ? { email: row.email, name: row.firstName ?? row.name } : null
}
