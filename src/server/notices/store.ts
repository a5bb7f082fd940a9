import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { dismissedUntil, type Notice } from '#shared/notices/notice.ts'
import { noticeDismissals } from './table.ts'

export type DismissalRow = typeof noticeDismissals.$inferSelect

/** The owner's dismissals, without those that have expired at `now`. */
export function listDismissals(db: Db, owner: Owner, now: Date): Promise<DismissalRow[]> {
  const { ownerId, notice, dismissedUntil } = noticeDismissals
  return db
    .select()
    .from(noticeDismissals)
    .where(and(eq(ownerId, owner), or(isNull(dismissedUntil), gt(dismissedUntil, now))))
    .orderBy(asc(notice))
}

/** `null` if it was never dismissed. */
export async function findDismissal(db: Db, owner: Owner, notice: Notice): Promise<DismissalRow | null> {
  const [row] = await db
    .select()
    .from(noticeDismissals)
    .where(and(eq(noticeDismissals.ownerId, owner), eq(noticeDismissals.notice, notice)))
  return row ?? null
}

/** Including expired ones. */
export function listEveryDismissal(db: Db, owner: Owner): Promise<DismissalRow[]> {
  return db
    .select()
    .from(noticeDismissals)
    .where(eq(noticeDismissals.ownerId, owner))
    .orderBy(asc(noticeDismissals.notice))
}

/** Dismissing again starts over. */
export async function createDismissal(
  db: Db,
  owner: Owner,
  notice: Notice,
  now: Date,
): Promise<DismissalRow> {
  const times = { dismissedAt: now, dismissedUntil: dismissedUntil(notice, now) }
  const row = { ownerId: owner, notice, ...times }
  await db
    .insert(noticeDismissals)
    .values(row)
    .onConflictDoUpdate({ target: [noticeDismissals.ownerId, noticeDismissals.notice], set: times })
  return row
}

export async function removeDismissal(db: Db, owner: Owner, notice: Notice): Promise<void> {
  await db
    .delete(noticeDismissals)
    .where(and(eq(noticeDismissals.ownerId, owner), eq(noticeDismissals.notice, notice)))
}
