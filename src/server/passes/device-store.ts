import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { passDevices, passes } from './table.ts'

const MOST_DEVICES = 20

/** Whether the device is new to this pass; the oldest devices make room. */
export async function registerDevice(
  tx: Db,
  passId: string,
  { device, pushToken, now }: { device: string; pushToken: string; now: Date },
): Promise<boolean> {
  const own = eq(passDevices.passId, passId)
  await tx.select({ id: passes.id }).from(passes).where(eq(passes.id, passId)).for('update')
  const known = await tx
    .select({ id: passDevices.id, device: passDevices.device })
    .from(passDevices)
    .where(own)
    .orderBy(asc(passDevices.createdAt))
  const isNew = !known.some((each) => each.device === device)
  const excess = isNew ? known.slice(0, Math.max(0, known.length + 1 - MOST_DEVICES)) : []
  await removeDevices(
    tx,
    excess.map(({ id }) => id),
  )
  await tx
    .insert(passDevices)
    .values({ passId, device, pushToken, createdAt: now })
    .onConflictDoUpdate({ target: [passDevices.passId, passDevices.device], set: { pushToken } })
  return isNew
}

export async function unregisterDevice(db: Db, passId: string, device: string): Promise<void> {
  await db.delete(passDevices).where(and(eq(passDevices.passId, passId), eq(passDevices.device, device)))
}

export async function removeDevices(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.delete(passDevices).where(inArray(passDevices.id, ids))
}

/** The passes of a device that changed after `since`. */
export function listUpdated(db: Db, device: string, since: Date) {
  return db
    .select({ serial: passes.serial, updatedAt: passes.updatedAt })
    .from(passDevices)
    .innerJoin(passes, eq(passes.id, passDevices.passId))
    .where(and(eq(passDevices.device, device), gt(passes.updatedAt, since)))
    .limit(1000)
}

export function listDevices(db: Db, passId: string) {
  return db
    .select({ id: passDevices.id, pushToken: passDevices.pushToken })
    .from(passDevices)
    .where(eq(passDevices.passId, passId))
}
