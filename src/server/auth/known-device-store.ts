import { and, eq, gte, lt, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { tokenDigest } from './sessions/session-store.ts'
import { knownDevices, knownNetworks } from './table.ts'

const YEAR_MS = 365 * 86_400_000

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

/**
 * Records that the user signed in from this network. True if it is new, and not the user's first one. Networks that were
 * not used for a year are forgotten.
 */
export async function recordNetwork(db: Db, userId: string, digest: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isUsers = eq(knownNetworks.userId, userId)
    const yearAgo = new Date(now.getTime() - YEAR_MS)
    await tx.delete(knownNetworks).where(and(isUsers, lt(knownNetworks.lastUsedAt, yearAgo)))
    const known = await tx.select({ digest: knownNetworks.digest }).from(knownNetworks).where(isUsers)
    await tx
      .insert(knownNetworks)
      .values({ userId, digest, createdAt: now, lastUsedAt: now })
      .onConflictDoUpdate({
        target: [knownNetworks.userId, knownNetworks.digest],
        set: { lastUsedAt: now },
      })
    return known.length > 0 && known.every((network) => network.digest !== digest)
  })
}

/** Removes browsers and networks that first signed in since then. */
export async function removeDevicesSince(tx: Db, userId: string, since: Date): Promise<void> {
  await tx
    .delete(knownNetworks)
    .where(and(eq(knownNetworks.userId, userId), gte(knownNetworks.createdAt, since)))
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), gte(knownDevices.createdAt, since)))
}
