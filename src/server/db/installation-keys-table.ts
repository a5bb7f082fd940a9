import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Keys that this installation generated at its first start: shared by all processes, and part of a backup. */
export const installationKeys = pgTable('installation_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: instant().notNull(),
})
