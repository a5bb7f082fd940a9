import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'
import type { PushInput } from '#shared/reminders/channels.ts'
import { pushSubscriptions } from './table.ts'

/** Per owner; adding one more removes the oldest. */
export const MAX_DEVICES = 20

export type Device = typeof pushSubscriptions.$inferSelect

/** Newest first. */
export function listDevices(db: Db, owner: Owner): Promise<Device[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.ownerId, owner))
    .orderBy(desc(pushSubscriptions.createdAt), pushSubscriptions.id)
}

/**
 * A browser belongs to the owner who turned it on last: a shared device must not continue to show another account's
 * reminders. True if it was not the owner's before.
 */
export async function addDevice(
  tx: Db,
  owner: Owner,
  { endpoint, keys }: PushInput,
  name: string,
  now: Date,
): Promise<boolean> {
  const [before] = await tx
    .select({ ownerId: pushSubscriptions.ownerId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
  const device = { ownerId: owner, ...keys, name, createdAt: now, lastSentAt: null, lastError: null }
  await tx
    .insert(pushSubscriptions)
    .values({ endpoint, ...device })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: device })
  const tooMany = (await listDevices(tx, owner)).slice(MAX_DEVICES).map(({ id }) => id)
  if (tooMany.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, tooMany))
  return before?.ownerId !== owner
}

/** Rejects with `device_not_found` or `device_not_owned`. */
export async function removeDevice(db: Db, owner: Owner, id: string): Promise<void> {
  const isOne = uuid.safeParse(id).success
  const [device] = isOne ? await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id)) : []
  if (!device) throw new Problem('device_not_found')
  if (device.ownerId !== owner) throw new Problem('device_not_owned')
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.ownerId, owner), eq(pushSubscriptions.id, id)))
}

/** The push service no longer knows it. A device that subscribed again since, with other keys, stays. */
export async function removeExpiredDevice(db: Db, { endpoint, auth }: Device): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.auth, auth)))
}

/** `error` is a sentence for the owner; `null` if the message was sent. */
export async function recordDeviceResult(
  db: Db,
  { id }: Device,
  now: Date,
  error: string | null,
): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set(error === null ? { lastSentAt: now, lastError: null } : { lastError: error })
    .where(eq(pushSubscriptions.id, id))
}

/** Removes the devices that were added since, and returns their names. */
export async function removeDevicesSince(tx: Db, owner: Owner, since: Date): Promise<string[]> {
  const removed = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.ownerId, owner), gte(pushSubscriptions.createdAt, since)))
    .returning({ name: pushSubscriptions.name })
  return removed.map(({ name }) => name)
}
