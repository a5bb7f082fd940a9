import { and, count, eq, gte } from 'drizzle-orm'
import { passkeys } from '#server/auth/table.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  return row?.count ?? 0
}

/** `credentialId` is the authenticator's own id. */
export async function hasPasskey(db: Db, userId: string, credentialId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialID, credentialId)))
  return row !== undefined
}

/** Throws `passkey_not_found`, or `passkey_not_owned`. */
export async function requirePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id))
  if (!row) throw new Problem('passkey_not_found')
  if (row.userId !== userId) throw new Problem('passkey_not_owned')
  return row
}

/** `credentialId` is the authenticator's own id. */
export async function recordPasskeyUse(
  db: Db,
  userId: string,
  credentialId: string,
  now: Date,
): Promise<void> {
  await db
    .update(passkeys)
    .set({ usedAt: now })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialID, credentialId)))
}

/** Throws `passkey_not_found`, or `passkey_not_owned`. */
export async function renamePasskey(tx: Db, owner: Owner, id: string, name: string): Promise<PasskeyRow> {
  await requirePasskey(tx, owner, id)
  const [row] = await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id)).returning()
  if (!row) throw new Problem('passkey_not_found')
  return row
}

/** Returns the names of the removed passkeys. */
export async function removePasskeysSince(tx: Db, userId: string, since: Date): Promise<string[]> {
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
    .returning({ name: passkeys.name })
  return removed.map(({ name }) => name ?? 'Passkey')
}
