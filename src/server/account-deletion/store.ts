import { createHash } from 'node:crypto'
import { and, asc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { findUser, removeUser } from '#server/account/store.ts'
import { listCodeDetails } from '#server/auth/action-code-store.ts'
import type { Db } from '#server/db/database.ts'
import { folderOf } from '#server/files/storage-key-service.ts'
import { removeMailTo } from '#server/mail/outbox-store.ts'
import { forgetTries } from '#server/rate-limits/store.ts'
import { removeSecondPerson } from '#server/reminders/second-person-store.ts'
import type { Owner } from '#server/users/owner.ts'
import { accountRemovals, type RemovalRow } from './table.ts'

export type { RemovalRow } from './table.ts'

/**
 * Removes every row of an owner and records what is left to do. `null` if the account no longer exists. Waits briefly
 * for other work on the account, then gives up (`lock_timeout`) before the database reports a deadlock.
 */
export async function beginRemoval(tx: Db, owner: Owner, now: Date): Promise<RemovalRow | null> {
  await tx.execute(sql`set local lock_timeout = '400ms'`)
  const person = await findUser(tx, owner)
  if (!person) return null
  // Codes contain earlier and requested addresses: mail to those is removed as well.
  const others = await listCodeDetails(tx, owner)
  await removeSecondPerson(tx, owner)
  await removeUser(tx, owner)
  await removeMailTo(tx, person.email)
  for (const address of others)
    await removeMailTo(tx, address, ['change_email', 'email_change_asked', 'email_changed'])
  await forgetTries(tx, [owner, `session:${owner}`])
  const [row] = await tx
    .insert(accountRemovals)
    .values({
      folder: folderOf(owner),
      emailHash: createHash('sha256').update(person.email).digest('hex'),
      email: person.email,
      locale: person.settings.locale,
      startedAt: now,
    })
    .returning()
  return row ?? null
}

/** Returns the address for the last mail and deletes it: of two concurrent callers only one gets it. */
export async function takeAddress(
  tx: Db,
  id: string,
  now: Date,
): Promise<Pick<RemovalRow, 'email' | 'locale'> | null> {
  const left = and(eq(accountRemovals.id, id), isNotNull(accountRemovals.email))
  const [row] = await tx.select().from(accountRemovals).where(left).for('update')
  if (!row) return null
  await tx.update(accountRemovals).set({ email: null, bytesGoneAt: now }).where(eq(accountRemovals.id, id))
  return row
}

/** Oldest first. */
export function listRemovals(db: Db): Promise<RemovalRow[]> {
  return db.select().from(accountRemovals).orderBy(asc(accountRemovals.startedAt)).limit(500)
}

/** SHA-256 of the addresses of accounts whose owners deleted them, as long as that is recorded. */
export async function listRemovedAddresses(db: Db): Promise<string[]> {
  const rows = await db.select({ emailHash: accountRemovals.emailHash }).from(accountRemovals)
  return rows.map(({ emailHash }) => emailHash)
}

/** Deletes the records of finished removals that started before `before`. */
export async function forgetRemovals(db: Db, before: Date): Promise<void> {
  await db
    .delete(accountRemovals)
    .where(and(isNotNull(accountRemovals.bytesGoneAt), lt(accountRemovals.startedAt, before)))
}
