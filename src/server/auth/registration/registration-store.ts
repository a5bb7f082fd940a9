import { and, eq, lte, ne, notExists, sql } from 'drizzle-orm'
import { removeTraces } from '#server/auth/action-code-store.ts'
import { accounts, passkeys, sessions } from '#server/auth/table.ts'
import type { Db } from '#server/db/database.ts'
import { removeMailTo } from '#server/mail/outbox-store.ts'
import { users } from '#server/users/table.ts'

/**
 * Without a sign-in method, nobody can have stored anything. An account registered before there was a mail server has
 * its password and may hold a vault, so it is never removed.
 */
function isUnconfirmed(db: Db) {
  const none = sql`1`
  return and(
    eq(users.emailVerified, false),
    notExists(db.select({ none }).from(accounts).where(eq(accounts.userId, users.id))),
    notExists(db.select({ none }).from(passkeys).where(eq(passkeys.userId, users.id))),
    notExists(db.select({ none }).from(sessions).where(eq(sessions.userId, users.id))),
  )
}

/** Removes accounts that were registered at or before this time and never confirmed, with all their data. */
export async function removeUnconfirmedBefore(tx: Db, before: Date): Promise<void> {
  const removed = await tx
    .delete(users)
    .where(and(isUnconfirmed(tx), lte(users.createdAt, before)))
    .returning({ id: users.id, email: users.email })
  for (const { id, email } of removed) {
    await removeTraces(tx, id, email)
    await removeMailTo(tx, email)
  }
}

/**
 * Removes an account that someone else registered with this address and never confirmed. Such an account contains
 * nothing.
 */
export async function removeUnconfirmedUser(tx: Db, email: string, keptId: string): Promise<void> {
  await tx.delete(users).where(and(isUnconfirmed(tx), eq(users.email, email), ne(users.id, keptId)))
}
