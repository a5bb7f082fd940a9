import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

/**
 * The record created for each imported Firebase account and document, so that a second run does not import it again.
 */
export const firebaseRecords = pgTable(
  'firebase_records',
  {
    /** A collection, or `accounts`. */
    collection: text().notNull(),
    /** The id of the document, or the uid. */
    sourceId: text().notNull(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of the record here. */
    recordId: text().notNull(),
    /** SHA-256 of the source, to detect later changes. */
    digest: text().notNull(),
    importedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.collection, t.sourceId] }), index().on(t.ownerId)],
)
