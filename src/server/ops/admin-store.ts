import { asc, count, eq, max, sum } from 'drizzle-orm'
import { auditRecords } from '#server/audit/table.ts'
import { sessions } from '#server/auth/table.ts'
import type { Db } from '#server/db/database.ts'
import { files } from '#server/files/table.ts'
import { users } from '#server/users/table.ts'

export type AccountSummary = {
  email: string
  createdAt: Date
  emailVerified: boolean
  disabledAt: Date | null
  /** The last use of a session, or the last sign-in where the session has ended. */
  lastSessionAt: Date | null
  files: number
  bytes: number
}

/** Every account, oldest first: how much each owner stores, but none of the content. */
export async function listAccounts(db: Db): Promise<AccountSummary[]> {
  const used = db
    .select({ userId: sessions.userId, at: max(sessions.updatedAt).as('used_at') })
    .from(sessions)
    .groupBy(sessions.userId)
    .as('used')
  const signedIn = db
    .select({ userId: auditRecords.userId, at: max(auditRecords.timestamp).as('signed_in_at') })
    .from(auditRecords)
    .where(eq(auditRecords.action, 'auth_login'))
    .groupBy(auditRecords.userId)
    .as('signed_in')
  const stored = db
    .select({ ownerId: files.ownerId, files: count().as('files'), bytes: sum(files.size).as('bytes') })
    .from(files)
    .groupBy(files.ownerId)
    .as('stored')
  const rows = await db
    .select({
      email: users.email,
      createdAt: users.createdAt,
      emailVerified: users.emailVerified,
      disabledAt: users.disabledAt,
      usedAt: used.at,
      signedInAt: signedIn.at,
      files: stored.files,
      bytes: stored.bytes,
    })
    .from(users)
    .leftJoin(used, eq(used.userId, users.id))
    .leftJoin(signedIn, eq(signedIn.userId, users.id))
    .leftJoin(stored, eq(stored.ownerId, users.id))
    .orderBy(asc(users.createdAt), asc(users.email))
  return rows.map(({ usedAt, signedInAt, ...row }) => ({
    ...row,
    lastSessionAt: latest(usedAt, signedInAt),
    files: Number(row.files ?? 0),
    bytes: Number(row.bytes ?? 0),
  }))
}

function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}
