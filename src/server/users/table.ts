import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/**
 * One row per account, with the profile fields of the specification: "id (equal to the auth uid), email, name,
 * firstName, lastName, organization, jobTitle, settings". Better Auth also reads and writes it.
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
  /** 1 to 12, because some boards end a license in the birth month. We never ask for the day or the year. */
  birthMonth: smallint(),
  /** When the operator disabled the account: nobody can sign in to it, and none of its data is shown or sent. */
  disabledAt: instant(),
  /** Counts how often all access was ended. Wallet passes, which phones keep, are valid in the generation they were made in. */
  accessGeneration: integer().notNull().default(0),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
})
