import { json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

/** Requests with an `Idempotency-Key`, and for a day their responses. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    request: text().notNull(),
    /** `json`, because `jsonb` would return the keys in another order. */
    answer: json(),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.key] })],
)
