import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/core/auth-table.ts'
import { id, instant } from '#server/core/columns.ts'
import type { MimeType, ResourceType } from '#shared/files/file.ts'

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
  (t) => [index().on(t.ownerId, t.createdAt), index().on(t.resourceId), index().on(t.deletedAt)],
)

export type FileRow = typeof files.$inferSelect
