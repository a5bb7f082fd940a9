import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * The identity service's tables, in its own words, and the profile that the specification keeps on the same record:
 * "id (equal to the auth uid), email, name, firstName, lastName, organization, jobTitle, settings".
 */
export const users = pgTable('users', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  name: text().notNull(),
  image: text(),
  firstName: text(),
  lastName: text(),
  organization: text(),
  jobTitle: text(),
  locale: text(),
  timeZone: text(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie's token: a stolen database opens no session. */
    token: text().notNull().unique(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [index().on(t.userId)],
)

/** Ways in: here only the password, as an Argon2id hash. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [uniqueIndex().on(t.providerId, t.accountId), index().on(t.userId)],
)

/** Single-use codes that were mailed, stored as hashes. */
export const verifications = pgTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [index().on(t.identifier)],
)
