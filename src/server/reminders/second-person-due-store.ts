import { and, asc, eq, gte, inArray, lte, max, sql } from 'drizzle-orm'
import { findChangeTimes, findNumbers, listShortTitles } from '#server/credentials/name-store.ts'
import type { Db } from '#server/db/database.ts'
import { findBeingRenewed } from '#server/renewals/window-store.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { PAST_DAYS, SOON_DAYS } from '#shared/reminders/second-person.ts'
import {
  reminders,
  type SecondPersonRow,
  secondPeople,
  secondPersonTellings,
  watchedResources,
} from './table.ts'

/** A license or certification that the second person has to be told about. */
export type Unanswered = {
  resourceType: 'license' | 'certification'
  resourceId: string
  /** Without the owner's own name for it: "Texas RN", "BLS". */
  title: string
  /** The owner's number of it, which a mail must not have. */
  number: string | null
  dueOn: string
  isPast: boolean
}

/** The owners whose second person is to be told today, if there is anything, at most `limit`. */
export async function listOwnersToCheck(db: Db, now: Date, limit: number): Promise<Owner[]> {
  const rows = await db
    .select({ ownerId: secondPeople.ownerId })
    .from(secondPeople)
    .where(and(eq(secondPeople.state, 'confirmed'), lte(secondPeople.checkAt, now)))
    .orderBy(asc(secondPeople.checkAt))
    .limit(limit)
  return rows.map(({ ownerId }) => asOwnerId(ownerId))
}

/** The person if they are to be told now. The caller must hold the owner's lock. */
export async function findPersonToTell(tx: Db, owner: Owner, now: Date): Promise<SecondPersonRow | null> {
  const isDue = and(eq(secondPeople.state, 'confirmed'), lte(secondPeople.checkAt, now))
  const [row] = await tx
    .select()
    .from(secondPeople)
    .where(and(eq(secondPeople.ownerId, owner), isDue))
  return row ?? null
}

/**
 * What expires soon or has expired lately, of which a reminder was sent until `remindedBy` and the owner has done nothing
 * since, and of which this person was not told yet. Soonest first.
 */
export async function listUnanswered(
  tx: Db,
  { id, ownerId }: SecondPersonRow,
  { today, remindedBy }: { today: string; remindedBy: Date },
): Promise<Unanswered[]> {
  const { resourceId, resourceType, dueOn } = watchedResources
  const rows = await tx
    .select({ resourceType, resourceId, dueOn, remindedAt: max(reminders.sentAt) })
    .from(watchedResources)
    .innerJoin(reminders, eq(reminders.resourceId, resourceId))
    .where(
      and(
        eq(watchedResources.ownerId, ownerId),
        eq(reminders.ownerId, ownerId),
        inArray(resourceType, ['license', 'certification']),
        gte(dueOn, addDays(today, -PAST_DAYS)),
        lte(dueOn, addDays(today, SOON_DAYS)),
        lte(reminders.sentAt, remindedBy),
      ),
    )
    .groupBy(resourceType, resourceId, dueOn)
    .orderBy(asc(dueOn), asc(resourceId))
  const ids = rows.map((row) => row.resourceId)
  if (ids.length === 0) return []
  const changedAt = await findChangeTimes(tx, ids)
  const beingRenewed = await findBeingRenewed(tx, ids)
  const answeredAt = await findAnswers(tx, ids)
  const told = await findTold(tx, id)
  const titles = await listShortTitles(tx, asOwnerId(ownerId), ids)
  const numbers = await findNumbers(tx, ids)
  return rows.flatMap(({ remindedAt, dueOn: due, ...row }) => {
    const changed = changedAt.get(row.resourceId)
    const answered = answeredAt.get(row.resourceId)
    if (due === null || remindedAt === null || !changed || changed > remindedAt) return []
    if (beingRenewed.has(row.resourceId) || (answered && answered >= remindedAt)) return []
    const isPast = due < today
    if (told.has(`${row.resourceId} ${due} ${isPast}`)) return []
    const kind = row.resourceType === 'license' ? 'license' : 'certification'
    const title = titles.get(row.resourceId) ?? ''
    const number = numbers.get(row.resourceId) ?? null
    return [{ resourceId: row.resourceId, resourceType: kind, title, number, dueOn: due, isPast }]
  })
}

/** When the newest reminder was sent, or planned, that the owner read, dismissed, snoozed or deleted, by resource. */
async function findAnswers(tx: Db, ids: string[]): Promise<Map<string, Date>> {
  const { resourceId, readAt, state, snoozedUntil, deletedAt, sentAt, createdAt } = reminders
  const isAnswered = sql`(${readAt} is not null or ${state} = 'dismissed' or ${snoozedUntil} is not null
    or ${deletedAt} is not null)`
  const at = sql<Date>`max(coalesce(${sentAt}, ${createdAt}))`.mapWith(createdAt)
  const rows = await tx
    .select({ resourceId, at })
    .from(reminders)
    .where(and(inArray(resourceId, ids), isAnswered))
    .groupBy(resourceId)
  return new Map(rows.map((row) => [row.resourceId, row.at]))
}

async function findTold(tx: Db, personId: string): Promise<Set<string>> {
  const { resourceId, dueOn, isPast } = secondPersonTellings
  const rows = await tx
    .select({ resourceId, dueOn, isPast })
    .from(secondPersonTellings)
    .where(eq(secondPersonTellings.personId, personId))
  return new Set(rows.map((row) => `${row.resourceId} ${row.dueOn} ${row.isPast}`))
}

/** Records what the person is told now, in the transaction of the mail. */
export async function recordTold(
  tx: Db,
  personId: string,
  items: Unanswered[],
  { now, today }: { now: Date; today: string },
): Promise<void> {
  await tx
    .insert(secondPersonTellings)
    .values(
      items.map(({ resourceId, dueOn, isPast }) => ({ personId, resourceId, dueOn, isPast, toldAt: now })),
    )
  await tx
    .update(secondPeople)
    .set({ lastToldAt: now, lastToldOn: today })
    .where(eq(secondPeople.id, personId))
}

export async function setNextCheck(tx: Db, personId: string, checkAt: Date): Promise<void> {
  await tx.update(secondPeople).set({ checkAt }).where(eq(secondPeople.id, personId))
}
