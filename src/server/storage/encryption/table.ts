import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

/** The encrypted key of one owner's documents. It is deleted with its owner, which makes their documents unreadable. */
export const fileKeys = pgTable(
  'file_keys',
  {
    ownerId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The owner's folder in storage, by which the key of a document is found. */
    folder: text().notNull().unique(),
    /** Base64 of nonce, key and tag. */
    wrapped: text().notNull(),
    /** Names the FILES_KEY that unwraps it, and reveals nothing about it. */
    wrappedBy: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.wrappedBy)],
)

export type FileKeyRow = typeof fileKeys.$inferSelect
