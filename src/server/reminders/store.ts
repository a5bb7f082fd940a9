import { and, asc, eq, getViewSelectedFields, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { uuid } from '#shared/kernel/fields.ts'
import type { Reminder, ReminderPatch, ReminderQuery } from '#shared/reminders/reminder.ts'
import { sendErrorIn } from '#shared/reminders/reminder-text.ts'
import { listedTitle } from '#shared/reminders/watched-title.ts'
import { lockPlanning, planReminders } from './plan-store.ts'
import type { Planning } from './resource-store.ts'
import {
  type DeliveryRow,
  type ReminderRow,
  reminderDeliveries,
  reminders,
  watchedResources,
} from './table.ts'

type ListedReminder = ReminderRow & { title: string; cycleId: string | null }

export const isShown = and(isNull(reminders.deletedAt), ne(reminders.state, 'skipped'))
export const isScheduled = sql<boolean>`${reminders.state} = 'scheduled'`
/** Sorts upcoming reminders first, soonest first; then the others, newest first. */
const rank = sql<string>`case when ${isScheduled} then extract(epoch from ${reminders.remindAt})
  else 1e12 - extract(epoch from coalesce(${reminders.sentAt}, ${reminders.remindAt})) end`

/** One page. Reminders of deleted credentials and cycles are left out. */
export async function listReminders(
  db: Db,
  owner: Owner,
  { state, limit, cursor }: ReminderQuery,
  t: Translate,
): Promise<{ items: Reminder[]; nextCursor: string | null }> {
  const list = ['reminders', owner, state ?? '']
  const rows = await selectReminders(db)
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
    items: await presentReminders(db, rows.slice(0, limit), t),
    nextCursor: last ? writeCursor(list, { value: last.rank, id: last.reminder.id }) : null,
  }
}

const rankText = z.string().regex(/^\d{1,16}(\.\d{1,6})?$/)

function isAfter(list: string[], cursor: string): SQL {
  const { value, id } = readCursor(list, cursor, rankText)
  return sql`(${rank}, ${reminders.id}) > (${value}::numeric, ${id}::uuid)`
}

// The owner is compared too: PostgreSQL pushes a parameter into the view's union, but never a joined column.
export const isWatched = and(
  eq(watchedResources.resourceId, reminders.resourceId),
  eq(watchedResources.ownerId, reminders.ownerId),
)

/** Always add a condition on the owner: without it the credentials of every account are read. */
export function selectReminders(db: Db) {
  const { title, code, cycleId } = getViewSelectedFields(watchedResources)
  return db
    .select({ reminder: reminders, title, code, cycleId, rank: sql<string>`(${rank})::text` })
    .from(reminders)
    .innerJoin(watchedResources, isWatched)
    .$dynamic()
}

type SelectedReminder = {
  reminder: ReminderRow
  title: string
  code: string | null
  cycleId: string | null
}

function toListed({ reminder, title, code, cycleId }: SelectedReminder, t: Translate): ListedReminder {
  return { ...reminder, cycleId, title: listedTitle({ ...reminder, title, code }, t) }
}

/** With the state of each channel. */
export async function presentReminders(db: Db, rows: SelectedReminder[], t: Translate): Promise<Reminder[]> {
  const ids = rows.map(({ reminder }) => reminder.id)
  const deliveries =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(reminderDeliveries)
          .where(inArray(reminderDeliveries.reminderId, ids))
          .orderBy(asc(reminderDeliveries.channel))
  const byReminder = Map.groupBy(deliveries, ({ reminderId }) => reminderId)
  return rows.map((row) => presentReminder(toListed(row, t), byReminder.get(row.reminder.id) ?? [], t))
}

function presentReminder(row: ListedReminder, deliveries: DeliveryRow[], t: Translate): Reminder {
  const { readAt, remindAt: _remindAt, deletedAt: _deletedAt, ownerId: _ownerId, state, ...rest } = row
  return {
    ...rest,
    state: state === 'skipped' ? 'dismissed' : state,
    isRead: readAt !== null,
    sentAt: rest.sentAt?.toISOString() ?? null,
    createdAt: rest.createdAt.toISOString(),
    channels: deliveries.map(({ channel, state: deliveryState, at, error }) => ({
      ...{ channel, error: error && sendErrorIn(error, t), state: deliveryState },
      at: at?.toISOString() ?? null,
    })),
  }
}

async function requireReminder(db: Db, row: ReminderRow, t: Translate): Promise<Reminder> {
  const [found] = await selectReminders(db).where(
    and(eq(reminders.ownerId, row.ownerId), eq(reminders.id, row.id)),
  )
  const [presented] = found ? await presentReminders(db, [found], t) : []
  if (!presented) throw new Problem('reminder_not_found')
  return presented
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

/**
 * Needs a transaction, in which it also plans what follows from the change. Rejects with `reminder_not_found`,
 * `reminder_not_owned` or, for a snooze that is not after `today`, `invalid`.
 */
export async function updateReminder(
  tx: Db,
  owner: Owner,
  id: string,
  patch: ReminderPatch,
  { today, t, ...planning }: Planning & { today: string; t: Translate },
): Promise<Reminder> {
  const { now } = planning
  await lockPlanning(tx)
  const row = await requireRow(tx, owner, id)
  const { snoozedUntil, isRead } = patch
  if (typeof snoozedUntil === 'string' && snoozedUntil <= today)
    throw new Problem('invalid', {
      errors: [{ path: 'snoozedUntil', message: msg`Choose a day after today` }],
    })
  await tx
    .update(reminders)
    .set({
      ...(isRead === undefined ? {} : { readAt: isRead ? (row.readAt ?? now) : null }),
      ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
      ...(patch.state === undefined ? {} : { state: await stateAfter(tx, row, patch.state) }),
      id: row.id,
    })
    .where(eq(reminders.id, row.id))
  if (patch.state !== undefined || snoozedUntil !== undefined) await replan(tx, row, planning)
  return requireReminder(tx, row, t)
}

/** Undoing a dismissal restores the earlier state, unless another reminder of the resource was scheduled since. */
async function stateAfter(
  tx: Db,
  row: ReminderRow,
  requested: Reminder['state'],
): Promise<ReminderRow['state']> {
  if (requested === 'dismissed') return 'dismissed'
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

async function replan(tx: Db, { resourceId }: ReminderRow, planning: Planning): Promise<void> {
  await planReminders(tx, [resourceId], planning, { keepsDue: true })
}

/** Hides the row and, if it was still scheduled, plans the one after it. The deleted reminder is not sent again. */
export async function removeReminder(tx: Db, owner: Owner, id: string, planning: Planning): Promise<void> {
  await lockPlanning(tx)
  const row = await requireRow(tx, owner, id)
  const state = row.state === 'scheduled' ? 'skipped' : row.state
  await tx.update(reminders).set({ state, deletedAt: planning.now }).where(eq(reminders.id, row.id))
  if (state === 'skipped') await replan(tx, row, planning)
}

/** The reminders that were sent since then, for the list of notices. */
export function selectSentReminders(owner: Owner, since: Date): SQL {
  const { id, sentAt, ownerId, state } = reminders
  return sql`select 'reminder' as kind, ${id} as id, ${sentAt} as at, null as subject, null as device,
      null as session_id, 1 as count
    from ${reminders} join ${watchedResources} on ${isWatched}
    where ${ownerId} = ${owner} and ${watchedResources.ownerId} = ${owner} and ${isShown} and ${state} = 'sent'
      and ${sentAt} >= ${since.toISOString()}::timestamptz`
}

/** The owner's reminders among `ids`, by id. */
export async function listRemindersById(
  db: Db,
  owner: Owner,
  ids: string[],
  t: Translate,
): Promise<Map<string, Reminder>> {
  if (ids.length === 0) return new Map()
  const rows = await selectReminders(db).where(and(eq(reminders.ownerId, owner), inArray(reminders.id, ids)))
  return new Map((await presentReminders(db, rows, t)).map((each) => [each.id, each]))
}

/** Every reminder of the owner with its deliveries, dismissed and deleted ones too, oldest first. */
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
