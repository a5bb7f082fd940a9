import { json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

/** What was answered to a POST with an `Idempotency-Key`, kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    request: text().notNull(),
    /** `json` and not `jsonb`, which would give the keys back in another order. */
    answer: json(),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.key] })],
)
