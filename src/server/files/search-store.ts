import { and, desc, eq, isNull, notInArray, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { containsWords } from '#server/db/like.ts'
import type { Owner } from '#server/users/owner.ts'
import { notDeleted } from './store.ts'
import { type FileRow, files } from './table.ts'

/** Documents by name, newest first, at most `limit`, without those whose names are or will be encrypted. */
export function searchFiles(
  db: Db,
  owner: Owner,
  words: readonly string[],
  limit: number,
): Promise<FileRow[]> {
  const { ownerId, name, nameSealedBy, resourceType, createdAt, id } = files
  return db
    .select()
    .from(files)
    .where(
      and(
        eq(ownerId, owner),
        notDeleted,
        eq(nameSealedBy, ''),
        or(isNull(resourceType), notInArray(resourceType, ['healthRecord', 'share'])),
        containsWords(words, name),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}
