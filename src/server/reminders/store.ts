import {
  and,
  asc,
  count,
  desc,
  eq,
  getViewSelectedFields,
  inArray,
  isNull,
  lt,
  min,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import { readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { jobRuns } from '#server/jobs/table.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import type { Reminder, ReminderPatch, ReminderQuery, ReminderSummary } from '#shared/reminders/reminder.ts'
import { lockPlanning, planThings } from './plan-store.ts'
import { type DeliveryRow, type ReminderRow, reminderDeliveries, reminders, watched } from './table.ts'

type Record = ReminderRow & { title: string }

const isShown = and(isNull(reminders.deletedAt), ne(reminders.state, 'skipped'))
const isScheduled = sql<boolean>`${reminders.state} = 'scheduled'`
/** What comes next before what went out; the next soonest first, the others newest first. */
const rank = sql<string>`case when ${isScheduled} then extract(epoch from ${reminders.remindAt})
  else 1e12 - extract(epoch from coalesce(${reminders.sentAt}, ${reminders.remindAt})) end`

/** One page. Of what is deleted or no longer lapses only what went out is shown. */
export async function listReminders(
  db: Db,
  owner: Owner,
  { state, limit, cursor }: ReminderQuery,
): Promise<{ items: Reminder[]; nextCursor: string | null }> {
  const list = ['reminders', owner, state ?? '']
  const rows = await selectRecords(db)
    .where(
      and(
        eq(reminders.ownerId, owner),
        isShown,
        state === undefined ? undefined : eq(reminders.state, state),
        cursor === undefined ? undefined : isAfter(list, cursor),
      ),
    )
    .orderBy(asc(rank), asc(reminders.id))
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: await describe(db, rows.slice(0, limit).map(recordOf)),
    nextCursor: last ? writeCursor(list, { value: last.rank, id: last.reminder.id }) : null,
  }
}

const rankText = z.string().regex(/^\d{1,16}(\.\d{1,6})?$/)

function isAfter(list: string[], cursor: string): SQL {
  const { value, id } = readCursor(list, cursor, rankText)
  return sql`(${rank}, ${reminders.id}) > (${value}::numeric, ${id}::uuid)`
}

// By its owner, too: PostgreSQL looks into a union with what is given, never with what another table has.
const isWatched = and(eq(watched.resourceId, reminders.resourceId), eq(watched.ownerId, reminders.ownerId))

/** Wants the owner among its conditions: without, everybody's credentials are read. */
function selectRecords(db: Db) {
  const { title } = getViewSelectedFields(watched)
  return db
    .select({ reminder: reminders, title, rank: sql<string>`(${rank})::text` })
    .from(reminders)
    .innerJoin(watched, isWatched)
    .$dynamic()
}

function recordOf({ reminder, title }: { reminder: ReminderRow; title: string }): Record {
  return { ...reminder, title }
}

async function describe(db: Db, records: Record[]): Promise<Reminder[]> {
  const ids = records.map(({ id }) => id)
  const deliveries =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(reminderDeliveries)
          .where(inArray(reminderDeliveries.reminderId, ids))
          .orderBy(asc(reminderDeliveries.channel))
  const byReminder = Map.groupBy(deliveries, ({ reminderId }) => reminderId)
  return records.map((record) => reminderOf(record, byReminder.get(record.id) ?? []))
}

function reminderOf(record: Record, deliveries: DeliveryRow[]): Reminder {
  const { readAt, remindAt: _at, deletedAt: _gone, ownerId: _owner, state, ...rest } = record
  return {
    ...rest,
    state: state === 'skipped' ? 'dismissed' : state,
    isRead: readAt !== null,
    sentAt: rest.sentAt?.toISOString() ?? null,
    createdAt: rest.createdAt.toISOString(),
    channels: deliveries.map(({ channel, state: how, at, error }) => ({
      ...{ channel, error, state: how },
      at: at?.toISOString() ?? null,
    })),
  }
}

/** Rejects with `reminder_not_found` or `reminder_not_owned`. */
export async function requireReminder(db: Db, owner: Owner, id: string): Promise<Reminder> {
  const row = await requireRow(db, owner, id)
  const [found] = await selectRecords(db).where(
    and(eq(reminders.ownerId, row.ownerId), eq(reminders.id, row.id)),
  )
  const [described] = found ? await describe(db, [recordOf(found)]) : []
  if (!described) throw new Problem('reminder_not_found')
  return described
}

async function requireRow(db: Db, owner: Owner, id: string): Promise<ReminderRow> {
  const known = uuid.safeParse(id)
  const [row] = known.success
    ? await db
        .select()
        .from(reminders)
        .where(and(eq(reminders.id, known.data), isShown))
    : []
  if (!row) throw new Problem('reminder_not_found')
  if (row.ownerId !== owner) throw new Problem('reminder_not_owned')
  return row
}

/** Wants a transaction of its caller's. What follows from the change is planned in it. */
export async function updateReminder(
  tx: Db,
  owner: Owner,
  id: string,
  patch: ReminderPatch,
  { now, today }: { now: Date; today: string },
): Promise<Reminder> {
  await lockPlanning(tx)
  const row = await requireRow(tx, owner, id)
  const { snoozedUntil, isRead } = patch
  if (typeof snoozedUntil === 'string' && snoozedUntil <= today)
    throw new Problem('invalid', { errors: [{ path: 'snoozedUntil', message: 'Choose a day after today' }] })
  await tx
    .update(reminders)
    .set({
      ...(isRead === undefined ? {} : { readAt: isRead ? (row.readAt ?? now) : null }),
      ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
      ...(patch.state === undefined ? {} : { state: await stateAfter(tx, row, patch.state) }),
      id: row.id,
    })
    .where(eq(reminders.id, row.id))
  if (patch.state !== undefined || snoozedUntil !== undefined) await replan(tx, row, now)
  return requireReminder(tx, owner, id)
}

/** Taken back, it is what it was before it was dismissed; what has another reminder coming meanwhile stays dismissed. */
async function stateAfter(
  tx: Db,
  row: ReminderRow,
  wanted: Reminder['state'],
): Promise<ReminderRow['state']> {
  if (wanted === 'dismissed') return 'dismissed'
  if (row.sentAt !== null) return 'sent'
  const { resourceType, resourceId, id } = reminders
  const isOther = and(
    eq(resourceType, row.resourceType),
    eq(resourceId, row.resourceId),
    isScheduled,
    ne(id, row.id),
  )
  return (await tx.$count(reminders, isOther)) === 0 ? 'scheduled' : row.state
}

async function replan(tx: Db, { resourceId }: ReminderRow, now: Date): Promise<void> {
  await planThings(tx, [resourceId], now, { keepsDue: true })
}

/** Out of the list; of the next one that is deleted the one after it comes. It is not said again. */
export async function removeReminder(tx: Db, owner: Owner, id: string, now: Date): Promise<void> {
  await lockPlanning(tx)
  const row = await requireRow(tx, owner, id)
  const state = row.state === 'scheduled' ? 'skipped' : row.state
  await tx.update(reminders).set({ state, deletedAt: now }).where(eq(reminders.id, row.id))
  if (state === 'skipped') await replan(tx, row, now)
}

const isUnread = and(isShown, eq(reminders.state, 'sent'), isNull(reminders.readAt))

export async function readAll(db: Db, owner: Owner, now: Date): Promise<void> {
  await db
    .update(reminders)
    .set({ readAt: now })
    .where(and(eq(reminders.ownerId, owner), isUnread))
}

/** How many are unread, what comes next, and what may keep the owner from hearing of it. */
export async function summarizeReminders(
  db: Db,
  owner: Owner,
  now: Date,
  { isMailMissing }: { isMailMissing: boolean },
): Promise<ReminderSummary> {
  const before = new Date(now.getTime() - LATE_MS)
  const [[counted], [next], [last], [late]] = await Promise.all([
    unreadOf(db).execute({ owner }),
    nextOf(db).execute({ owner }),
    lastDeliveryOf(db).execute({ owner }),
    lateSince(db).execute({ owner, before: before.toISOString() }),
  ])
  const [described] = next ? await describe(db, [recordOf(next)]) : []
  const warnings: ReminderSummary['warnings'] = []
  if (isMailMissing)
    warnings.push({ code: 'mail_not_set_up', channel: 'email', at: null, reason: 'Mail is not set up' })
  if (last?.state === 'failed')
    warnings.push({
      code: 'last_delivery_failed',
      channel: last.channel,
      at: last.at?.toISOString() ?? null,
      reason: last.error,
    })
  if (late?.at)
    warnings.push({ code: 'scheduler_late', channel: null, at: late.at.toISOString(), reason: null })
  return { unread: counted?.unread ?? 0, next: described ?? null, warnings }
}

const isOwners = eq(reminders.ownerId, sql.placeholder('owner'))

const unreadOf = prepared((db) =>
  db
    .select({ unread: count() })
    .from(reminders)
    .innerJoin(watched, isWatched)
    .where(and(isOwners, isUnread))
    .prepare('reminders_unread'),
)

const nextOf = prepared((db) =>
  selectRecords(db)
    .where(and(isOwners, isScheduled))
    .orderBy(asc(reminders.remindAt), asc(reminders.id))
    .limit(1)
    .prepare('reminders_next'),
)

/** The last delivery to this owner that went out of the services, arrived or not. */
const lastDeliveryOf = prepared((db) =>
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

const LATE_MS = 3_600_000

/** Since when nobody has looked, if that is since `before`; or a reminder of this owner's that is overdue by as much. */
const lateSince = prepared((db) => {
  const before = sql`${sql.placeholder('before')}::timestamptz`
  const run = db
    .select({ at: jobRuns.startedAt })
    .from(jobRuns)
    .where(and(eq(jobRuns.name, 'reminders'), lt(jobRuns.startedAt, before)))
  const overdue = db
    .select({ at: min(reminders.remindAt) })
    .from(reminders)
    .where(and(isOwners, isScheduled, lt(reminders.remindAt, before)))
  const at = sql`coalesce((${run}), (${overdue}))`.mapWith(reminders.remindAt)
  return db.select({ at }).from(sql`(values (1)) as one`).prepare('reminders_late_since')
})

/** Every reminder of the owner's with what went out of it, dismissed and deleted ones too, oldest first. */
export async function listEveryReminder(
  db: Db,
  owner: Owner,
): Promise<(ReminderRow & { deliveries: DeliveryRow[] })[]> {
  const rows = await db
    .select()
    .from(reminders)
    .where(eq(reminders.ownerId, owner))
    .orderBy(asc(reminders.createdAt), asc(reminders.id))
  const deliveries = await db
    .select()
    .from(reminderDeliveries)
    .where(eq(reminderDeliveries.ownerId, owner))
    .orderBy(asc(reminderDeliveries.channel))
  const byReminder = Map.groupBy(deliveries, ({ reminderId }) => reminderId)
  return rows.map((row) => ({ ...row, deliveries: byReminder.get(row.id) ?? [] }))
}
