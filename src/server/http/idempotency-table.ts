import { json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

/** Requests with an `Idempotency-Key`. Their responses are kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    request: text().notNull(),
    /** `json`, because `jsonb` would change the order of the keys. */
    answer: json(),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.key] })],
)
