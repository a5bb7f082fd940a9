import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { DocumentKind } from '#shared/checks/statement.ts'

/** The codes of documents that were made for others: one for each link or cycle, kind and day. */
export const documentCodes = pgTable(
  'document_codes',
  {
    /** SHA-256 of the code, base64url. */
    codeHash: text().primaryKey(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<DocumentKind>().notNull(),
    /** The share link it was made for. It may have been removed since. */
    linkId: uuid(),
    madeAt: instant().notNull(),
  },
  (t) => [index().on(t.ownerId)],
)
export type DocumentCodeRow = typeof documentCodes.$inferSelect
