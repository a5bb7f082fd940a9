import { index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { files } from '#server/files/table.ts'
import { users } from '#server/users/table.ts'
import type { RefusedFile, SenderChecks } from '#shared/mail-in/mail-in.ts'

const owner = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The address of each owner who turned it on. */
export const mailAddresses = pgTable('mail_addresses', {
  ownerId: owner().primaryKey(),
  tokenHash: text().notNull().unique(),
  /** The same token, encrypted: the owner can read the address again. */
  sealedToken: text().notNull(),
  createdAt: instant().notNull(),
})

/** Who may send to an owner's address, besides the owner. In lower case. */
export const mailSenders = pgTable(
  'mail_senders',
  { ownerId: owner(), address: text().notNull(), createdAt: instant().notNull() },
  (t) => [primaryKey({ columns: [t.ownerId, t.address] })],
)

/** `closed`: only the fingerprint is kept, so that the same mail does not come back. */
export type MailState = 'held' | 'taken' | 'closed'

export const receivedMails = pgTable(
  'received_mails',
  {
    id: id(),
    ownerId: owner(),
    /** Hash of the Message-ID and the files: the same mail is taken once, however often it is delivered. */
    fingerprint: text().notNull(),
    state: text().$type<MailState>().notNull(),
    sender: text().notNull(),
    subject: text().notNull(),
    checks: jsonb().$type<SenderChecks>(),
    refused: jsonb().$type<RefusedFile[]>().notNull(),
    receivedAt: instant().notNull(),
  },
  (t) => [
    unique().on(t.ownerId, t.fingerprint),
    index().on(t.ownerId, t.receivedAt),
    index().on(t.receivedAt),
  ],
)
export type ReceivedMailRow = typeof receivedMails.$inferSelect

/** The mail that a file came with. */
export const mailedFiles = pgTable(
  'mailed_files',
  {
    fileId: uuid()
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    mailId: uuid()
      .notNull()
      .references(() => receivedMails.id, { onDelete: 'cascade' }),
  },
  (t) => [index().on(t.mailId)],
)
