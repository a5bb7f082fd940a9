import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/**
 * One record for each account, with the profile that the specification keeps on it: "id (equal to the auth uid), email,
 * name, firstName, lastName, organization, jobTitle, settings". Better Auth reads and writes it too.
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
  /** Since when the operator has disabled the account: nobody signs in to it, and nothing of it is shown or sent. */
  disabledAt: instant(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
})
