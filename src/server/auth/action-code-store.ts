import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, like, lte, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { users } from '#server/users/table.ts'
import { tokenDigest } from './session-store.ts'
import { verifications } from './table.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** What a mailed code opens, and for how long. The last two undo what a thief may have done, so they take a week. */
const lives = {
  'sign-in': 15 * MINUTE,
  'reset-password': 30 * MINUTE,
  'verify-email': DAY,
  'change-email': DAY,
  'recover-email': 7 * DAY,
  'revert-second-factor': 7 * DAY,
}
export type CodeKind = keyof typeof lives

/** Codes that open something, and die with a new password or address. The other two bring an owner back. */
export const openingCodes: CodeKind[] = ['sign-in', 'reset-password', 'verify-email', 'change-email']

/** `detail` is what was kept with the code: an address for the two that change one. */
export type FoundCode = { userId: string; detail: string | null; createdAt: Date }

/**
 * Makes a code for a link in a mail; only its hash is kept. Older ones of its kind die, except those that bring an
 * address back: a thief who changes it twice must not kill the first owner's. Of an account that was deleted meanwhile
 * nothing is kept, and the code opens nothing.
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
    const held = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
    if (held.length === 0) return
    if (kind !== 'recover-email') await removeCodes(tx, userId, [kind])
    await tx.insert(verifications).values({
      id: randomUUID(),
      identifier: tokenDigest(`code:${kind}:${code}`),
      value: owned(kind, userId),
      detail,
      expiresAt: new Date(now.getTime() + lives[kind]),
      createdAt: now,
      updatedAt: now,
    })
  })
  return code
}

/** The owner of a code that is still good, without using it up. */
export async function findCode(db: Db, kind: CodeKind, code: string, now: Date): Promise<FoundCode | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(good(kind, code, now))
  return row ? found(kind, row) : null
}

/** Uses a code up: one atomic delete, so of twenty at once one gets the owner and the others `null`. */
export async function consumeCode(
  db: Db,
  kind: CodeKind,
  code: string,
  now: Date,
): Promise<FoundCode | null> {
  const [row] = await db
    .delete(verifications)
    .where(good(kind, code, now))
    .returning()
  return row ? found(kind, row) : null
}

const codeKinds = Object.keys(lives) as CodeKind[]
const isOf = (userId: string, kinds = codeKinds) =>
  inArray(
    verifications.value,
    kinds.map((kind) => owned(kind, userId)),
  )

/** The mailed codes of an owner die, all or those of some kinds. */
export async function removeCodes(db: Db, userId: string, kinds: CodeKind[] = codeKinds): Promise<void> {
  await db.delete(verifications).where(isOf(userId, kinds))
}

/** What her codes stand for besides herself: addresses that she had, or wanted to have. */
export async function listCodeDetails(db: Db, userId: string): Promise<string[]> {
  const { detail } = verifications
  const rows = await db
    .selectDistinct({ detail })
    .from(verifications)
    .where(and(isOf(userId), isNotNull(detail)))
  return rows.flatMap((row) => row.detail ?? [])
}

/** Everything that speaks of an owner goes with her account, Better Auth's own challenges too. */
export async function removeTraces(db: Db, userId: string, email: string): Promise<void> {
  const { value } = verifications
  await db
    .delete(verifications)
    .where(or(like(value, `%${userId}%`), like(value, `%"${escapeLike(email)}"%`)))
}

/** Forgets codes that nobody used in time; a job calls it. */
export async function removeOldCodes(db: Db, clock: Clock): Promise<void> {
  await db.delete(verifications).where(lte(verifications.expiresAt, clock.now()))
}

/**
 * Hands Better Auth a reset token of its own making, good for one minute, for a code of ours that was just used up:
 * its own have 142 bits, ours 256.
 */
export function exchangeForReset(db: Db, userId: string, now: Date): Promise<string> {
  return exchange(db, 'reset-password', userId, now)
}

/** The same for a sign-in link. */
export function exchangeForSignIn(db: Db, email: string, now: Date): Promise<string> {
  return exchange(db, 'magic-link', JSON.stringify({ type: 'magic-link', email }), now)
}

async function exchange(db: Db, prefix: string, value: string, now: Date): Promise<string> {
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

function good(kind: CodeKind, code: string, now: Date) {
  return and(
    eq(verifications.identifier, tokenDigest(`code:${kind}:${code}`)),
    gt(verifications.expiresAt, now),
  )
}

function owned(kind: CodeKind, userId: string): string {
  return `${kind}:${userId}`
}

function found(kind: CodeKind, row: typeof verifications.$inferSelect): FoundCode | null {
  const { value, detail, createdAt } = row
  return value.startsWith(`${kind}:`) ? { userId: value.slice(kind.length + 1), detail, createdAt } : null
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
