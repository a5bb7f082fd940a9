import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { credentials } from '#server/credentials/table.ts'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { UsedColumns } from '#shared/imports/batch.ts'

/** Imports of tables by their owners. Imports of courses are recognized by `import_id` of the entries. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    columns: jsonb().$type<UsedColumns>().notNull(),
    createdAt: instant().notNull(),
    undoneAt: instant(),
  },
  (t) => [index().on(t.ownerId, t.createdAt)],
)

/** The records created by an import. Purging a record also removes its row here. */
export const importedCredentials = pgTable(
  'imported_credentials',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    credentialId: uuid()
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.importId, t.credentialId] }), index().on(t.credentialId)],
)
