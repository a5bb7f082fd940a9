import { and, asc, eq, getViewSelectedFields, inArray, lte, type SQL, sql } from 'drizzle-orm'
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

export type ClaimedDelivery = { row: DeliveryRow; lease: Lease }

type ClaimOptions = { now: Date; leaseMs: number; limit: number }

/** More of one owner are never due at the same time. */
const MAX_DIGEST = 1000

/**
 * Claims the next due deliveries, at most `limit`, and the others of their digests. Returns them in groups, each of which
 * is one message: an owner's digest, or a single delivery.
 */
export async function claimDueDeliveries(db: Db, options: ClaimOptions): Promise<ClaimedDelivery[][]> {
  const { channel, ownerId } = reminderDeliveries
  const claimed = await claimWhere(db, options)
  const owners = claimed.filter(({ row }) => row.channel === 'email').map(({ row }) => row.ownerId)
  const withDigest = await findOwnersWithDigest(db, [...new Set(owners)])
  if (withDigest.size > 0) {
    const inDigest = and(eq(channel, 'email'), inArray(ownerId, [...withDigest]))
    claimed.push(...(await claimWhere(db, { ...options, limit: MAX_DIGEST }, inDigest)))
  }
  const groups = Map.groupBy(claimed, ({ row }) =>
    row.channel === 'email' && withDigest.has(row.ownerId) ? row.ownerId : row.id,
  )
  return [...groups.values()]
}

function claimWhere(db: Db, options: ClaimOptions, more?: SQL): Promise<ClaimedDelivery[]> {
  const { ownerId, state, sendAfter, attempts } = reminderDeliveries
  return claimRows(db, leasedDeliveries, {
    ...options,
    where: and(eq(state, 'waiting'), lte(sendAfter, options.now), more),
    orderBy: [asc(sendAfter), asc(ownerId)],
    set: { attempts: sql`${attempts} + 1` },
  })
}

async function findOwnersWithDigest(db: Db, owners: string[]): Promise<Set<string>> {
  if (owners.length === 0) return new Set()
  const { ownerId, settings } = reminderSettings
  const rows = await db.select({ ownerId, settings }).from(reminderSettings).where(inArray(ownerId, owners))
  const stored = new Map(rows.map((row) => [row.ownerId, row.settings]))
  return new Set(owners.filter((owner) => (stored.get(owner) ?? defaultSettings).digest !== 'each'))
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

/** Makes claimed deliveries due again at `sendAfter`. Leaves those that another process has claimed since. */
export async function deferDeliveries(
  db: Db,
  leases: Lease[],
  sendAfter: Date,
  error: string,
): Promise<void> {
  for (const lease of leases) await finishLease(db, leasedDeliveries, lease, { sendAfter, error })
}

/** `null` once the account is deleted. */
export async function findRecipient(db: Db, owner: Owner): Promise<{ email: string; name: string } | null> {
  const [row] = await db
    .select({ email: users.email, name: users.name, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, owner))
  return row ? { email: row.email, name: row.firstName ?? row.name } : null
}
