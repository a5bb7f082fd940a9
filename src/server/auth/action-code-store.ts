import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, like, lte, ne, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { escapeLike } from '#server/db/like.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import { tokenDigest } from './sessions/session-store.ts'
import { verifications } from './table.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * The purpose of an emailed code, and its lifetime. Those that undo the changes of a thief last a week. The last one only
 * tells that a code was used.
 */
const lives = {
  'sign-in': 10 * MINUTE,
  'reset-password': 30 * MINUTE,
  'verify-email': DAY,
  'change-email': DAY,
  'recover-email': 7 * DAY,
  'revert-second-factor': 7 * DAY,
  'used-reset-password': DAY,
}
export type CodeKind = keyof typeof lives

/** Codes that give access, and are revoked by a new password or address. */
const accessCodes: CodeKind[] = ['sign-in', 'reset-password', 'verify-email', 'change-email']
/** Codes that restore an owner's access. `detail` is the address to which a code was sent. */
const undoCodes: CodeKind[] = ['recover-email', 'revert-second-factor']

/** `detail` is stored with the code: for a code that changes or restores an address, that address. */
export type FoundCode = { userId: string; detail: string | null; createdAt: Date }

/**
 * Creates a code for a link in an email. Only the hash of the code is stored. Revokes older codes of the same kind,
 * except codes that undo a change: a thief who makes the change twice must not revoke the owner's first code. If the
 * account has been deleted in the meantime, nothing is stored, and the code does not work.
 */
export async function createCode(
  db: Db,
  kind: CodeKind,
  userId: string,
  now: Date,
  detail: string | null = null,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    const locked = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
    if (locked.length === 0) return
    if (!undoCodes.includes(kind)) await removeCodes(tx, userId, [kind])
    await insertCode(tx, { kind, code, userId, now, detail })
  })
  return code
}

/** For the page of a link with which a password was set. The code gives access to nothing. */
export async function rememberUsedReset(
  tx: Db,
  { code, userId, email }: { code: string; userId: string; email: string },
  now: Date,
): Promise<void> {
  await insertCode(tx, { kind: 'used-reset-password', code, userId, now, detail: email })
}

type NewCode = { kind: CodeKind; code: string; userId: string; now: Date; detail: string | null }

async function insertCode(tx: Db, { kind, code, userId, now, detail }: NewCode): Promise<void> {
  await tx.insert(verifications).values({
    id: randomUUID(),
    identifier: tokenDigest(`code:${kind}:${code}`),
    value: ownerValue(kind, userId),
    detail,
    expiresAt: new Date(now.getTime() + lives[kind]),
    createdAt: now,
    updatedAt: now,
  })
}

/** Finds a valid code without using it up. */
export async function findCode(db: Db, kind: CodeKind, code: string, now: Date): Promise<FoundCode | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(isValid(kind, code, now))
  return row ? foundCode(kind, row) : null
}

/** True for a code that was once valid, as long as its row is stored. */
export async function isExpiredCode(db: Db, kinds: CodeKind[], code: string, now: Date): Promise<boolean> {
  const identifiers = kinds.map((kind) => tokenDigest(`code:${kind}:${code}`))
  const [row] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(inArray(verifications.identifier, identifiers), lte(verifications.expiresAt, now)))
  return row !== undefined
}

/** Uses up a code with one atomic delete: of several concurrent requests one gets the owner, the others get `null`. */
export async function consumeCode(
  db: Db,
  kind: CodeKind,
  code: string,
  now: Date,
): Promise<FoundCode | null> {
  const [row] = await db
    .delete(verifications)
    .where(isValid(kind, code, now))
    .returning()
  return row ? foundCode(kind, row) : null
}

/**
 * Like `consumeCode`, for a code that signs in or changes an account. A recovery also locks the owner's row before it
 * revokes the codes, so the later of the two sees the earlier one.
 */
export async function consumeCodeLocked(
  tx: Db,
  kind: CodeKind,
  code: string,
  now: Date,
): Promise<FoundCode | null> {
  const found = await findCode(tx, kind, code, now)
  if (!found) return null
  await lockOwnerRow(tx, asOwnerId(found.userId))
  return consumeCode(tx, kind, code, now)
}

const allKinds: CodeKind[] = [...accessCodes, ...undoCodes]
const isOwnedBy = (userId: string, kinds = allKinds) =>
  inArray(
    verifications.value,
    kinds.map((kind) => ownerValue(kind, userId)),
  )

/** Revokes every emailed code that gives access. Returns the new addresses of the address changes that it revoked. */
export async function removeAccessCodes(db: Db, userId: string): Promise<string[]> {
  const removed = await db
    .delete(verifications)
    .where(isOwnedBy(userId, accessCodes))
    .returning({ detail: verifications.detail })
  return removed.flatMap(({ detail }) => detail ?? [])
}

/** When the owner's oldest code that undoes a change was sent to this address; `null` if there is none. */
export async function findFirstUndoCode(db: Db, userId: string, email: string): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: verifications.createdAt })
    .from(verifications)
    .where(and(isOwnedBy(userId, undoCodes), eq(verifications.detail, email)))
    .orderBy(asc(verifications.createdAt))
    .limit(1)
  return row?.createdAt ?? null
}

/**
 * Revokes the codes that would undo a recovery: codes sent to other addresses since then. Codes sent earlier, or to the
 * same address, keep working in any order, so that the owner of that mailbox keeps control.
 */
export async function removeUndoCodesAfter(
  db: Db,
  userId: string,
  { email, since }: { email: string; since: Date },
): Promise<void> {
  const { createdAt, detail } = verifications
  const isElsewhere = or(isNull(detail), ne(detail, email))
  await db.delete(verifications).where(and(isOwnedBy(userId, undoCodes), gte(createdAt, since), isElsewhere))
}

/** Revokes the emailed codes of an owner, all or those of some kinds. */
export async function removeCodes(db: Db, userId: string, kinds: CodeKind[] = allKinds): Promise<void> {
  await db.delete(verifications).where(isOwnedBy(userId, kinds))
}

/** The addresses in an owner's codes: former and requested ones. */
export async function listCodeDetails(db: Db, userId: string): Promise<string[]> {
  const { detail } = verifications
  const rows = await db
    .selectDistinct({ detail })
    .from(verifications)
    .where(and(isOwnedBy(userId), isNotNull(detail)))
  return rows.flatMap((row) => row.detail ?? [])
}

/** Removes every row that names the owner of a deleted account, Better Auth's own challenges included. */
export async function removeTraces(db: Db, userId: string, email: string): Promise<void> {
  const { value } = verifications
  await db
    .delete(verifications)
    .where(or(like(value, `%${userId}%`), like(value, `%"${escapeLike(email)}"%`)))
}

/** Removes expired codes. A job calls this function. */
export async function removeOldCodes(db: Db, clock: Clock): Promise<void> {
  await db.delete(verifications).where(lte(verifications.expiresAt, clock.now()))
}

/**
 * Exchanges one of our codes, just used, for a one-minute reset token in Better Auth's format. Better Auth's own tokens
 * have 142 bits, ours 256.
 */
export function createResetToken(db: Db, userId: string, now: Date): Promise<string> {
  return createShortToken(db, 'reset-password', userId, now)
}

/** Like `createResetToken`, for a sign-in link. */
export function createSignInToken(db: Db, email: string, now: Date): Promise<string> {
  return createShortToken(db, 'magic-link', JSON.stringify({ type: 'magic-link', email }), now)
}

async function createShortToken(db: Db, prefix: string, value: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(verifications).values({
    id: randomUUID(),
    identifier: tokenDigest(`${prefix}:${token}`),
    value,
    expiresAt: new Date(now.getTime() + MINUTE),
    createdAt: now,
    updatedAt: now,
  })
  return token
}

function isValid(kind: CodeKind, code: string, now: Date) {
  return and(
    eq(verifications.identifier, tokenDigest(`code:${kind}:${code}`)),
    gt(verifications.expiresAt, now),
  )
}

function ownerValue(kind: CodeKind, userId: string): string {
  return `${kind}:${userId}`
}

function foundCode(kind: CodeKind, row: typeof verifications.$inferSelect): FoundCode | null {
  const { value, detail, createdAt } = row
  return value.startsWith(`${kind}:`) ? { userId: value.slice(kind.length + 1), detail, createdAt } : null
}
