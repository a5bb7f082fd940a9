import { eq, getViewSelectedFields, inArray, min, sql } from 'drizzle-orm'
import { presentCycle } from '#server/ceu/cycle-service.ts'
import { listCyclesById } from '#server/ceu/cycle-store.ts'
import { ruleForCredential } from '#server/ceu/proposal-service.ts'
import type { Db } from '#server/db/database.ts'
import { findRenewing, type Renewing } from '#server/renewals/window-store.ts'
import { findOpenListIds } from '#server/requirements/service.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { datedDuties, noRenewalDays, type RenewalDays, renewalDaysOf } from '#shared/ceu/renewal-days.ts'
import type { RuleBook } from '#shared/ceu/rule-book.ts'
import { findCertification } from '#shared/credentials/known-certifications.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { nothingSent, type SentState } from '#shared/reminders/plan.ts'
import {
  defaultSchedule,
  type ReminderSubject,
  type ScheduleSettings,
} from '#shared/reminders/reminder-schedule.ts'
import {
  completeSettings,
  defaultSettings,
  type ReminderSettings,
  scheduleFor,
} from '#shared/reminders/settings.ts'
import { openDuties } from '#shared/renewals/duties.ts'
import { reminderSettings, reminders, type WatchedRow, watchedResources } from './table.ts'

/** A credential, CE cycle, duty or health record with all that its schedule needs; `subject` is `null` if it cannot lapse. */
export type WatchedResource = {
  row: WatchedRow
  subject: ReminderSubject | null
  schedule: ScheduleSettings
  settings: ReminderSettings
  timeZone: string | null
  today: string
  sent: SentState
  /** When the renewal of a credential opens and closes. */
  days: RenewalDays
  /** What its renewal needs besides hours and is not marked as done. */
  dutiesLeft: string[]
  /** Those of them that are due before the end on a day of their own. Some concern only some owners. */
  earlyDuties: { key: string; what: string; dueOn: string }[]
}

/** What planning needs besides the rows: the moment, and the rules in use. */
export type Planning = { now: Date; rules: RuleBook }

/** The resources among `ids` that are not deleted. Not scoped to an owner. */
export async function findWatchedResources(
  db: Db,
  ids: string[],
  { now, rules }: Planning,
): Promise<WatchedResource[]> {
  const rows = await db
    .select({
      row: getViewSelectedFields(watchedResources),
      timeZone: users.timeZone,
      settings: reminderSettings.settings,
    })
    .from(watchedResources)
    .innerJoin(users, eq(users.id, watchedResources.ownerId))
    .leftJoin(reminderSettings, eq(reminderSettings.ownerId, watchedResources.ownerId))
    .where(inArray(watchedResources.resourceId, ids))
  const credentialIds = rows.flatMap(({ row: { resourceType, resourceId } }) =>
    resourceType === 'license' || resourceType === 'certification' ? [resourceId] : [],
  )
  const [sentStates, renewing] = await Promise.all([findSentStates(db, ids), findRenewing(db, credentialIds)])
  const todayByZone = cachedTodayIn(now)
  const openLists = cachedOpenLists(db)
  const watched: WatchedResource[] = []
  for (const { row, timeZone, settings: stored } of rows) {
    const own = stored && completeSettings(stored)
    const settings = own ?? defaultSettings
    const today = todayByZone(timeZone)
    const { days, dutiesLeft, earlyDuties } = renewalOf(row, renewing.get(row.resourceId), rules)
    const subject =
      row.resourceType === 'requirementList' && !(await openLists(row, today))
        ? null
        : dueFirst(await subjectOf(db, row, today), {
            today,
            earlyDuties,
            applyBy: renewing.get(row.resourceId)?.submittedOn ? null : days.applyBy,
          })
    watched.push({
      ...{ row, timeZone, settings, today, days, dutiesLeft, earlyDuties, subject },
      schedule: own === null ? defaultSchedule : scheduleFor(own, row.resourceType),
      sent: sentStates.get(`${row.resourceId} ${subject?.dueOn ?? row.dueOn}`) ?? nothingSent,
    })
  }
  return watched
}

function renewalOf({ dueOn }: WatchedRow, credential: Renewing | undefined, rules: RuleBook) {
  const rule = credential && dueOn !== null ? ruleForCredential(rules, credential, dueOn) : null
  if (!rule || dueOn === null) return { days: noRenewalDays, dutiesLeft: [], earlyDuties: [] }
  const open = openDuties(datedDuties(rule, dueOn), credential?.duties ?? [])
  // Those of some owners only are in Lanyard, where the owner can say that they do not apply.
  const dutiesLeft = open.flatMap(({ what, onlyIf }) => (onlyIf === null ? [what] : []))
  const days = renewalDaysOf(rule, dueOn)
  const earlyDuties = open.filter((duty) => duty.dueOn < dueOn && duty.dueOn !== days.applyBy)
  return { days, dutiesLeft, earlyDuties }
}

type EarlierDays = Pick<WatchedResource, 'earlyDuties' | 'today'> & { applyBy: string | null }

/** Reminders count from the first day on which something has to be done: a duty, the application, or the end. */
function dueFirst(
  subject: ReminderSubject | null,
  { applyBy, earlyDuties, today }: EarlierDays,
): ReminderSubject | null {
  if (subject === null) return null
  const days: Pick<ReminderSubject, 'dueOn' | 'toDo'>[] = [
    ...(applyBy === null ? [] : [{ dueOn: applyBy, toDo: 'apply' as const }]),
    ...earlyDuties.map(({ dueOn }) => ({ dueOn, toDo: 'duty' as const })),
  ]
  const [first] = days.filter(({ dueOn }) => dueOn >= today).sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
  return { ...subject, ...first }
}

/** Whether a list has not started yet and an item of it is not held. Each owner's vault is read once. */
function cachedOpenLists(db: Db): (row: WatchedRow, today: string) => Promise<boolean> {
  const known = new Map<string, Promise<Set<string>>>()
  return async ({ ownerId, resourceId, dueOn }, today) => {
    if (dueOn === null || dueOn < today) return false
    const open = known.get(ownerId) ?? findOpenListIds(db, asOwnerId(ownerId), today)
    known.set(ownerId, open)
    return (await open).has(resourceId)
  }
}

/** `null` without a due date, and for a cycle whose requirements are met. */
async function subjectOf(db: Db, row: WatchedRow, today: string): Promise<ReminderSubject | null> {
  const { dueOn, reminderDays, code, cycleStart } = row
  if (dueOn === null) return null
  if (cycleStart !== null && (await isDone(db, { ...row, dueOn, cycleStart }, today))) return null
  const isLifeSupport =
    row.resourceType !== 'healthRecord' &&
    code !== null &&
    findCertification(code)?.category === 'life support'
  return { dueOn, reminderDays, isLifeSupport }
}

/** The view's hours can show that something is missing, but not that nothing is. A topic may be one that is in doubt. */
async function isDone(
  db: Db,
  row: WatchedRow & { dueOn: string; cycleStart: string },
  today: string,
): Promise<boolean> {
  const { cycleStart, dueOn: cycleEnd, requiredHours, hoursCounted } = row
  const counted = {
    ...{ cycleStart, cycleEnd, requiredHours, hoursCounted: hoursCounted ?? 0, needs: [], rule: null },
    ...{ topics: [], topicsCompleted: [] },
  }
  if (progressOf(counted, today).state !== 'done') return false
  const cycle = (await listCyclesById(db, row.ownerId as Owner, [row.resourceId])).get(row.resourceId)
  return cycle !== undefined && progressOf(presentCycle(cycle, null), today).state === 'done'
}

/** By resource and due date. */
async function findSentStates(db: Db, ids: string[]): Promise<Map<string, SentState>> {
  const isHandled = sql`${reminders.state} <> 'scheduled'`
  const rows = await db
    .select({
      resourceId: reminders.resourceId,
      dueOn: reminders.dueOn,
      lastLead: sql<number | null>`${min(reminders.leadDays)} filter (where ${isHandled})`,
      isDismissed: sql<boolean>`bool_or(${reminders.state} = 'dismissed')`,
      snoozedUntil: sql<string | null>`max(${reminders.snoozedUntil})::text`,
    })
    .from(reminders)
    .where(inArray(reminders.resourceId, ids))
    .groupBy(reminders.resourceId, reminders.dueOn)
  return new Map(rows.map(({ resourceId, dueOn, ...sent }) => [`${resourceId} ${dueOn}`, sent]))
}

/** Looking up a time zone is most of the cost of a date in it, so each is looked up once per batch. */
function cachedTodayIn(now: Date): (timeZone: string | null) => string {
  const known = new Map<string | null, string>()
  return (timeZone) => {
    const today = known.get(timeZone) ?? todayIn(now, timeZone)
    known.set(timeZone, today)
    return today
  }
}
