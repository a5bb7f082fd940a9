import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { files } from '#server/files/table.ts'
import { users } from '#server/users/table.ts'
import type { CertificationInput, Kind, LicenseInput } from '#shared/credentials/credential.ts'
import type { FreeFields } from '#shared/kernel/free-field-values.ts'

/** Licenses and certifications: one column for each field of either kind, null where a kind does not have the field. */
export const credentials = pgTable(
  'credentials',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<Kind>().notNull(),
    title: text(),
    type: text(),
    state: text(),
    name: text(),
    code: text(),
    issuer: text().notNull(),
    number: text(),
    issuedAt: date({ mode: 'string' }),
    expiresAt: date({ mode: 'string' }),
    neverExpires: boolean().notNull().default(false),
    requiredForWork: boolean(),
    renewalCycle: numeric({ mode: 'number', precision: 4, scale: 2 }),
    reminderDays: integer(),
    multistate: boolean(),
    tags: text().array().notNull(),
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    notes: text(),
    extra: jsonb().$type<LicenseInput['extra']>(),
    /** Fields of a license that its owner added. */
    freeFields: jsonb().$type<FreeFields>().notNull().default({}),
    /** Computed by the store from the fields above; see `shared/credentials/search.ts`. */
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Set while the owner keeps the record but no longer counts on it. */
    archivedAt: instant(),
    /** Set while a deleted record can still be restored. */
    deletedAt: instant(),
  },
  (t) => [
    index().on(t.ownerId, t.expiresAt, t.id),
    index().on(t.ownerId, t.createdAt, t.id),
    index('credentials_owner_title_index').on(t.ownerId, sql`${t.sortTitle} collate "C"`, t.id),
    index().on(t.fileId).where(isNotNull(t.fileId)),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
    check(
      'credentials_kind',
      sql`case ${t.kind}
        when 'license' then ${t.title} is not null and ${t.type} is not null and ${t.state} is not null
        when 'certification' then ${t.name} is not null
        else false end`,
    ),
    check('credentials_dates', sql`${t.expiresAt} >= ${t.issuedAt}`),
    check('credentials_never_expires', sql`not ${t.neverExpires} or ${t.expiresAt} is null`),
  ],
)

export type CredentialRow = typeof credentials.$inferSelect

// `values({ ...input })` would silently drop a key that has no column. This type turns that into a compile error. The
// files of a credential are in the files table.
type Keys = keyof LicenseInput | keyof CertificationInput
type WithoutColumn = Exclude<Keys, keyof typeof credentials.$inferInsert | 'fileIds'>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn

/** Numbers that an edit replaced, the latest of each credential: links that hide numbers hide these as well. */
export const formerNumbers = pgTable(
  'former_numbers',
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: uuid()
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    number: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [unique().on(t.credentialId, t.number), index().on(t.ownerId)],
)
