import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Owner } from './owner.ts'
import { users } from './table.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * What happens to one owner's vault at once happens one after the other from here to the end of the transaction:
 * creates are counted, sums are made, and a second edit starts from what the first one left. Not `for update`: an
 * idempotency key's insert already shares the owner's key, and two of them would deadlock. Rejects with
 * `not_authenticated` once the account is gone.
 */
export async function lockOwnerRow(tx: Db, owner: Owner): Promise<void> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('no key update')
  if (found.length === 0) throw new Problem('not_authenticated')
}

/** Her account was deleted while this was written for her: a foreign key found no row to stand on. */
export function isOwnerDeleted(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === FOREIGN_KEY_VIOLATION
}

/** For the `catch` of a write: there is nobody left to keep anything for. Whatever else went wrong is thrown on. */
export function notAuthenticatedIfDeleted(error: unknown): never {
  throw isOwnerDeleted(error) ? new Problem('not_authenticated') : error
}
