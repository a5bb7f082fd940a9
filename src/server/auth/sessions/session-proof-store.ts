import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { users } from '#server/users/table.ts'

/** What shows a later statement that a session, its user and their settings are still as they were when they were looked up. */
export type SessionProof = {
  /** Of the token that was presented. */
  digest: string
  /** The `xmin` of both rows: another one after each change. */
  sessionVersion: string
  userVersion: string
}

/**
 * For a statement that stores something: whether the session of the row of `users` is still as it was. True without a proof,
 * for a request whose session was looked up as usual.
 */
export const isProven = sql`(${sql.placeholder('proof.digest')}::text is null or (
  users.xmin = ${sql.placeholder('proof.user')}::xid and exists (
    select from sessions
      where sessions.token = ${sql.placeholder('proof.digest')}::text and sessions.user_id = users.id
        and sessions.xmin = ${sql.placeholder('proof.session')}::xid)))`

/** The values of `isProven`. */
export function proofValues(proof: SessionProof | null) {
  return {
    'proof.digest': proof?.digest ?? null,
    'proof.session': proof?.sessionVersion ?? null,
    'proof.user': proof?.userVersion ?? null,
  }
}

/** The same by itself, for a request of `userId` that only reads: it goes to the database with what is read. */
export async function isStillProven(db: Db, userId: string, proof: SessionProof): Promise<boolean> {
  return (await provenUser(db).execute({ userId, ...proofValues(proof) })).length > 0
}

const provenUser = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('userId')), isProven))
    .prepare('session_proof'),
)
