import { type SQL, sql } from 'drizzle-orm'
import { bigint, index, type PgColumn, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { MimeType, ResourceType } from '#shared/files/file.ts'
import { ENCRYPTED_SUFFIX } from '#shared/files/storage-key.ts'

/** Bytes of before there was a FILES_KEY. A query has to say it as the index does, or PostgreSQL looks at every file. */
export function isUnencrypted(key: PgColumn): SQL {
  return sql`${key} not like ${sql.raw(`'%${ENCRYPTED_SUFFIX}'`)}`
}

export const files = pgTable(
  'files',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where the bytes lie in storage: made by the server, never told to anybody. */
    key: text().notNull().unique(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    mimeType: text().$type<MimeType>().notNull(),
    sha256: text().notNull(),
    /** The record that this file belongs to; both null while it is unattached. */
    resourceType: text().$type<ResourceType>(),
    resourceId: uuid(),
    createdAt: instant().notNull(),
    /** Set while a deleted file can still be restored; what it was attached to stays named. */
    deletedAt: instant(),
  },
  (t) => [
    index().on(t.ownerId, t.createdAt),
    index().on(t.resourceId),
    index().on(t.deletedAt),
    index('files_unsealed').on(t.id).where(isUnencrypted(t.key)),
  ],
)

export type FileRow = typeof files.$inferSelect
