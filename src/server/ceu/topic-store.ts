import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { type DeclinedTopic, MAX_DECLINED } from '#shared/ceu/entry.ts'
import { declinedTopics } from './table.ts'

export function listDeclinedTopics(db: Db, owner: Owner): Promise<DeclinedTopic[]> {
  const { ownerId, label, topic } = declinedTopics
  return db
    .select({ label, topic })
    .from(declinedTopics)
    .where(eq(ownerId, owner))
    .orderBy(asc(label), asc(topic))
}

/** Includes the time of each answer. */
export function listEveryDeclinedTopic(db: Db, owner: Owner) {
  return db
    .select()
    .from(declinedTopics)
    .where(eq(declinedTopics.ownerId, owner))
    .orderBy(asc(declinedTopics.label), asc(declinedTopics.topic))
}

/** Leaves existing rows unchanged. */
export async function insertDeclinedTopics(
  tx: Db,
  owner: Owner,
  declined: readonly DeclinedTopic[],
  now: Date,
): Promise<void> {
  if (declined.length === 0) return
  const rows = declined.map(({ label, topic }) => ({ ownerId: owner, label, topic, declinedAt: now }))
  await tx.insert(declinedTopics).values(rows).onConflictDoNothing()
}

/** Keeps only the newest. */
export async function declineTopic(db: Db, owner: Owner, declined: DeclinedTopic, now: Date): Promise<void> {
  const { ownerId, declinedAt } = declinedTopics
  await db.transaction(async (tx) => {
    await insertDeclinedTopics(tx, owner, [declined], now)
    const oldestKept = tx
      .select({ declinedAt })
      .from(declinedTopics)
      .where(eq(ownerId, owner))
      .orderBy(desc(declinedAt))
      .offset(MAX_DECLINED - 1)
      .limit(1)
    await tx.delete(declinedTopics).where(and(eq(ownerId, owner), lt(declinedAt, sql`(${oldestKept})`)))
  })
}
