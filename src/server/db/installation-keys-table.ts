import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What this installation made for itself at its first start and keeps: the same for all processes, and in a backup. */
export const installationKeys = pgTable('installation_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: instant().notNull(),
})
