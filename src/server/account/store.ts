import { eq } from 'drizzle-orm'
import { removeTraces } from '#server/auth/action-code-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import type { ProfileInput } from '#shared/account/profile.ts'

type Row = typeof users.$inferSelect

/** The owner's record in the shape of `user`; `null` if the account was deleted. */
export async function findUser(db: Db, owner: Owner) {
  const row = await findUserById(db, owner)
  return row ? withSettings(row) : null
}

/** Upsert: absent fields stay. Returns the new record, or `null` if the account was deleted. */
export async function updateUser(db: Db, owner: Owner, input: ProfileInput, now: Date) {
  const { settings, ...profile } = input
  const [before] = await db.select().from(users).where(eq(users.id, owner)).for('update')
  if (!before) return null
  const after = { ...before, ...profile, ...settings }
  const [row] = await db
    .update(users)
    .set({ ...profile, ...settings, name: fullName(before, after), updatedAt: now })
    .where(eq(users.id, owner))
    .returning()
  return row ? withSettings(row) : null
}

/** Deletes the owner's row, everything that cascades from it, and the rows that hold only the email address. */
export async function removeUser(db: Db, owner: Owner): Promise<void> {
  const [row] = await db.delete(users).where(eq(users.id, owner)).returning({ email: users.email })
  if (row) await removeTraces(db, owner, row.email)
}

function withSettings({ locale, timeZone, ...row }: Row) {
  return { ...row, settings: { locale, timeZone } }
}

/** "First Last" once either changes; until then the registered name stays. */
function fullName(before: Row, after: Row): string {
  if (before.firstName === after.firstName && before.lastName === after.lastName) return before.name
  return [after.firstName, after.lastName].filter(Boolean).join(' ') || before.name
}
