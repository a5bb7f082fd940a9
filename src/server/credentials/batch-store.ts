import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { credentials } from './table.ts'

/** A change, an archiving or a renewal: each sets `updated_at`. */
const isChanged = sql<boolean>`(${credentials.updatedAt} > ${credentials.createdAt})`

/** Every credential of the owner, deleted ones included, with whether it was changed since it was made. */
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
