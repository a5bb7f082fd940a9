import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

/**
 * Accounts that are being deleted: their rows are gone, and this records what is left to do. It contains no id and no
 * name, and the address only until the last mail is written.
 */
export const accountRemovals = pgTable(
  'account_removals',
  {
    id: id(),
    /** The owner's folder in storage, which is named after a hash. */
    folder: text().notNull(),
    /** SHA-256 of the address, to find messages that reach the outbox later. */
    emailHash: text().notNull(),
    /** The recipient of the last mail; `null` once it is written. */
    email: text(),
    /** Of the last mail. */
    locale: text(),
    startedAt: instant().notNull(),
    bytesGoneAt: instant(),
  },
  (t) => [index().on(t.startedAt)],
)

export type RemovalRow = typeof accountRemovals.$inferSelect
