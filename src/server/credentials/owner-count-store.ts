import { and, countDistinct, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { credentials } from './table.ts'

/**
 * The number of owners who have a license of a state and type or a certification of a code, as they wrote them. For the
 * operator: reads every row.
 */
export function countOwnersByCredential(db: Db) {
  const { state, type, code, ownerId, deletedAt, archivedAt } = credentials
  return db
    .select({ state, type, code, owners: countDistinct(ownerId) })
    .from(credentials)
    .where(and(isNull(deletedAt), isNull(archivedAt), or(isNotNull(state), isNotNull(code))))
    .groupBy(state, type, code)
}
