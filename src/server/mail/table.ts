import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

/**
 * Outgoing messages. The bodies hold one-time links, so both are cleared once the message was sent or has failed.
 * `kept` rows are the outbox of an installation without a mail server.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    kind: text().notNull(),
    state: text().$type<'queued' | 'sending' | 'sent' | 'failed' | 'kept'>().notNull(),
    attempts: integer().notNull().default(0),
    /** While `sending` the same as `leaseUntil`, for processes of the previous version, which do not know that. */
    nextAttemptAt: instant().notNull(),
    /** Until then one process has claimed it. */
    leaseUntil: instant(),
    /** A code such as `451` or `ECONNREFUSED`, never the server's message, which repeats the address. */
    lastError: text(),
    messageId: text().notNull().unique(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (t) => [index().on(t.state, t.nextAttemptAt), index().on(t.to, t.kind)],
)
