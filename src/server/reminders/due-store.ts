import { and, asc, eq, gte, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { addDays, daysBetween, epochDay } from '#shared/kernel/dates.ts'
import { momentOf } from '#shared/reminders/local-time.ts'
import { isSayable, rungToSay } from '#shared/reminders/plan.ts'
import type { ChannelName } from '#shared/reminders/reminder.ts'
import type { Rung } from '#shared/reminders/reminder-schedule.ts'
import { mailsFor } from '#shared/reminders/settings.ts'
import { findThings, lockPlanning, planThings, rungOf, type Thing } from './plan-store.ts'
import { pushSubscriptions, type ReminderRow, reminderDeliveries, reminders, webhooks } from './table.ts'

type Saying = { reminder: ReminderRow; thing: Thing; rung: Rung }
type NewDelivery = typeof reminderDeliveries.$inferInsert

/**
 * Says what is due, at most `limit` reminders: marks each as sent, notes what goes out through which channel, and plans
 * the next one, all in this transaction. Answers how many were due.
 */
export async function sayDue(tx: Db, now: Date, limit: number): Promise<number> {
  await lockPlanning(tx)
  const due = await tx
    .select()
    .from(reminders)
    .where(and(eq(reminders.state, 'scheduled'), lte(reminders.remindAt, now)))
    .orderBy(asc(reminders.remindAt), asc(reminders.ownerId))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (due.length === 0) return 0
  const ids = due.map(({ resourceId }) => resourceId)
  const things = new Map((await findThings(tx, ids, now)).map((thing) => [thing.row.resourceId, thing]))
  const sayings = due.flatMap((reminder) => sayingOf(reminder, things.get(reminder.resourceId)))
  await markSent(tx, sayings, now)
  const deliveries = await deliveriesOf(tx, sayings, now)
  if (deliveries.length > 0) await tx.insert(reminderDeliveries).values(deliveries)
  await planThings(tx, ids, now, { keepsDue: false })
  return due.length
}

function sayingOf(reminder: ReminderRow, thing: Thing | undefined): Saying[] {
  if (!thing?.watched || thing.watched.dueOn !== reminder.dueOn) return []
  const { watched, ladder, said, today } = thing
  const planned = rungOf(reminder)
  if (!isSayable(planned, watched, said, today)) return []
  return [{ reminder, thing, rung: rungToSay(planned, watched, ladder, today) }]
}

async function markSent(tx: Db, sayings: Saying[], now: Date): Promise<void> {
  if (sayings.length === 0) return
  const rows = sayings.map(({ reminder: { id }, rung: { leadDays, step, remindOn } }) => ({
    ...{ id, step, lead: leadDays, day: remindOn },
  }))
  await tx.execute(sql`
    update ${reminders} set state = 'sent', sent_at = ${now.toISOString()}::timestamptz, snoozed_until = null,
      lead_days = said.lead, step = said.step, remind_on = said.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said(id uuid, lead int, step text, day date)
    where reminders.id = said.id`)
  const ids = sayings.map(({ reminder }) => reminder.resourceId)
  await tx
    .update(reminders)
    .set({ snoozedUntil: null })
    .where(and(inArray(reminders.resourceId, ids), isNotNull(reminders.snoozedUntil)))
}

async function deliveriesOf(tx: Db, sayings: Saying[], now: Date): Promise<NewDelivery[]> {
  const owners = [...new Set(sayings.map(({ reminder }) => reminder.ownerId))]
  if (owners.length === 0) return []
  const ownersOf = async (table: typeof pushSubscriptions | typeof webhooks) => {
    const rows = await tx
      .selectDistinct({ ownerId: table.ownerId })
      .from(table)
      .where(inArray(table.ownerId, owners))
    return new Set(rows.map(({ ownerId }) => ownerId))
  }
  const pushes = await ownersOf(pushSubscriptions)
  const hooks = await ownersOf(webhooks)
  const isMailed = await mailedDigests(tx, owners, now)

  return sayings.flatMap((saying) => {
    const { reminder, thing } = saying
    const { ownerId } = reminder
    const { channels } = thing.settings
    const waiting = (channel: ChannelName, sendAfter: Date = now): NewDelivery => ({
      ...{ reminderId: reminder.id, ownerId, channel, sendAfter, state: 'waiting' },
    })
    // The row itself is what Lanyard shows.
    const rows: NewDelivery[] = [{ ...waiting('inApp'), state: 'sent', at: now }]
    if (mailsFor(thing.settings, reminder.resourceType))
      rows.push(
        waiting(
          'email',
          mailTime(thing, now, (moment) => isMailed(ownerId, moment)),
        ),
      )
    if (channels.push && pushes.has(ownerId)) rows.push(waiting('push'))
    if (channels.webhook && hooks.has(ownerId)) rows.push(waiting('webhook'))
    return rows
  })
}

/** Digests that have left already: what comes after one waits for the next. */
async function mailedDigests(tx: Db, owners: string[], now: Date) {
  const rows = await tx
    .selectDistinct({ ownerId: reminderDeliveries.ownerId, sendAfter: reminderDeliveries.sendAfter })
    .from(reminderDeliveries)
    .where(
      and(
        inArray(reminderDeliveries.ownerId, owners),
        eq(reminderDeliveries.channel, 'email'),
        gte(reminderDeliveries.sendAfter, new Date(now.getTime() - 36 * 3_600_000)),
        or(sql`${reminderDeliveries.state} <> 'waiting'`, isNotNull(reminderDeliveries.queuedAt)),
      ),
    )
  const known = new Set(rows.map(({ ownerId, sendAfter }) => `${ownerId} ${sendAfter.getTime()}`))
  return (owner: string, moment: Date) => known.has(`${owner} ${moment.getTime()}`)
}

const MONDAY = 1

/** At once, or with the digest: today's, unless it has left already. */
function mailTime(
  { settings: { digest, hour }, timeZone, today }: Thing,
  now: Date,
  hasLeft: (moment: Date) => boolean,
): Date {
  if (digest === 'each') return now
  for (let day = today; daysBetween(today, day) <= 14; day = addDays(day, 1)) {
    const moment = momentOf(day, hour, timeZone)
    if ((digest === 'daily' || weekday(day) === MONDAY) && !hasLeft(moment)) return moment
  }
  return now
}

function weekday(day: string): number {
  // 1970-01-01 was a Thursday.
  return (epochDay(day) + 4) % 7
}
