import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'

/** Append-only; stays in this installation's own database. */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: id(),
    userId: text().notNull(),
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
