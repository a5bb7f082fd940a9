import { isNotNull } from 'drizzle-orm'
import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { credentials } from '#server/credentials/table.ts'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { LookupInput } from '#shared/lookups/record.ts'

/** The results that owners saw when they looked up a credential. The printouts are rows of the files table. */
export const lookups = pgTable(
  'lookups',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: uuid()
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    lookedUpOn: date({ mode: 'string' }).notNull(),
    place: text().notNull(),
    status: text().notNull(),
    expiresAt: date({ mode: 'string' }),
    lastFour: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    index().on(t.credentialId, t.lookedUpOn, t.createdAt),
    index().on(t.ownerId),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
  ],
)

export type LookupRow = typeof lookups.$inferSelect

// `values({ ...input })` would silently drop a key that has no column. This type turns that into a compile error.
type WithoutColumn = Exclude<keyof LookupInput, keyof LookupRow | 'fileIds'>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
