import { isNotNull, sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { ResidenceInput } from '#shared/compact/residence.ts'

const day = () => date({ mode: 'string' })

/** Where owners live, and since which day. */
export const residences = pgTable(
  'residences',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    /** The name of the state, for reminders. */
    place: text().notNull(),
    from: day().notNull(),
    appliedOn: day(),
    /** The last day to apply there, if the state was in the compact; `watched` says for whom it matters. */
    applyBy: day(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    uniqueIndex('residences_day').on(t.ownerId, t.from).where(sql`${t.deletedAt} is null`),
    index().on(t.ownerId),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
    check('residences_state', sql`${t.state} ~ '^[A-Z]{2}$'`),
  ],
)

export type ResidenceRow = typeof residences.$inferSelect

// `values({ ...input })` would silently drop a key that has no column: this makes it a type error.
type WithoutColumn = Exclude<keyof ResidenceInput, keyof ResidenceRow>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
