import { and, asc, count, desc, eq, gt, inArray, isNull, lt, min, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { jobRuns } from '#server/jobs/table.ts'
import type { Owner } from '#server/users/owner.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { sendErrorIn } from '#shared/reminders/reminder-text.ts'
import { mailsForAny } from '#shared/reminders/settings.ts'
import { allPlanned } from './plan-store.ts'
import { findSettings } from './settings-store.ts'
import { isScheduled, isShown, isWatched, presentReminders, selectReminders } from './store.ts'
import { reminderDeliveries, reminders, watchedResources } from './table.ts'

const LATE_MS = 3_600_000

const isOwners = eq(reminders.ownerId, sql.placeholder('owner'))
const isUnread = and(isShown, eq(reminders.state, 'sent'), isNull(reminders.readAt))

export async function markAllRead(db: Db, owner: Owner, now: Date): Promise<void> {
  await db
    .update(reminders)
    .set({ readAt: now })
    .where(and(eq(reminders.ownerId, owner), isUnread))
}

/** How many are unread, what comes next, and what may keep reminders from reaching the owner. */
export async function summarizeReminders(
  db: Db,
  owner: Owner,
  now: Date,
  { isMailSent, t }: { isMailSent: boolean; t: Translate },
): Promise<ReminderSummary> {
  const before = new Date(now.getTime() - LATE_MS)
  const [settings, [counted], [next], [last], [late], [plan]] = await Promise.all([
    findSettings(db, owner),
    unreadCount(db).execute({ owner }),
    nextReminder(db).execute({ owner }),
    lastDelivery(db).execute({ owner }),
    lateSince(db).execute({ owner, before: before.toISOString() }),
    allPlanned(db).execute({ owner }),
  ])
  const [presented] = next ? await presentReminders(db, [next], t) : []
  const warnings: ReminderSummary['warnings'] = []
  if (!isMailSent && mailsForAny(settings))
    warnings.push({ code: 'mail_not_set_up', channel: 'email', at: null, reason: t`Email is not set up` })
  if (last?.state === 'failed')
    warnings.push({
      code: 'last_delivery_failed',
      channel: last.channel,
      at: last.at?.toISOString() ?? null,
      reason: last.error && sendErrorIn(last.error, t),
    })
  if (late?.at)
    warnings.push({ code: 'scheduler_late', channel: null, at: late.at.toISOString(), reason: null })
  return {
    unread: counted?.unread ?? 0,
    next: presented ?? null,
    isPlanned: plan?.isPlanned ?? true,
    warnings,
  }
}

const unreadCount = prepared((db) =>
  db
    .select({ unread: count() })
    .from(reminders)
    .innerJoin(watchedResources, isWatched)
    .where(and(isOwners, isUnread))
    .prepare('reminders_unread'),
)

const nextReminder = prepared((db) =>
  selectReminders(db)
    .where(and(isOwners, isScheduled))
    .orderBy(asc(reminders.remindAt), asc(reminders.id))
    .limit(1)
    .prepare('reminders_next'),
)

/** The last delivery outside Lanyard, successful or not. */
const lastDelivery = prepared((db) =>
  db
    .select()
    .from(reminderDeliveries)
    .where(
      and(
        eq(reminderDeliveries.ownerId, sql.placeholder('owner')),
        ne(reminderDeliveries.channel, 'inApp'),
        inArray(reminderDeliveries.state, ['sent', 'failed']),
      ),
    )
    .orderBy(desc(reminderDeliveries.at), desc(reminderDeliveries.id))
    .limit(1)
    .prepare('reminders_last_delivery'),
)

/** When the job last ran (never is 1970, left out), if that was before `before`; otherwise the owner's oldest reminder overdue since then. */
const lateSince = prepared((db) => {
  const before = sql`${sql.placeholder('before')}::timestamptz`
  const run = db
    .select({ at: jobRuns.startedAt })
    .from(jobRuns)
    .where(
      and(eq(jobRuns.name, 'reminders'), gt(jobRuns.startedAt, new Date(0)), lt(jobRuns.startedAt, before)),
    )
  const overdue = db
    .select({ at: min(reminders.remindAt) })
    .from(reminders)
    // A reminder that was due already when it was planned has not waited for an hour.
    .where(and(isOwners, isScheduled, lt(reminders.remindAt, before), lt(reminders.createdAt, before)))
  const at = sql`coalesce((${run}), (${overdue}))`.mapWith(reminders.remindAt)
  return db.select({ at }).from(sql`(values (1)) as one`).prepare('reminders_late_since')
})
