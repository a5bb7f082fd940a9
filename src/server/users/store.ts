import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Owner } from './owner.ts'
import { users } from './table.ts'

export type UserRow = typeof users.$inferSelect

const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'

const userById = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
)

export async function findUserById(db: Db, id: string): Promise<UserRow | null> {
  const [user] = await userById(db).execute({ id })
  return user ?? null
}

/** Expects `email` trimmed and in lower case, as it is stored. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  return user ?? null
}

/** The address of the account that was registered first. */
export async function findFirstEmail(db: Db): Promise<string | null> {
  const [first] = await db
    .select({ email: users.email })
    .from(users)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1)
  return first?.email ?? null
}

export async function markEmailVerified(db: Db, id: string): Promise<void> {
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
}

/** Stores an address that its owner has just confirmed. Throws `email_taken` if another account has it. */
export async function updateEmail(tx: Db, id: string, email: string, now: Date): Promise<void> {
  const other = await findUserByEmail(tx, email)
  if (other && other.id !== id) throw new Problem('email_taken')
  try {
    await tx.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, id))
  } catch (error) {
    // Another request took the address after the check above.
    throw isUniqueViolation(error) ? new Problem('email_taken') : error
  }
}

type NewProfile = Pick<UserRow, 'name' | 'firstName' | 'lastName' | 'locale' | 'timeZone'>

/**
 * Creates the account of an address that nobody has confirmed yet. The account has no name. `null` if the address
 * already has an account.
 */
export async function createUnconfirmedUser(db: Db, email: string, now: Date): Promise<UserRow | null> {
  const [user] = await db
    .insert(users)
    .values({ id: randomUUID(), email, name: '', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning()
  return user ?? null
}

/** Inserts an account that is moved here from another installation, unchanged. */
export async function insertUser(tx: Db, user: UserRow): Promise<void> {
  await tx.insert(users).values(user)
}

/** Stores the profile that came with the confirmation of the address. It replaces anything that was typed before. */
export async function confirmUser(tx: Db, id: string, profile: NewProfile, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ...profile, emailVerified: true, updatedAt: now })
    .where(eq(users.id, id))
}

/** Stores when the operator disabled the account; `null` enables it again. */
export async function updateDisabledAt(tx: Db, id: string, disabledAt: Date | null): Promise<void> {
  await tx.update(users).set({ disabledAt }).where(eq(users.id, id))
}

/** Ends what was handed out and has no session, such as wallet passes. */
export async function startAccessGeneration(tx: Db, id: string): Promise<void> {
  await tx
    .update(users)
    .set({ accessGeneration: sql`${users.accessGeneration} + 1` })
    .where(eq(users.id, id))
}

/** The users among `ids` whose accounts are disabled. */
export async function findDisabledUsers(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNotNull(users.disabledAt)))
  return new Set(rows.map(({ id }) => id))
}

/** For the `where` of a query: the account that this column names is not disabled. */
export function isOwnerEnabled(ownerId: AnyPgColumn): SQL {
  return sql`not exists (select 1 from ${users} where ${users.id} = ${ownerId} and ${users.disabledAt} is not null)`
}

/**
 * Serializes concurrent writes to one owner's vault until the transaction ends: limits are checked, sums are computed,
 * and a second edit sees the result of the first. Not `for update`: inserting an idempotency key already locks the
 * owner's row for key share, and two such locks would deadlock. Rejects with `not_authenticated` if the account was
 * deleted.
 */
export async function lockOwnerRow(tx: Db, owner: Owner): Promise<void> {
  const found = await lockedOwner(tx).execute({ owner })
  if (found.length === 0) throw new Problem('not_authenticated')
}

const lockedOwner = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('owner')))
    .for('no key update')
    .prepare('locked_owner'),
)

/** True if a write failed because its owner's account was deleted in the meantime: a foreign key violation. */
export function isOwnerDeleted(error: unknown): boolean {
  return databaseCodeOf(error) === FOREIGN_KEY_VIOLATION
}

/** For the `catch` of a write: turns "the account was deleted" into `not_authenticated` and rethrows anything else. */
export function notAuthenticatedIfDeleted(error: unknown): never {
  throw isOwnerDeleted(error) ? new Problem('not_authenticated') : error
}

export function isUniqueViolation(error: unknown): boolean {
  return databaseCodeOf(error) === UNIQUE_VIOLATION
}

/** The database's error code; Drizzle wraps the original error as the cause. */
function databaseCodeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return 'code' in cause ? cause.code : databaseCodeOf(cause)
  return undefined
}
