import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

/**
 * Append-only: a trigger rejects every update of a record, and its removal while the account exists. Records are
 * deleted only with the account, and never leave this installation's database.
 */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    resource: text().notNull(),
    resourceId: text(),
    severity: text(),
    metadata: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    timestamp: instant().notNull(),
    userAgent: text(),
    sessionId: text().notNull(),
  },
  (t) => [index().on(t.userId, t.timestamp)],
)

/**
 * How many records of an action an owner's log omitted in an hour, in addition to the record that represents them. A
 * trigger rejects every change except a higher count. `recordId` is not a foreign key, because this table may have
 * another database owner than the other one.
 */
export const auditOverflows = pgTable(
  'audit_overflows',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    resource: text().notNull(),
    hour: instant().notNull(),
    recordId: uuid().notNull(),
    leftOut: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.action, t.resource, t.hour] }), unique().on(t.recordId)],
)
