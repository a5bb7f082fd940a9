import { and, asc, eq, getViewSelectedFields, inArray, min, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/table.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { findCertification } from '#shared/credentials/certification.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { momentOf } from '#shared/reminders/local-time.ts'
import { nextRung, nothingSaid, type Said } from '#shared/reminders/plan.ts'
import {
  type LadderSettings,
  type Rung,
  usualLadder,
  type Watched,
} from '#shared/reminders/reminder-schedule.ts'
import { ladderFor, type ReminderSettings, usualSettings } from '#shared/reminders/settings.ts'
import {
  type ReminderRow,
  reminderChanges,
  reminderSettings,
  reminders,
  type WatchedRow,
  watched,
} from './table.ts'

/** A thing with all that the rule needs; `watched` is `null` where nothing of it can lapse. */
export type Thing = {
  row: WatchedRow
  watched: Watched | null
  ladder: LadderSettings
  settings: ReminderSettings
  timeZone: string | null
  today: string
  said: Said
}

// Any number, the same in every version of Lanyard.
const planLock = 7_203_118

/** Whoever plans or says reminders comes here first in the transaction: two of them at once would undo each other's rows. */
export async function lockPlanning(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${planLock})`)
}

/** Plans what changed, at most `limit` changes; answers how many there were. */
export async function planChanged(tx: Db, now: Date, limit: number): Promise<number> {
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
  // A reminder that is due by now was not lost sight of by the change: the sweep says it, or finds it outdated.
  await planThings(tx, ids, now, { keepsDue: true })
  return changes.length
}

/** Writes the next reminder of each of these things, or takes it away where nothing is to come. */
export async function planThings(
  tx: Db,
  ids: string[],
  now: Date,
  { keepsDue }: { keepsDue: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const things = await findThings(tx, ids, now)
  const scheduled = await tx
    .select()
    .from(reminders)
    .where(and(inArray(reminders.resourceId, ids), eq(reminders.state, 'scheduled')))
  const current = new Map(scheduled.map((row) => [row.resourceId, row]))
  const moments = createMoments()
  const kept: string[] = []
  const next: (typeof reminders.$inferInsert)[] = []
  for (const thing of things) {
    const { resourceType, resourceId, ownerId } = thing.row
    const before = current.get(resourceId)
    if (keepsDue && before && isDueStill(before, thing, now)) {
      kept.push(before.id)
      continue
    }
    const rung = thing.watched && nextRung(thing.watched, thing.ladder, thing.said, thing.today)
    if (!thing.watched || !rung) continue
    const { dueOn } = thing.watched
    const { leadDays, step, remindOn } = rung
    const remindAt = moments(remindOn, thing.settings.hour, thing.timeZone)
    if (before) kept.push(before.id)
    if (before && isSame(before, { dueOn, leadDays, remindOn, remindAt })) continue
    next.push({
      ...{ ownerId, resourceType, resourceId, dueOn, leadDays, step, remindOn, remindAt },
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
        kept.length === 0 ? undefined : notInArray(reminders.id, kept),
      ),
    )
  if (next.length > 0) await writeNext(tx, next)
}

/** Asked anew of her hour and her zone: she may have moved since it was planned. */
function isDueStill(before: ReminderRow, thing: Thing, now: Date): boolean {
  const { watched: one, said, settings, timeZone } = thing
  if (one === null || said.isDismissed || before.dueOn !== one.dueOn || before.remindAt > now) return false
  return momentOf(before.remindOn, settings.hour, timeZone) <= now
}

type CursorPosition = Pick<ReminderRow, 'dueOn' | 'leadDays' | 'remindOn' | 'remindAt'>

function isSame(before: ReminderRow, after: CursorPosition): boolean {
  return (
    before.dueOn === after.dueOn &&
    before.leadDays === after.leadDays &&
    before.remindOn === after.remindOn &&
    before.remindAt.getTime() === after.remindAt.getTime()
  )
}

const excluded = (column: string): SQL => sql.raw(`excluded.${column}`)

async function writeNext(tx: Db, rows: (typeof reminders.$inferInsert)[]): Promise<void> {
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

/** The things among `ids` that are not deleted. */
export async function findThings(db: Db, ids: string[], now: Date): Promise<Thing[]> {
  const rows = await db
    .select({
      row: getViewSelectedFields(watched),
      timeZone: users.timeZone,
      settings: reminderSettings.settings,
    })
    .from(watched)
    .innerJoin(users, eq(users.id, watched.ownerId))
    .leftJoin(reminderSettings, eq(reminderSettings.ownerId, watched.ownerId))
    .where(inArray(watched.resourceId, ids))
  const said = await findSaid(db, ids)
  const todays = createTodays(now)
  return rows.map(({ row, timeZone, settings: own }) => {
    const settings = own ?? usualSettings
    const today = todays(timeZone)
    return {
      ...{ row, timeZone, settings, today },
      ladder: ladderOf(settings, row),
      watched: watchedOf(row, today),
      said: said.get(`${row.resourceId} ${row.dueOn}`) ?? nothingSaid,
    }
  })
}

function ladderOf(settings: ReminderSettings, { resourceType }: WatchedRow): LadderSettings {
  return settings === usualSettings ? usualLadder : ladderFor(settings, resourceType)
}

/** A cycle lapses only while something is missing. */
function watchedOf(row: WatchedRow, today: string): Watched | null {
  const { dueOn, reminderDays, code, cycleStart, topics, topicsCompleted } = row
  if (dueOn === null) return null
  if (cycleStart !== null) {
    const { requiredHours, hoursCompleted } = row
    const cycle = { cycleStart, cycleEnd: dueOn, requiredHours, hoursCompleted: hoursCompleted ?? 0 }
    const progress = progressOf(
      { ...cycle, topics: topics ?? [], topicsCompleted: topicsCompleted ?? [] },
      today,
    )
    if (progress.state === 'done') return null
  }
  const isLifeSupport = code !== null && findCertification(code)?.category === 'life support'
  return { dueOn, reminderDays, isLifeSupport }
}

/** By thing and end. */
async function findSaid(db: Db, ids: string[]): Promise<Map<string, Said>> {
  const isSaid = sql`${reminders.state} <> 'scheduled'`
  const rows = await db
    .select({
      resourceId: reminders.resourceId,
      dueOn: reminders.dueOn,
      lastLead: sql<number | null>`${min(reminders.leadDays)} filter (where ${isSaid})`,
      isDismissed: sql<boolean>`bool_or(${reminders.state} = 'dismissed')`,
      snoozedUntil: sql<string | null>`max(${reminders.snoozedUntil})::text`,
    })
    .from(reminders)
    .where(inArray(reminders.resourceId, ids))
    .groupBy(reminders.resourceId, reminders.dueOn)
  return new Map(rows.map(({ resourceId, dueOn, ...said }) => [`${resourceId} ${dueOn}`, said]))
}

/** Zones are looked up once for a batch: that is most of what a date in a zone costs. */
function createTodays(now: Date): (timeZone: string | null) => string {
  const known = new Map<string | null, string>()
  return (timeZone) => {
    const today = known.get(timeZone) ?? todayIn(now, timeZone)
    known.set(timeZone, today)
    return today
  }
}

function createMoments(): (day: string, hour: number, timeZone: string | null) => Date {
  const known = new Map<string, Date>()
  return (day, hour, timeZone) => {
    const key = `${day} ${hour} ${timeZone}`
    const moment = known.get(key) ?? momentOf(day, hour, timeZone)
    known.set(key, moment)
    return moment
  }
}

/** What a reminder row says of its rung. */
export function rungOf({ leadDays, step, remindOn }: ReminderRow): Rung {
  return { leadDays, step, remindOn }
}
