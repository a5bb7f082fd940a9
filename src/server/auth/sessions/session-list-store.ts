import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { sessions } from '#server/auth/table.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { startAccessGeneration } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'

export type SessionRow = typeof sessions.$inferSelect

/** The owner's sessions before their absolute end, last used first. The service checks idle time. */
export async function listSessions(db: Db, owner: Owner, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, owner), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
}

/** Ends one session. Throws `session_not_owned` for another owner's session, `session_not_found` if there is none. */
export async function endSession(db: Db, owner: Owner, id: string): Promise<void> {
  const [row] = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, id))
  if (!row) throw new Problem('session_not_found')
  if (row.userId !== owner) throw new Problem('session_not_owned')
  await db.delete(sessions).where(eq(sessions.id, id))
}

/** Ends all sessions except this one, including pending ones, and all wallet passes. Returns the number of sessions. */
export async function endOtherSessions(tx: Db, owner: Owner, keptId: string): Promise<number> {
  await startAccessGeneration(tx, owner)
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, owner), ne(sessions.id, keptId)))
    .returning({ id: sessions.id })
  return ended.length
}
