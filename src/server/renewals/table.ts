import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { credentials } from '#server/credentials/table.ts'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { Card, DutyAnswer, Renewal, RenewalState, Term } from '#shared/renewals/renewal.ts'

const ownerId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const credentialId = () =>
  uuid()
    .notNull()
    .references(() => credentials.id, { onDelete: 'cascade' })

export const renewals = pgTable(
  'renewals',
  {
    id: id(),
    ownerId: ownerId(),
    credentialId: credentialId(),
    state: text().$type<RenewalState>().notNull(),
    openedOn: date({ mode: 'string' }).notNull(),
    submittedOn: date({ mode: 'string' }),
    classOn: date({ mode: 'string' }),
    /** In cents. */
    fee: integer(),
    confirmation: text(),
    notes: text(),
    duties: jsonb().$type<DutyAnswer[]>().notNull().default([]),
    /** The values that finishing wrote to the credential: undo requires that they are unchanged. */
    renewedTo: jsonb().$type<Card>(),
    finishedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    uniqueIndex('renewals_one_open')
      .on(t.credentialId)
      .where(sql`${t.deletedAt} is null and ${t.state} <> 'done'`),
    index().on(t.credentialId),
    index().on(t.ownerId),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
    check(
      'renewals_state',
      sql`case ${t.state}
        when 'planned' then ${t.submittedOn} is null and ${t.finishedAt} is null
        when 'submitted' then ${t.submittedOn} is not null and ${t.finishedAt} is null
        when 'done' then ${t.finishedAt} is not null and ${t.renewedTo} is not null
        else false end`,
    ),
    check('renewals_fee', sql`${t.fee} between 0 and 1000000`),
  ],
)

/** The term that a renewal ended, with the values of the credential at that time. */
export const terms = pgTable(
  'terms',
  {
    id: id(),
    ownerId: ownerId(),
    credentialId: credentialId(),
    renewalId: uuid()
      .notNull()
      .unique('terms_renewal_id_unique')
      .references(() => renewals.id, { onDelete: 'cascade' }),
    issuedAt: date({ mode: 'string' }),
    expiresAt: date({ mode: 'string' }),
    neverExpires: boolean().notNull(),
    number: text(),
    /** The main file. All files are rows of the files table. */
    fileId: uuid(),
    endedAt: instant().notNull(),
  },
  (t) => [index().on(t.credentialId), index().on(t.ownerId)],
)

export type RenewalRow = typeof renewals.$inferSelect
export type TermRow = typeof terms.$inferSelect

// `values({ ...input })` would silently drop a key that has no column. This type turns that into a compile error.
type WithoutColumn =
  | Exclude<keyof Renewal, keyof RenewalRow | 'fileIds'>
  | Exclude<keyof Term, keyof TermRow | 'fileIds'>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
