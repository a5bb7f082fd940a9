import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { ImportedIds } from '#shared/transfer/import.ts'

/** Imported exports, with the ids of their records, so that they can be undone. */
export const vaultImports = pgTable(
  'vault_imports',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ids: jsonb().$type<ImportedIds>().notNull(),
    createdAt: instant().notNull(),
    undoneAt: instant(),
  },
  (t) => [index().on(t.ownerId, t.createdAt)],
)
