import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { credentials } from '#server/credentials/table.ts'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'

const passKinds = ['apple', 'google'] as const

/**
 * Passes for Apple Wallet and Google Wallet, one of each for a credential. A pass that was ended, or whose credential was
 * purged, has none: it stays for 30 days, without content, so that phones and Google learn that it is void.
 */
export const passes = pgTable(
  'passes',
  {
    id: id(),
    ownerId: text().references(() => users.id, { onDelete: 'set null' }),
    credentialId: uuid().references(() => credentials.id, { onDelete: 'set null' }),
    kind: text({ enum: passKinds }).notNull().default('apple'),
    /** Random, so that it does not reveal the credential's id. */
    serial: text().notNull().unique(),
    /** Each file for Apple Wallet has its own token; the latest ones stay valid. */
    tokenHashes: text().array().notNull(),
    showsNumber: boolean().notNull(),
    isVoid: boolean().notNull().default(false),
    /** Of its owner when it was made; another one ends it. */
    accessGeneration: integer().notNull().default(0),
    /** `updatedAt` of the credential that the pass was last made from. */
    credentialUpdatedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Set until Apple has been asked to notify the devices, or Google has the new content. */
    pushDueAt: instant(),
    pushTries: integer().notNull().default(0),
  },
  (t) => [unique().on(t.credentialId, t.kind), index().on(t.ownerId), index().on(t.pushDueAt)],
)

/** Devices with Apple Wallet that registered for changes of a pass. */
export const passDevices = pgTable(
  'pass_devices',
  {
    id: id(),
    passId: uuid()
      .notNull()
      .references(() => passes.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    pushToken: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [unique().on(t.passId, t.device), index().on(t.device)],
)

export type PassRow = typeof passes.$inferSelect
export type PassKind = PassRow['kind']
