import { createHash, randomBytes } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { recoveryCodes, secondFactors } from './table.ts'

const ISSUER = 'Lanyard'
const STEP_MS = 30_000
const RECOVERY_CODES = 10

/** Without i, l, o and u: what is read from paper is typed right. 16 of 32 letters are 80 bits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** One of the two. */
export type SecondFactorProof = { code?: string | undefined; recoveryCode?: string | undefined }

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
  return row !== undefined
}

/**
 * A new secret, which replaces one that was not confirmed; `null` when a second factor is on. `uri` is `otpauth:` for
 * a QR code, `secret` the same in base32 for typing.
 */
export async function startSecondFactor(
  db: Db,
  { id, email }: { id: string; email: string },
  key: string,
  now: Date,
): Promise<{ secret: string; uri: string } | null> {
  const plain = randomBytes(16).toString('base64url')
  const secret = await symmetricEncrypt({ key, data: plain })
  const [row] = await db
    .insert(secondFactors)
    .values({ userId: id, secret, createdAt: now })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt: now, usedStep: null },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  if (!row) return null
  return {
    secret: base32.encode(plain, { padding: false }),
    uri: createOTP(plain, { digits: 6, period: STEP_MS / 1000 }).url(ISSUER, email),
  }
}

/** Turns it on with a first code; true when this call did. */
export async function confirmSecondFactor(
  tx: Db,
  userId: string,
  code: string,
  key: string,
  now: Date,
): Promise<boolean> {
  if (!(await spendCode(tx, userId, code, key, now, isNull(secondFactors.confirmedAt)))) return false
  const confirmed = await tx
    .update(secondFactors)
    .set({ confirmedAt: now })
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
    .returning({ userId: secondFactors.userId })
  return confirmed.length > 0
}

/** Uses the proof up; of any number at once one gets `true`. */
export async function spendSecondFactor(
  tx: Db,
  userId: string,
  proof: SecondFactorProof,
  key: string,
  now: Date,
): Promise<boolean> {
  const { code, recoveryCode: typed } = proof
  if (code !== undefined) return spendCode(tx, userId, code, key, now, isNotNull(secondFactors.confirmedAt))
  if (typed === undefined) return false
  const mine = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, recoveryDigest(typed)))
  const used = await tx.delete(recoveryCodes).where(mine).returning({ digest: recoveryCodes.digest })
  return used.length > 0
}

/** Ten new ones; the old ones are dead. They are shown once. */
export async function renewRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, digest: recoveryDigest(code) })))
  return codes
}

/** True when there was one. */
export async function removeSecondFactor(tx: Db, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt })
  return removed.some(({ confirmedAt }) => confirmedAt !== null)
}

/**
 * RFC 6238, and its demand that a code be accepted once: the step that it stands for must be newer than the last used.
 * One step early or late is let through, for clocks that differ.
 */
async function spendCode(
  tx: Db,
  userId: string,
  code: string,
  key: string,
  now: Date,
  state: ReturnType<typeof isNull>,
): Promise<boolean> {
  const mine = and(eq(secondFactors.userId, userId), state)
  const [factor] = await tx.select({ secret: secondFactors.secret }).from(secondFactors).where(mine)
  if (!factor) return false
  const step = await stepOf(code, factor.secret, key, now)
  if (step === null) return false
  const unused = or(isNull(secondFactors.usedStep), lt(secondFactors.usedStep, step))
  const claimed = await tx
    .update(secondFactors)
    .set({ usedStep: step })
    .where(and(mine, unused, eq(secondFactors.secret, factor.secret)))
    .returning({ userId: secondFactors.userId })
  return claimed.length > 0
}

async function stepOf(code: string, secret: string, key: string, now: Date): Promise<number | null> {
  // With another AUTH_SECRET than it was encrypted with, the recovery codes are what is left.
  const plain = await symmetricDecrypt({ key, data: secret }).catch(() => null)
  if (plain === null) return null
  const otp = createOTP(plain, { digits: 6, period: STEP_MS / 1000 })
  const current = Math.floor(now.getTime() / STEP_MS)
  let found: number | null = null
  for (const step of [current - 1, current, current + 1]) if ((await otp.hotp(step)) === code) found = step
  return found
}

/** Four times four letters, such as `7k2p-m9qd-…`. */
function recoveryCode(): string {
  const drawn = Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('')
  return drawn.replace(/(.{4})(?=.)/g, '$1-')
}

/** As typed: in any case, with or without dashes and spaces. */
function recoveryDigest(code: string): string {
  const bare = code.toLowerCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(`recovery:${bare}`).digest('base64url')
}
