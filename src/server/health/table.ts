import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { HealthKind } from '#shared/health/kinds.ts'
import type { HealthRecordInput } from '#shared/health/record.ts'

/**
 * Health and onboarding records. Only what reminders and requirement lists look up stays readable: the kind and two
 * dates. Everything else is in `details`, which is encrypted when FILES_KEY is set.
 */
export const healthRecords = pgTable(
  'health_records',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<HealthKind>().notNull(),
    performedOn: date({ mode: 'string' }),
    dueOn: date({ mode: 'string' }),
    /** JSON of `healthDetails`, or its encrypted bytes in Base64. */
    details: text().notNull(),
    /** Names the FILES_KEY that opens `details`; empty while it is plain. */
    sealedBy: text().notNull().default(''),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    index().on(t.ownerId, t.performedOn, t.id),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
    index().on(t.sealedBy, t.id),
  ],
)

export type HealthRow = typeof healthRecords.$inferSelect

/** Two ranges, because `<>` cannot use an index. */
export function isSealedByAnother(name: string): SQL {
  return sql`(${healthRecords.sealedBy} < ${name} or ${healthRecords.sealedBy} > ${name})`
}

type WithoutColumn = Exclude<
  keyof HealthRecordInput,
  keyof HealthRow | 'fileIds' | 'fields' | 'doses' | 'titers' | 'notes'
>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
