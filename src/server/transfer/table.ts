import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { ImportedIds } from '#shared/transfer/import.ts'

/** Imports of exports, with the ids of what each made, so that it can be undone. */
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
