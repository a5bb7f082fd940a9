import { isNotNull, sql } from 'drizzle-orm'
import { check, date, index, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { CompetencyKind, CompetencyRecordInput } from '#shared/competency/record.ts'

/** The practice log. The files of a record are rows of the files table. */
export const competencyRecords = pgTable(
  'competency_records',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<CompetencyKind>().notNull(),
    title: text().notNull(),
    amount: numeric({ mode: 'number', precision: 7, scale: 2 }),
    startDate: date({ mode: 'string' }),
    endDate: date({ mode: 'string' }).notNull(),
    organization: text(),
    notes: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    index().on(t.ownerId, t.endDate, t.id),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
    check('competency_records_amount', sql`${t.amount} > 0 and ${t.amount} <= 20000`),
    check('competency_records_dates', sql`${t.startDate} <= ${t.endDate}`),
  ],
)

export type CompetencyRow = typeof competencyRecords.$inferSelect

// `values({ ...input })` would silently drop a key that has no column: this makes it a type error.
type WithoutColumn = Exclude<keyof CompetencyRecordInput, keyof CompetencyRow | 'fileIds'>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
