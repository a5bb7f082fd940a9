import { createHash, randomBytes } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { symmetricEncrypt } from 'better-auth/crypto'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { decryptWithAny } from '#server/auth/secret.ts'
import { recoveryCodes, twoFactors } from '#server/auth/table.ts'
import type { Db } from '#server/db/database.ts'
import { RECOVERY_CODE_LENGTH } from '#shared/auth/sign-in-methods.ts'

const ISSUER = 'Lanyard'
const STEP_MS = 30_000
const RECOVERY_CODES = 10

/** Without i, l, o and u, which are misread on paper. 26 of 32 letters are 130 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Either a code of the authenticator app, or a recovery code. */
export type TwoFactorCode = { code?: string | undefined; recoveryCode?: string | undefined }

export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  return row !== undefined
}

/** The authenticator app of the account: when it was turned on, and its name in a Firebase client. */
export async function findTwoFactor(
  db: Db,
  userId: string,
): Promise<{ confirmedAt: Date; name: string | null } | null> {
  const { confirmedAt, name } = twoFactors
  const [row] = await db.select({ confirmedAt, name }).from(twoFactors).where(eq(twoFactors.userId, userId))
  return row?.confirmedAt ? { confirmedAt: row.confirmedAt, name: row.name } : null
}

/**
 * Creates a secret, which replaces an unconfirmed one; `null` if two-factor authentication is on. `uri` is `otpauth:`
 * for a QR code, `secret` the same in base32 for typing. `key` encrypts the stored secret.
 */
export async function startTwoFactor(
  db: Db,
  { id, email }: { id: string; email: string },
  key: string,
  now: Date,
): Promise<{ secret: string; uri: string } | null> {
  const plain = randomBytes(16).toString('base64url')
  const secret = await symmetricEncrypt({ key, data: plain })
  const [row] = await db
    .insert(twoFactors)
    .values({ userId: id, secret, createdAt: now })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { secret, createdAt: now, usedStep: null },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId })
  if (!row) return null
  return {
    secret: base32.encode(plain, { padding: false }),
    uri: createOTP(plain, { digits: 6, period: STEP_MS / 1000 }).url(ISSUER, email),
  }
}

/** Turns two-factor authentication on with a first code; true if this call did it. */
export async function confirmTwoFactor(
  tx: Db,
  { userId, name }: { userId: string; name: string | null },
  code: string,
  keys: string[],
  now: Date,
): Promise<boolean> {
  if (!(await consumeAppCode(tx, userId, code, keys, now, isNull(twoFactors.confirmedAt)))) return false
  const confirmed = await tx
    .update(twoFactors)
    .set({ confirmedAt: now, name })
    .where(and(eq(twoFactors.userId, userId), isNull(twoFactors.confirmedAt)))
    .returning({ userId: twoFactors.userId })
  return confirmed.length > 0
}

/** Uses up the code. Of several concurrent requests, one gets `true`. */
export async function consumeTwoFactorCode(
  tx: Db,
  userId: string,
  given: TwoFactorCode,
  keys: string[],
  now: Date,
): Promise<boolean> {
  const { code, recoveryCode: typed } = given
  if (code !== undefined)
    return consumeAppCode(tx, userId, code, keys, now, isNotNull(twoFactors.confirmedAt))
  if (typed === undefined) return false
  const match = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, recoveryDigest(typed)))
  const used = await tx.delete(recoveryCodes).where(match).returning({ digest: recoveryCodes.digest })
  return used.length > 0
}

/** Replaces the owner's recovery codes with ten new ones. They are shown once. */
export async function regenerateRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, digest: recoveryDigest(code) })))
  return codes
}

/** Turns two-factor authentication off and removes the recovery codes; true if it was on. */
export async function removeTwoFactor(tx: Db, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const removed = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ confirmedAt: twoFactors.confirmedAt })
  return removed.some(({ confirmedAt }) => confirmedAt !== null)
}

/**
 * True for an unused code that the app shows one step before or after now. It means slow typing or a wrong clock, not a
 * guess.
 */
export async function isNearMiss(
  db: Db,
  userId: string,
  { code }: TwoFactorCode,
  keys: string[],
  now: Date,
): Promise<boolean> {
  if (code === undefined) return false
  const match = eq(twoFactors.userId, userId)
  const { secret, usedStep } = twoFactors
  const [factor] = await db.select({ secret, usedStep }).from(twoFactors).where(match)
  if (!factor) return false
  const current = stepAt(now)
  const step = await stepOf(code, factor.secret, keys, [current - 1, current + 1])
  return step !== null && step > (factor.usedStep ?? 0)
}

/**
 * RFC 6238, which also requires that a code is accepted only once: its step must be newer than the last used one. Only
 * the current step is accepted, so that a code lives for 30 seconds.
 */
async function consumeAppCode(
  tx: Db,
  userId: string,
  code: string,
  keys: string[],
  now: Date,
  state: ReturnType<typeof isNull>,
): Promise<boolean> {
  const match = and(eq(twoFactors.userId, userId), state)
  const [factor] = await tx.select({ secret: twoFactors.secret }).from(twoFactors).where(match)
  if (!factor) return false
  const step = await stepOf(code, factor.secret, keys, [stepAt(now)])
  if (step === null) return false
  const unused = or(isNull(twoFactors.usedStep), lt(twoFactors.usedStep, step))
  const claimed = await tx
    .update(twoFactors)
    .set({ usedStep: step })
    .where(and(match, unused, eq(twoFactors.secret, factor.secret)))
    .returning({ userId: twoFactors.userId })
  return claimed.length > 0
}

const stepAt = (now: Date) => Math.floor(now.getTime() / STEP_MS)

/** The time step of the code. If `keys` do not decrypt the secret, only the recovery codes still work. */
async function stepOf(code: string, secret: string, keys: string[], steps: number[]): Promise<number | null> {
  const plain = await decryptWithAny(keys, secret)
  if (plain === null) return null
  const otp = createOTP(plain, { digits: 6, period: STEP_MS / 1000 })
  let found: number | null = null
  for (const step of steps) if ((await otp.hotp(step)) === code) found = step
  return found
}

/** In groups of four letters, such as `7k2p-m9qd-…`. */
function recoveryCode(): string {
  const random = Array.from(
    randomBytes(RECOVERY_CODE_LENGTH),
    (byte) => alphabet[byte % alphabet.length],
  ).join('')
  return random.replace(/(.{4})(?=.)/g, '$1-')
}

/** Accepts a code as typed: in any case, with or without dashes and spaces. */
function recoveryDigest(code: string): string {
  const bare = code.toLowerCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(`recovery:${bare}`).digest('base64url')
}
