import { and, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { isAmong, ownNotDeleted } from './store.ts'
import { credentials } from './table.ts'

/** The titles of these credentials by id; deleted ones and other owners' are not in the map. */
export async function listTitles(db: Db, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await titlesOf(db).execute({ owner, ids })
  return new Map(rows.map((row) => [row.id, row.title]))
}

const titlesOf = prepared((db) => {
  const { id, name } = credentials
  const title = sql<string>`coalesce(${credentials.title}, ${name})`
  return db
    .select({ id, title })
    .from(credentials)
    .where(and(ownNotDeleted, isAmong))
    .prepare('credential_titles')
})
