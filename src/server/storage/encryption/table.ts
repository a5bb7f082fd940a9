import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

/** The key of one owner's documents, itself encrypted. It goes with its owner, and all that it closed stays closed. */
export const fileKeys = pgTable(
  'file_keys',
  {
    ownerId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The owner's folder in storage: by it the key of a document is found. */
    folder: text().notNull().unique(),
    /** Base64 of nonce, key and tag. */
    wrapped: text().notNull(),
    /** Names the FILES_KEY that opens it, and tells nothing of it. */
    wrappedBy: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.wrappedBy)],
)

export type FileKeyRow = typeof fileKeys.$inferSelect
