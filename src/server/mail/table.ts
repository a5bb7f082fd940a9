import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'

/**
 * Every message on its way out. The bodies carry one-time links, so both are cleared as soon as nobody needs them:
 * when the message was sent or given up. `kept` rows are the outbox of an installation without a mail server.
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
    /** When `queued` is due; when `sending` has lost its process and is due again. */
    nextAttemptAt: instant().notNull(),
    /** A code such as `451` or `ECONNREFUSED`, never the server's words: they repeat the address. */
    lastError: text(),
    messageId: text().notNull().unique(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (t) => [index().on(t.state, t.nextAttemptAt), index().on(t.to, t.kind)],
)
