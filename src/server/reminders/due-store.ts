import { and, asc, eq, gt, gte, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { findDisabledUsers } from '#server/users/store.ts'
import { addDays, daysBetween, epochDay } from '#shared/kernel/dates.ts'
import { localTimeToInstant } from '#shared/reminders/local-time.ts'
import { isSendable, stepToSend } from '#shared/reminders/plan.ts'
import { type ChannelName, type OptionalChannel, optionalChannel } from '#shared/reminders/reminder.ts'
import type { ReminderStep } from '#shared/reminders/reminder-schedule.ts'
import { mailsFor } from '#shared/reminders/settings.ts'
import { lockPlanning, planReminders } from './plan-store.ts'
import { findWatchedResources, type Planning, type WatchedResource } from './resource-store.ts'
import { pushSubscriptions, type ReminderRow, reminderDeliveries, reminders, webhooks } from './table.ts'

type DueReminder = { reminder: ReminderRow; resource: WatchedResource; sentStep: ReminderStep }
type NewDelivery = typeof reminderDeliveries.$inferInsert

/**
 * Marks at most `limit` due reminders as sent, creates their deliveries for each channel and plans the next ones, all
 * in this transaction. Returns how many were due.
 */
export async function sendDue(tx: Db, planning: Planning, limit: number): Promise<number> {
  const { now } = planning
  await lockPlanning(tx)
  const rows = await tx
    .select()
    .from(reminders)
    .where(and(eq(reminders.state, 'scheduled'), lte(reminders.remindAt, now)))
    .orderBy(asc(reminders.remindAt), asc(reminders.ownerId))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (rows.length === 0) return 0
  const ids = rows.map(({ resourceId }) => resourceId)
  const found = await findWatchedResources(tx, ids, planning)
  const resources = new Map(found.map((resource) => [resource.row.resourceId, resource]))
  const due = rows.flatMap((reminder) => dueReminderOf(reminder, resources.get(reminder.resourceId)))
  await markSent(tx, due, now)
  const deliveries = await deliveriesOf(tx, due, now)
  if (deliveries.length > 0) await tx.insert(reminderDeliveries).values(deliveries)
  await planReminders(tx, ids, planning, { keepsDue: false })
  return rows.length
}

/** Empty if the reminder is outdated: the resource was deleted, renewed or dismissed. */
function dueReminderOf(reminder: ReminderRow, resource: WatchedResource | undefined): DueReminder[] {
  if (!resource?.subject || resource.subject.dueOn !== reminder.dueOn) return []
  const { subject, schedule, sent, today } = resource
  const { leadDays, step, remindOn } = reminder
  const planned: ReminderStep = { leadDays, step, remindOn }
  if (!isSendable(planned, subject, sent, today)) return []
  return [{ reminder, resource, sentStep: stepToSend(planned, subject, schedule, today) }]
}

async function markSent(tx: Db, due: DueReminder[], now: Date): Promise<void> {
  if (due.length === 0) return
  const rows = due.map(({ reminder: { id }, sentStep: { leadDays, step, remindOn } }) => ({
    ...{ id, step, lead: leadDays, day: remindOn },
  }))
  await tx.execute(sql`
    update ${reminders} set state = 'sent', sent_at = ${now.toISOString()}::timestamptz, snoozed_until = null,
      lead_days = sent.lead, step = sent.step, remind_on = sent.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent(id uuid, lead int, step text, day date)
    where reminders.id = sent.id`)
  const ids = due.map(({ reminder }) => reminder.resourceId)
  await tx
    .update(reminders)
    .set({ snoozedUntil: null })
    .where(and(inArray(reminders.resourceId, ids), isNotNull(reminders.snoozedUntil)))
}

async function deliveriesOf(tx: Db, due: DueReminder[], now: Date): Promise<NewDelivery[]> {
  const owners = [...new Set(due.map(({ reminder }) => reminder.ownerId))]
  if (owners.length === 0) return []
  const ownersIn = async (table: typeof pushSubscriptions | typeof webhooks) => {
    const rows = await tx
      .selectDistinct({ ownerId: table.ownerId })
      .from(table)
      .where(inArray(table.ownerId, owners))
    return new Set(rows.map(({ ownerId }) => ownerId))
  }
  const ownersWithPush = await ownersIn(pushSubscriptions)
  const ownersWithWebhook = await ownersIn(webhooks)
  const disabled = await findDisabledUsers(tx, owners)
  const isDigestSent = await findSentDigests(tx, owners, now)

  return due.flatMap(({ reminder, resource }) => {
    const { ownerId } = reminder
    const waiting = (channel: ChannelName, sendAfter: Date = now): NewDelivery => ({
      ...{ reminderId: reminder.id, ownerId, channel, sendAfter, state: 'waiting' },
    })
    // The in-app list shows the row itself, so there is nothing left to deliver.
    const rows: NewDelivery[] = [{ ...waiting('inApp'), state: 'sent', at: now }]
    if (disabled.has(ownerId)) return rows
    const isReachable: Record<OptionalChannel, boolean> = {
      email: mailsFor(resource.settings, reminder.resourceType),
      push: ownersWithPush.has(ownerId),
      webhook: ownersWithWebhook.has(ownerId),
    }
    const emailAt = emailTime(resource, now, (instant) => isDigestSent(ownerId, instant))
    for (const channel of optionalChannel.options) {
      if (!resource.settings.channels[channel] || !isReachable[channel]) continue
      rows.push(waiting(channel, channel === 'email' ? emailAt : now))
    }
    return rows
  })
}

/** Whether the digest of an owner at an instant was already sent or attempted: later reminders wait for the next one. */
async function findSentDigests(tx: Db, owners: string[], now: Date) {
  const rows = await tx
    .selectDistinct({ ownerId: reminderDeliveries.ownerId, sendAfter: reminderDeliveries.sendAfter })
    .from(reminderDeliveries)
    .where(
      and(
        inArray(reminderDeliveries.ownerId, owners),
        eq(reminderDeliveries.channel, 'email'),
        gte(reminderDeliveries.sendAfter, new Date(now.getTime() - 36 * 3_600_000)),
        or(sql`${reminderDeliveries.state} <> 'waiting'`, gt(reminderDeliveries.attempts, 0)),
      ),
    )
  const known = new Set(rows.map(({ ownerId, sendAfter }) => `${ownerId} ${sendAfter.getTime()}`))
  return (owner: string, instant: Date) => known.has(`${owner} ${instant.getTime()}`)
}

const MONDAY = 1

/** Now, or the time of the next digest that was not sent yet. */
function emailTime(
  { settings: { digest, hour }, timeZone, today }: WatchedResource,
  now: Date,
  isSent: (instant: Date) => boolean,
): Date {
  if (digest === 'each') return now
  for (let day = today; daysBetween(today, day) <= 14; day = addDays(day, 1)) {
    const instant = localTimeToInstant(day, hour, timeZone)
    if ((digest === 'daily' || weekday(day) === MONDAY) && !isSent(instant)) return instant
  }
  return now
}

function weekday(day: string): number {
  // 1970-01-01 was a Thursday.
  return (epochDay(day) + 4) % 7
}
