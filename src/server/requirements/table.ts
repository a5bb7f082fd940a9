import { isNotNull } from 'drizzle-orm'
import { date, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { ListItem } from '#shared/requirements/item.ts'
import type { RequirementListInput } from '#shared/requirements/list.ts'

/** Requirements of jobs and contracts. A trigger plans the reminders of a list again when the vault changes. */
export const requirementLists = pgTable(
  'requirement_lists',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    startsOn: date({ mode: 'string' }),
    endsOn: date({ mode: 'string' }),
    requestedBy: text(),
    items: jsonb().$type<ListItem[]>().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [index().on(t.ownerId, t.startsOn, t.id), index().on(t.deletedAt).where(isNotNull(t.deletedAt))],
)

export type RequirementListRow = typeof requirementLists.$inferSelect

// `values({ ...input })` would silently drop a key that has no column: this makes it a type error.
type WithoutColumn = Exclude<keyof RequirementListInput, keyof RequirementListRow>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
