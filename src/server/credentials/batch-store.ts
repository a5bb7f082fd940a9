import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { credentials } from './table.ts'

/** Editing, archiving and renewing a credential each set `updated_at`. */
const isChanged = sql<boolean>`(${credentials.updatedAt} > ${credentials.createdAt})`

/** Every credential of the owner, deleted ones included, and whether it was changed after it was created. */
export function listChanges(db: Db, owner: Owner) {
  return db
    .select({
      id: credentials.id,
      isChanged,
      isDeleted: sql<boolean>`(${credentials.deletedAt} is not null)`,
    })
    .from(credentials)
    .where(eq(credentials.ownerId, owner))
}
