import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import { tokenDigest } from './auth-sessions.ts'
import { verifications } from './auth-table.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'

/** What a mailed code opens, and for how long: a new password 30 minutes, a confirmed address 24 hours. */
const lives = { 'reset-password': 30 * 60_000, 'verify-email': 24 * 3_600_000 }
export type CodeKind = keyof typeof lives

/** Makes a code for a link in a mail. Older ones of its kind die; only its hash is kept. */
export async function createCode(db: Db, kind: CodeKind, userId: string, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.value, owned(kind, userId)))
    await tx.insert(verifications).values({
      id: randomUUID(),
      identifier: tokenDigest(`code:${kind}:${code}`),
      value: owned(kind, userId),
      expiresAt: new Date(now.getTime() + lives[kind]),
      createdAt: now,
      updatedAt: now,
    })
  })
  return code
}

/** The owner of a code that is still good, without using it up. */
export async function findCode(db: Db, kind: CodeKind, code: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(good(kind, code, now))
  return row ? ownerOf(kind, row.value) : null
}

/** Uses a code up: one atomic delete, so of twenty at once one gets the owner and the others `null`. */
export async function consumeCode(db: Db, kind: CodeKind, code: string, now: Date): Promise<string | null> {
  const [row] = await db
    .delete(verifications)
    .where(good(kind, code, now))
    .returning()
  return row ? ownerOf(kind, row.value) : null
}

/** Every code of an owner dies, with the account or with a changed password. */
export async function removeCodes(db: Db, userId: string): Promise<void> {
  const kinds = Object.keys(lives) as CodeKind[]
  const values = [userId, ...kinds.map((kind) => owned(kind, userId))]
  await db.delete(verifications).where(inArray(verifications.value, values))
}

/** Forgets codes that nobody used in time; a job calls it. */
export async function removeOldCodes(db: Db, clock: Clock): Promise<void> {
  await db.delete(verifications).where(lte(verifications.expiresAt, clock.now()))
}

/**
 * Hands Better Auth a reset token of its own making, good for one minute, for a code of ours that was just used up:
 * its own have 142 bits, ours 256.
 */
export async function exchangeForReset(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(verifications).values({
    id: randomUUID(),
    identifier: tokenDigest(`reset-password:${token}`),
    value: userId,
    expiresAt: new Date(now.getTime() + 60_000),
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

function ownerOf(kind: CodeKind, value: string): string | null {
  return value.startsWith(`${kind}:`) ? value.slice(kind.length + 1) : null
}
