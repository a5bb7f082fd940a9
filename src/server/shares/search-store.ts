import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { containsWords } from '#server/db/like.ts'
import type { Owner } from '#server/users/owner.ts'
import { type ShareRow, shares } from './table.ts'

type Sought = { words: readonly string[]; resourceIds: readonly string[]; limit: number }

/** Links by recipient and note, or that show one of these records, newest first. */
export function searchShares(
  db: Db,
  owner: Owner,
  { words, resourceIds, limit }: Sought,
): Promise<ShareRow[]> {
  const { ownerId, recipient, note, resourceId, resources, createdAt, id } = shares
  const ids = sql.param(resourceIds)
  return db
    .select()
    .from(shares)
    .where(
      and(
        eq(ownerId, owner),
        or(
          containsWords(words, recipient, note),
          sql`${resourceId} = any(${ids}::uuid[])`,
          sql`exists (select 1 from jsonb_array_elements(${resources}) shown where shown ->> 'resourceId' = any(${ids}::text[]))`,
        ),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}
