import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { credentialStates, findAnyCredential } from '#server/credentials/state-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { type PassKind, type PassRow, passDevices, passes } from './table.ts'

export type { PassKind, PassRow } from './table.ts'

const MOST_TOKENS = 10
const MOST_DEVICES = 20
const BATCH = 100

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export async function findPass(
  db: Db,
  owner: Owner,
  credentialId: string,
  kind: PassKind,
): Promise<PassRow | null> {
  const own = and(eq(passes.credentialId, credentialId), eq(passes.ownerId, owner))
  const [row] = await db
    .select()
    .from(passes)
    .where(and(own, eq(passes.kind, kind)))
  return row ?? null
}

type Choice = { credentialId: string; kind: PassKind; showsNumber: boolean; now: Date }

/** Creates the pass, or changes what it shows; then its devices or Google are notified. */
export async function savePass(
  tx: Db,
  owner: Owner,
  { credentialId, kind, showsNumber, now }: Choice,
): Promise<PassRow> {
  const isOther = sql`${passes.showsNumber} <> ${showsNumber}`
  const [row] = await tx
    .insert(passes)
    .values({
      ...{ ownerId: owner, credentialId, kind, showsNumber, tokenHashes: [] },
      serial: randomBytes(18).toString('base64url'),
      ...{ createdAt: now, updatedAt: now, pushDueAt: now },
    })
    .onConflictDoUpdate({
      target: [passes.credentialId, passes.kind],
      set: { showsNumber, updatedAt: now, pushDueAt: now, pushTries: 0 },
      setWhere: and(eq(passes.ownerId, owner), isOther),
    })
    .returning()
  const pass = row ?? (await findPass(tx, owner, credentialId, kind))
  if (!pass) throw new Error('The pass belongs to nobody')
  return pass
}

/** A new token of this pass. Only its hash is stored, and only the latest ones stay valid. */
export async function addToken(db: Db, passId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .update(passes)
    .set({
      tokenHashes: sql`(array_prepend(${hashOf(token)}, ${passes.tokenHashes}))[1:${sql.raw(String(MOST_TOKENS))}]`,
    })
    .where(eq(passes.id, passId))
  return token
}

/** `null` if there is no such pass or this is not its token. */
export async function findPassOf(db: Db, serial: string, token: string): Promise<PassRow | null> {
  const [row] = await db.select().from(passes).where(eq(passes.serial, serial))
  return row?.tokenHashes.includes(hashOf(token)) ? row : null
}

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

/** The credential of a pass in any state; `null` once it is purged. */
export function findSource(db: Db, { credentialId }: PassRow) {
  return credentialId === null ? null : findAnyCredential(db, credentialId)
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

export function listDevices(db: Db, passId: string) {
  return db
    .select({ id: passDevices.id, pushToken: passDevices.pushToken })
    .from(passDevices)
    .where(eq(passDevices.passId, passId))
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
