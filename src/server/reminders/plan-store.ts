import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { localTimeToInstant } from '#shared/reminders/local-time.ts'
import { nextStep } from '#shared/reminders/plan.ts'
import { findWatchedResources, type Planning, type WatchedResource } from './resource-store.ts'
import { type ReminderRow, reminderChanges, reminders, watchedResources } from './table.ts'

type NewReminder = typeof reminders.$inferInsert

// An arbitrary number that must be the same in every version of Lanyard.
const PLANNING_LOCK = 7_203_118

/**
 * Take this first in every transaction that plans or sends reminders: two concurrent ones would undo each other's rows.
 */
export async function lockPlanning(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLANNING_LOCK})`)
}

/**
 * Plans what the owner has just changed, at most `limit` changes, so that the owner sees its reminders at once. Leaves it
 * to a process that is planning at this moment.
 */
export async function planOwn(db: Db, owner: Owner, planning: Planning, limit: number): Promise<void> {
  const [plan] = await allPlanned(db).execute({ owner })
  if (plan?.isPlanned ?? true) return
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${PLANNING_LOCK}) as "isTaken"`)
    if (rows[0]?.isTaken !== true) return
    const own = tx
      .select({ id: reminderChanges.id })
      .from(reminderChanges)
      .innerJoin(watchedResources, eq(watchedResources.resourceId, reminderChanges.resourceId))
      .where(eq(watchedResources.ownerId, owner))
      .orderBy(asc(reminderChanges.id))
      .limit(limit)
    const changes = await tx
      .delete(reminderChanges)
      .where(inArray(reminderChanges.id, own))
      .returning({ resourceId: reminderChanges.resourceId })
    await planReminders(tx, [...new Set(changes.map(({ resourceId }) => resourceId))], planning, {
      keepsDue: true,
    })
  })
}

/** An array, so that the few resources of the owner are looked up among the changes of all, which may be many. */
export const allPlanned = prepared((db) => {
  const own = db
    .select({ resourceId: watchedResources.resourceId })
    .from(watchedResources)
    .where(eq(watchedResources.ownerId, sql.placeholder('owner')))
  const waiting = sql`select from ${reminderChanges} where ${reminderChanges.resourceId} = any(array(${own}))`
  const isPlanned = sql<boolean>`not exists (${waiting})`.as('is_planned')
  return db.select({ isPlanned }).from(sql`(values (1)) as one`).prepare('reminders_all_planned')
})

/** Plans the resources that changed, at most `limit` changes; returns how many changes there were. */
export async function planChanged(tx: Db, planning: Planning, limit: number): Promise<number> {
  await lockPlanning(tx)
  const taken = tx
    .$with('taken')
    .as(
      tx
        .select({ id: reminderChanges.id })
        .from(reminderChanges)
        .orderBy(asc(reminderChanges.id))
        .limit(limit)
        .for('update', { skipLocked: true }),
    )
  const changes = await tx
    .with(taken)
    .delete(reminderChanges)
    .where(inArray(reminderChanges.id, tx.select({ id: taken.id }).from(taken)))
    .returning({ resourceId: reminderChanges.resourceId })
  const ids = [...new Set(changes.map(({ resourceId }) => resourceId))]
  await planReminders(tx, ids, planning, { keepsDue: true })
  return changes.length
}

/**
 * Writes the next reminder of each resource, or removes it if there are no more. With `keepsDue` a reminder that is
 * already due stays: `sendDue` sends it or finds it outdated.
 */
export async function planReminders(
  tx: Db,
  ids: string[],
  planning: Planning,
  { keepsDue }: { keepsDue: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const { now } = planning
  const resources = await findWatchedResources(tx, ids, planning)
  const scheduled = await tx
    .select()
    .from(reminders)
    .where(and(inArray(reminders.resourceId, ids), eq(reminders.state, 'scheduled')))
  const current = new Map(scheduled.map((row) => [row.resourceId, row]))
  const instantOf = cachedLocalTimes()
  const keptIds: string[] = []
  const next: NewReminder[] = []
  for (const resource of resources) {
    const { resourceType, resourceId, ownerId } = resource.row
    const before = current.get(resourceId)
    if (keepsDue && before && isStillDue(before, resource, now)) {
      keptIds.push(before.id)
      continue
    }
    const { subject, schedule, sent, today } = resource
    const step = subject && nextStep(subject, schedule, sent, today)
    if (!subject || !step) continue
    const remindAt = instantOf(step.remindOn, resource.settings.hour, resource.timeZone)
    if (before) keptIds.push(before.id)
    if (before && isSame(before, { ...step, dueOn: subject.dueOn, remindAt })) continue
    next.push({
      ...{ ownerId, resourceType, resourceId, dueOn: subject.dueOn, ...step, remindAt },
      state: 'scheduled',
      createdAt: now,
    })
  }
  await tx
    .delete(reminders)
    .where(
      and(
        inArray(reminders.resourceId, ids),
        eq(reminders.state, 'scheduled'),
        keptIds.length === 0 ? undefined : notInArray(reminders.id, keptIds),
      ),
    )
  if (next.length > 0) await insertNext(tx, next)
}

/** Computes the instant again: the owner's hour or time zone may have changed since it was planned. */
function isStillDue(before: ReminderRow, resource: WatchedResource, now: Date): boolean {
  const { subject, sent, settings, timeZone } = resource
  if (subject === null || sent.isDismissed || before.dueOn !== subject.dueOn || before.remindAt > now)
    return false
  return localTimeToInstant(before.remindOn, settings.hour, timeZone) <= now
}

type PlannedStep = Pick<ReminderRow, 'dueOn' | 'leadDays' | 'remindOn' | 'remindAt'>

function isSame(before: ReminderRow, after: PlannedStep): boolean {
  return (
    before.dueOn === after.dueOn &&
    before.leadDays === after.leadDays &&
    before.remindOn === after.remindOn &&
    before.remindAt.getTime() === after.remindAt.getTime()
  )
}

const excluded = (column: string): SQL => sql.raw(`excluded.${column}`)

async function insertNext(tx: Db, rows: NewReminder[]): Promise<void> {
  await tx
    .insert(reminders)
    .values(rows)
    .onConflictDoUpdate({
      target: [reminders.resourceType, reminders.resourceId],
      targetWhere: sql`state = 'scheduled'`,
      set: {
        dueOn: excluded('due_on'),
        leadDays: excluded('lead_days'),
        step: excluded('step'),
        remindOn: excluded('remind_on'),
        remindAt: excluded('remind_at'),
        snoozedUntil: sql`case when ${reminders.dueOn} = excluded.due_on then ${reminders.snoozedUntil} end`,
      },
    })
}

/** Looking up a time zone is most of the cost of an instant in it, so each is computed once per batch. */
function cachedLocalTimes(): typeof localTimeToInstant {
  const known = new Map<string, Date>()
  return (day, hour, timeZone) => {
    const key = `${day} ${hour} ${timeZone}`
    const instant = known.get(key) ?? localTimeToInstant(day, hour, timeZone)
    known.set(key, instant)
    return instant
  }
}
