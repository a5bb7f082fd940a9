import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

/**
 * Accounts that are being deleted: their rows are gone, and this says what is left to do. Neither an id nor a name is in
 * it, and the address only until the last mail is written.
 */
export const accountRemovals = pgTable(
  'account_removals',
  {
    id: id(),
    /** The owner's folder in storage, which is named after a hash. */
    folder: text().notNull(),
    /** SHA-256 of the address, for messages that were on their way into the outbox. */
    emailHash: text().notNull(),
    /** Whom the last mail is for; `null` once it is written. */
    email: text(),
    startedAt: instant().notNull(),
    bytesGoneAt: instant(),
  },
  (t) => [index().on(t.startedAt)],
)

export type RemovalRow = typeof accountRemovals.$inferSelect
