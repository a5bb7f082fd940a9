import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { findAnyCredential } from '#server/credentials/state-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { type PassKind, type PassRow, passDevices, passes } from './table.ts'

export type { PassKind, PassRow } from './table.ts'

const MOST_TOKENS = 10

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Neither ended nor overtaken by the end of all access, of an account that is not disabled; for a join with `users`. */
const isValid = and(
  isNotNull(passes.credentialId),
  eq(passes.accessGeneration, users.accessGeneration),
  isNull(users.disabledAt),
)

const withOwner = (db: Db) =>
  db
    .select({ pass: passes, isValid: sql<boolean>`coalesce(${isValid}, false)` })
    .from(passes)
    .leftJoin(users, eq(users.id, passes.ownerId))

type FoundPass = { pass: PassRow; isValid: boolean }

/** What is left of a pass that has ended. */
const asFound = ({ pass, isValid }: FoundPass): PassRow =>
  isValid ? pass : { ...pass, credentialId: null, showsNumber: false, isVoid: true }

export async function findPass(
  db: Db,
  owner: Owner,
  credentialId: string,
  kind: PassKind,
): Promise<PassRow | null> {
  const own = and(eq(passes.credentialId, credentialId), eq(passes.ownerId, owner))
  const [row] = await withOwner(db).where(and(own, eq(passes.kind, kind), isValid))
  return row?.pass ?? null
}

/** The owner's passes with the titles of their credentials and their devices, newest first. */
export async function listPasses(db: Db, owner: Owner) {
  const rows = await withOwner(db)
    .where(and(eq(passes.ownerId, owner), isValid))
    .orderBy(desc(passes.createdAt), desc(passes.id))
  const ids = rows.map(({ pass }) => pass.id)
  const devices = await db
    .select({ passId: passDevices.passId, addedAt: passDevices.createdAt })
    .from(passDevices)
    .where(inArray(passDevices.passId, ids))
    .orderBy(desc(passDevices.createdAt))
  return rows.map(({ pass }) => ({ ...pass, devices: devices.filter(({ passId }) => passId === pass.id) }))
}

type Choice = { credentialId: string; kind: PassKind; showsNumber: boolean; now: Date }

/**
 * Creates the pass, or changes what it shows; then its devices or Google are notified. A pass that is to show the number
 * is a new one, so that copies of the one before never show it. The caller has locked the owner.
 */
export async function savePass(
  tx: Db,
  owner: Owner,
  { credentialId, kind, showsNumber, now }: Choice,
): Promise<PassRow> {
  const before = await findPass(tx, owner, credentialId, kind)
  const isKept = before !== null && (before.showsNumber || !showsNumber)
  if (isKept && before.showsNumber === showsNumber) return before
  if (!isKept) await endPasses(tx, owner, { credentialId, kind, now })
  const [row] = isKept
    ? await tx
        .update(passes)
        .set({ showsNumber, updatedAt: now, pushDueAt: now, pushTries: 0 })
        .where(eq(passes.id, before.id))
        .returning()
    : await tx
        .insert(passes)
        .values({
          ...{ ownerId: owner, credentialId, kind, showsNumber, tokenHashes: [] },
          accessGeneration: sql`(select ${users.accessGeneration} from ${users} where ${users.id} = ${owner})`,
          serial: randomBytes(18).toString('base64url'),
          ...{ createdAt: now, updatedAt: now, pushDueAt: now },
        })
        .returning()
  if (!row) throw new Error('The pass was not stored')
  return row
}

/** Nothing is left of a pass but its serial and tokens, by which phones and Google learn that it is void. */
export const ended = (now: Date) => ({
  ...{ credentialId: null, credentialUpdatedAt: null, showsNumber: false, isVoid: true },
  ...{ updatedAt: now, pushDueAt: now, pushTries: 0 },
})

/** Ends the owner's passes, or only that of a credential and a wallet. Returns them as they were. */
export async function endPasses(
  tx: Db,
  owner: Owner,
  { credentialId, kind, now }: { credentialId?: string; kind?: PassKind; now: Date },
): Promise<PassRow[]> {
  const match = and(
    eq(passes.ownerId, owner),
    credentialId === undefined ? isNotNull(passes.credentialId) : eq(passes.credentialId, credentialId),
    kind && eq(passes.kind, kind),
  )
  const found = await tx.select().from(passes).where(match).for('update')
  await tx.update(passes).set(ended(now)).where(match)
  return found
}

/** Stores the hash of a new token of this pass. Only the latest ones stay valid. */
export async function addToken(tx: Db, passId: string, token: string): Promise<void> {
  await tx
    .update(passes)
    .set({
      tokenHashes: sql`(array_prepend(${hashOf(token)}, ${passes.tokenHashes}))[1:${sql.raw(String(MOST_TOKENS))}]`,
    })
    .where(eq(passes.id, passId))
}

export const hasToken = ({ tokenHashes }: PassRow, token: string) => tokenHashes.includes(hashOf(token))

/** A pass by its serial and token, void if it has ended; `null` if there is no such pass or this is not its token. */
export async function findPassOf(db: Db, serial: string, token: string): Promise<PassRow | null> {
  const [row] = await withOwner(db).where(eq(passes.serial, serial))
  return row && hasToken(row.pass, token) ? asFound(row) : null
}

/** The credential of a pass in any state; `null` once it is purged. */
export function findSource(db: Db, { credentialId }: PassRow) {
  return credentialId === null ? null : findAnyCredential(db, credentialId)
}
