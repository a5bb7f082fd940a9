import { and, eq, gte, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { tokenDigest } from './sessions/session-store.ts'
import { knownDevices } from './table.ts'

/**
 * Records that the user signed in with this browser. Returns `first` for the user's first browser, `new` for another
 * one, or `known`.
 */
export async function recordDevice(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<'first' | 'new' | 'known'> {
  const digest = tokenDigest(`device:${id}`)
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(knownDevices)
      .values({ userId, digest, createdAt: now, lastUsedAt: now })
      .onConflictDoNothing()
      .returning({ digest: knownDevices.digest })
    if (added.length === 0) {
      const same = and(eq(knownDevices.userId, userId), eq(knownDevices.digest, digest))
      await tx.update(knownDevices).set({ lastUsedAt: now }).where(same)
      return 'known'
    }
    const [other] = await tx
      .select({ digest: knownDevices.digest })
      .from(knownDevices)
      .where(and(eq(knownDevices.userId, userId), ne(knownDevices.digest, digest)))
      .limit(1)
    return other ? 'new' : 'first'
  })
}

/** Removes browsers that first signed in since then. */
export async function removeDevicesSince(tx: Db, userId: string, since: Date): Promise<void> {
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), gte(knownDevices.createdAt, since)))
}
