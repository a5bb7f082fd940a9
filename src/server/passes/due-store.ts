import { and, asc, eq, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { credentialStates } from '#server/credentials/state-store.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/table.ts'
import { ended } from './store.ts'
import { type PassKind, type PassRow, passes } from './table.ts'

const BATCH = 100

/** Ends the passes of owners whose access was ended since, or whose account is disabled. */
export async function endOvertaken(db: Db, now: Date): Promise<void> {
  const isOver = or(ne(passes.accessGeneration, users.accessGeneration), isNotNull(users.disabledAt))
  await db
    .update(passes)
    .set(ended(now))
    .from(users)
    .where(and(eq(users.id, passes.ownerId), isNotNull(passes.credentialId), isOver))
}

/** Marks the passes whose credential was changed, archived, deleted, restored or purged since they were made. */
export async function markChanged(db: Db, now: Date): Promise<void> {
  const states = credentialStates(db)
  const isOut = sql<boolean>`coalesce(${states.isOut}, true)`
  const changed = await db
    .select({ id: passes.id, isVoid: isOut, credentialUpdatedAt: states.updatedAt })
    .from(passes)
    .leftJoin(states, eq(states.id, passes.credentialId))
    .where(
      sql`${passes.isVoid} <> ${isOut} or ${passes.credentialUpdatedAt} is distinct from ${states.updatedAt}`,
    )
    .limit(BATCH * 10)
  for (const { id, isVoid, credentialUpdatedAt } of changed)
    await db
      .update(passes)
      .set({ isVoid, credentialUpdatedAt, updatedAt: now, pushDueAt: now, pushTries: 0 })
      .where(eq(passes.id, id))
}

/** Passes with a notification due now. */
export function listDue(db: Db, kind: PassKind, now: Date): Promise<PassRow[]> {
  return db
    .select()
    .from(passes)
    .where(and(eq(passes.kind, kind), lte(passes.pushDueAt, now)))
    .orderBy(asc(passes.pushDueAt))
    .limit(BATCH)
}

/** `dueAt` is the time of the next attempt, or `null`. Does nothing if the pass has changed in the meantime. */
export async function setPushDue(db: Db, pass: PassRow, dueAt: Date | null): Promise<void> {
  await db
    .update(passes)
    .set({ pushDueAt: dueAt, pushTries: pass.pushTries + 1 })
    .where(and(eq(passes.id, pass.id), eq(passes.updatedAt, pass.updatedAt)))
}

/** Passes without a credential, and with them their devices. */
export async function purgeVoid(db: Db, before: Date): Promise<void> {
  await db
    .delete(passes)
    .where(and(isNull(passes.credentialId), eq(passes.isVoid, true), lt(passes.updatedAt, before)))
}
