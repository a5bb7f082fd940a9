import { randomUUID } from 'node:crypto'
import { and, eq, gte } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { accounts } from './table.ts'

/** Better Auth's name for the account that holds the password. */
export const PASSWORD_PROVIDER = 'credential'

const passwordOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER))

/** The hash of the user's password, or `null` without one. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [account] = await db.select({ hash: accounts.password }).from(accounts).where(passwordOf(userId))
  return account?.hash ?? null
}

export async function hasLinkedAccount(db: Db, userId: string, providerId: string): Promise<boolean> {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId)))
  return account !== undefined
}

export async function hasPasswordHash(db: Db, userId: string, hash: string): Promise<boolean> {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.password, hash)))
  return account !== undefined
}

/** Stores the same password under a newer hash; false if the old hash has been replaced meanwhile. */
export async function replacePasswordHash(db: Db, oldHash: string, newHash: string): Promise<boolean> {
  const replaced = await db
    .update(accounts)
    .set({ password: newHash })
    .where(eq(accounts.password, oldHash))
    .returning({ id: accounts.id })
  return replaced.length > 0
}

/** The first password of an account. */
export function createPassword(tx: Db, userId: string, hash: string, now: Date): Promise<void> {
  return storePasswordHash(tx, userId, hash, now)
}

/**
 * The password row of an imported account, whose password may be `null`. Without this row, an unconfirmed address would
 * count as an unfinished registration and be removed after a day.
 */
export async function storePasswordHash(
  tx: Db,
  userId: string,
  hash: string | null,
  now: Date,
): Promise<void> {
  await tx.insert(accounts).values({
    id: randomUUID(),
    ...{ userId, accountId: userId, providerId: PASSWORD_PROVIDER, password: hash },
    ...{ createdAt: now, updatedAt: now },
  })
}

/** Links an account of a provider, so that its owner can sign in with it. */
export async function createLinkedAccount(
  tx: Db,
  userId: string,
  { providerId, accountId }: { providerId: string; accountId: string },
  now: Date,
): Promise<void> {
  const dates = { createdAt: now, updatedAt: now }
  await tx.insert(accounts).values({ id: randomUUID(), userId, providerId, accountId, ...dates })
}

/** Sets the password of an account, whether or not it had one. */
export async function replacePassword(tx: Db, userId: string, hash: string, now: Date): Promise<void> {
  const updated = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: now })
    .where(passwordOf(userId))
    .returning({ id: accounts.id })
  if (updated.length === 0) await createPassword(tx, userId, hash, now)
}

/** The user that a provider's account is linked to; `null` if it is not linked. */
export async function findLinkedUser(db: Db, providerId: string, accountId: string): Promise<string | null> {
  const [account] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, providerId), eq(accounts.accountId, accountId)))
  return account?.userId ?? null
}

/** Removes the password, and every account linked since then. `linked` are the provider ids of those accounts. */
export async function removePasswordAndAccountsSince(
  tx: Db,
  userId: string,
  since: Date,
): Promise<{ hadPassword: boolean; linked: string[] }> {
  const passwords = await tx.delete(accounts).where(passwordOf(userId)).returning({ id: accounts.id })
  const linked = await tx
    .delete(accounts)
    .where(and(eq(accounts.userId, userId), gte(accounts.createdAt, since)))
    .returning({ providerId: accounts.providerId })
  return { hadPassword: passwords.length > 0, linked: linked.map(({ providerId }) => providerId) }
}
