import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { credentials } from '#server/credentials/table.ts'
import { id, instant } from '#server/db/columns.ts'
import { files } from '#server/files/table.ts'
import { users } from '#server/users/table.ts'
import type { NeedAnswer, RuleAnswers } from '#shared/ceu/answers.ts'
import type { CeuCycleInput, CycleTopic, TopicCompleted } from '#shared/ceu/cycle.ts'
import type { DutyKind } from '#shared/ceu/duties.ts'
import type { CeuEntryInput, Reason } from '#shared/ceu/entry.ts'
import type { EntryKind } from '#shared/ceu/kinds.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import type { Unit } from '#shared/ceu/units.ts'

const hours = () => numeric({ mode: 'number', precision: 6, scale: 2 })
const ownerId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

const restorable = { createdAt: instant().notNull(), updatedAt: instant().notNull(), deletedAt: instant() }

export const ceuCycles = pgTable(
  'ceu_cycles',
  {
    id: id(),
    ownerId: ownerId(),
    state: text(),
    cycleStart: date({ mode: 'string' }).notNull(),
    cycleEnd: date({ mode: 'string' }).notNull(),
    requiredHours: hours(),
    /**
     * The hours that the rule accepts. Only `recount` writes this column and the topics. The column keeps its old name
     * because the previous version still uses it during an upgrade.
     */
    hoursCounted: numeric('hours_completed', { mode: 'number', precision: 9, scale: 2 }).notNull().default(0),
    topicsCompleted: jsonb().$type<TopicCompleted[]>().notNull(),
    notes: text(),
    licenseId: uuid().references(() => credentials.id, { onDelete: 'set null' }),
    certificationId: uuid().references(() => credentials.id, { onDelete: 'set null' }),
    topics: jsonb().$type<CycleTopic[]>().notNull(),
    ruleId: text(),
    /** The whole rule, in the version the cycle was created with or switched to. */
    rule: jsonb('rule_record').$type<CeRule>(),
    /** The rule in the format of versions before 2026-11-22; `null` in cycles created or switched since then. */
    earlierRule: jsonb('rule'),
    answers: jsonb().$type<RuleAnswers>().notNull(),
    /** The way to renew that the owner chose. */
    wayId: text(),
    needAnswers: jsonb().$type<NeedAnswer[]>().notNull().default([]),
    carriedOverHours: hours(),
    ...restorable,
  },
  (t) => [
    // For the foreign keys below: an entry can count only in cycles of the same owner.
    unique('ceu_cycles_id_owner').on(t.id, t.ownerId),
    index().on(t.ownerId, t.cycleStart, t.id),
    index().on(t.licenseId).where(isNotNull(t.licenseId)),
    index().on(t.certificationId).where(isNotNull(t.certificationId)),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
    check('ceu_cycles_dates', sql`${t.cycleEnd} > ${t.cycleStart}`),
    check('ceu_cycles_credential', sql`${t.licenseId} is null or ${t.certificationId} is null`),
    check('ceu_cycles_hours', sql`${t.requiredHours} > 0 and ${t.hoursCounted} >= 0`),
  ],
)

export const ceuEntries = pgTable(
  'ceu_entries',
  {
    id: id(),
    ownerId: ownerId(),
    cycleId: uuid().notNull(),
    title: text().notNull(),
    provider: text().notNull(),
    hours: hours().notNull(),
    amount: numeric({ mode: 'number', precision: 8, scale: 2 }),
    unit: text().$type<Unit>().notNull(),
    kind: text().$type<EntryKind>().notNull(),
    completedAt: date({ mode: 'string' }).notNull(),
    topicTags: text().array().notNull(),
    topicHours: jsonb().$type<CeuEntryInput['topicHours']>().notNull(),
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    holderName: text(),
    approvedBy: text(),
    providerNumber: text(),
    notes: text(),
    importId: uuid(),
    ...restorable,
    /**
     * Set when the entry was deleted with this cycle, the last one in which it counted. Restoring any of its cycles
     * restores the entry.
     */
    deletedWithCycleId: uuid(),
  },
  (t) => [
    unique('ceu_entries_id_owner').on(t.id, t.ownerId),
    foreignKey({
      name: 'ceu_entries_cycle_of_owner',
      columns: [t.cycleId, t.ownerId],
      foreignColumns: [ceuCycles.id, ceuCycles.ownerId],
    }).onDelete('cascade'),
    index().on(t.ownerId, t.completedAt, t.id),
    index().on(t.ownerId, t.createdAt),
    index().on(t.cycleId),
    index().on(t.importId).where(isNotNull(t.importId)),
    index().on(t.fileId).where(isNotNull(t.fileId)),
    index().on(t.deletedAt).where(isNotNull(t.deletedAt)),
    check('ceu_entries_hours', sql`${t.hours} > 0 and ${t.hours} <= 500`),
  ],
)

/**
 * Where an entry counts, and for how many hours. Rows of deleted cycles and entries stay, so that a restore is exact.
 */
export const ceuCounts = pgTable(
  'ceu_counts',
  {
    entryId: uuid().notNull(),
    cycleId: uuid().notNull(),
    ownerId: text().notNull(),
    /** The order the owner chose. */
    position: integer().notNull(),
    acceptedHours: hours(),
    countedHours: hours().notNull().default(0),
    reasons: jsonb().$type<Reason[]>().notNull(),
    /**
     * True for the cycle that was the entry's main cycle when it was deleted. A restore makes it the main cycle again.
     */
    wasMain: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.cycleId] }),
    foreignKey({
      name: 'ceu_counts_entry_of_owner',
      columns: [t.entryId, t.ownerId],
      foreignColumns: [ceuEntries.id, ceuEntries.ownerId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'ceu_counts_cycle_of_owner',
      columns: [t.cycleId, t.ownerId],
      foreignColumns: [ceuCycles.id, ceuCycles.ownerId],
    }).onDelete('cascade'),
    index().on(t.cycleId),
    check('ceu_counts_hours', sql`${t.countedHours} >= 0 and ${t.acceptedHours} between 0 and 500`),
  ],
)

/**
 * Requirements of cycles with their own due dates. Only `recount` writes this table. A row without a date is not due
 * now. The row keeps its id, so that reminders are not sent twice if the requirement becomes due again.
 */
export const ceuDuties = pgTable(
  'ceu_duties',
  {
    id: id(),
    ownerId: text().notNull(),
    cycleId: uuid().notNull(),
    subjectId: uuid().notNull(),
    key: text().notNull(),
    kind: text().$type<DutyKind>().notNull(),
    topic: text().notNull(),
    dueOn: date({ mode: 'string' }),
  },
  (t) => [
    unique('ceu_duties_topic').on(t.ownerId, t.subjectId, t.key, t.kind),
    foreignKey({
      name: 'ceu_duties_cycle_of_owner',
      columns: [t.cycleId, t.ownerId],
      foreignColumns: [ceuCycles.id, ceuCycles.ownerId],
    }).onDelete('cascade'),
    index().on(t.cycleId),
  ],
)

/** Labels of entries that the owner declined as a match for this required topic. */
export const declinedTopics = pgTable(
  'declined_topics',
  {
    ownerId: ownerId(),
    label: text().notNull(),
    topic: text().notNull(),
    declinedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.label, t.topic] })],
)

/**
 * Packs of rules that the operator uploaded. The newest pack in use applies, if it is newer than the rules that came
 * with the program.
 */
export const rulePacks = pgTable('rule_packs', {
  version: text().primaryKey(),
  /** The whole file as signed. */
  content: text().notNull(),
  /** The id of the public key that verifies the signature. */
  keyId: text().notNull(),
  uploadedAt: instant().notNull(),
  /** `null` while not in use: never installed, or rolled back. */
  activatedAt: instant(),
})

export type CycleRow = typeof ceuCycles.$inferSelect
export type EntryRow = typeof ceuEntries.$inferSelect
export type CountRow = typeof ceuCounts.$inferSelect

// `values({ ...input })` would silently drop a key that has no column. This type turns that into a compile error. The
// files of an entry are rows of the files table, and its counts are rows of the table above.
type WithoutColumn =
  | Exclude<keyof CeuCycleInput, keyof typeof ceuCycles.$inferInsert>
  | Exclude<keyof CeuEntryInput, keyof typeof ceuEntries.$inferInsert | 'fileIds' | 'counts'>
true satisfies [WithoutColumn] extends [never] ? true : WithoutColumn
