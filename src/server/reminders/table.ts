import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { CycleTopic, TopicCompleted } from '#shared/ceu/cycle.ts'
import type { ChannelName, DeliveryState, Reminder, WatchedKind } from '#shared/reminders/reminder.ts'
import type { ReminderStepKind } from '#shared/reminders/reminder-schedule.ts'
import type { StoredReminderSettings } from '#shared/reminders/settings.ts'

const ownerId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const day = () => date({ mode: 'string' })

/**
 * At most one scheduled row per credential, cycle or duty, and one for each reminder that was sent. `skipped`: the owner
 * deleted it before it was sent. Deleted rows stay, hidden by `deletedAt`, so that they are not sent again.
 */
export const reminders = pgTable(
  'reminders',
  {
    id: id(),
    ownerId: ownerId(),
    resourceType: text().$type<WatchedKind>().notNull(),
    resourceId: uuid().notNull(),
    dueOn: day().notNull(),
    leadDays: integer().notNull(),
    step: text().$type<ReminderStepKind>().notNull(),
    remindOn: day().notNull(),
    remindAt: instant().notNull(),
    state: text().$type<Reminder['state'] | 'skipped'>().notNull(),
    sentAt: instant(),
    readAt: instant(),
    snoozedUntil: day(),
    createdAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [
    // The id comes first because planning looks up by ids alone.
    unique('reminders_rung_once').on(t.resourceId, t.resourceType, t.dueOn, t.leadDays),
    uniqueIndex('reminders_one_next').on(t.resourceId, t.resourceType).where(sql`${t.state} = 'scheduled'`),
    index('reminders_due').on(t.remindAt, t.ownerId).where(sql`${t.state} = 'scheduled'`),
    index().on(t.ownerId, t.state, t.remindAt, t.id),
  ],
)
export type ReminderRow = typeof reminders.$inferSelect

/**
 * Resources to plan again, written by triggers in the transaction of the change. Rows are only inserted and deleted:
 * with one row per resource, a change would wait for the process that plans it, or get lost.
 */
export const reminderChanges = pgTable(
  'reminder_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    resourceType: text().$type<WatchedKind>().notNull(),
    resourceId: uuid().notNull(),
  },
  (t) => [index().on(t.resourceId)],
)

/** Owners without a row have the default settings. */
export const reminderSettings = pgTable('reminder_settings', {
  ownerId: ownerId().primaryKey(),
  settings: jsonb().$type<StoredReminderSettings>().notNull(),
  updatedAt: instant().notNull(),
})

/** One reminder through one channel. Only `waiting` rows are ever sent, which keeps one from going out twice. */
export const reminderDeliveries = pgTable(
  'reminder_deliveries',
  {
    id: id(),
    reminderId: uuid()
      .notNull()
      .references(() => reminders.id, { onDelete: 'cascade' }),
    ownerId: ownerId(),
    channel: text().$type<ChannelName>().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    /** Earliest time: now, the hour of a digest, or the next attempt. */
    sendAfter: instant().notNull(),
    attempts: integer().notNull().default(0),
    /** Written by processes of the previous version only. */
    queuedAt: instant(),
    /** Until then one process has claimed it. */
    leaseUntil: instant(),
    /** Our own sentence for the owner, never a server's message. */
    error: text(),
    at: instant(),
  },
  (t) => [
    unique('reminder_deliveries_once').on(t.reminderId, t.channel),
    index('reminder_deliveries_waiting').on(t.sendAfter).where(sql`${t.state} = 'waiting'`),
    index().on(t.ownerId, t.channel, t.at),
    index('reminder_deliveries_failed').on(t.at).where(sql`${t.state} = 'failed'`),
  ],
)
export type DeliveryRow = typeof reminderDeliveries.$inferSelect

/** Browsers that get notifications. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    ownerId: ownerId(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Such as "Chrome on Android", derived from the user agent. */
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastSentAt: instant(),
    lastError: text(),
  },
  (t) => [index().on(t.ownerId)],
)

export const webhooks = pgTable('webhooks', {
  ownerId: ownerId().primaryKey(),
  url: text().notNull(),
  /** Signs every message, so a hash would not do. */
  secret: text().notNull(),
  createdAt: instant().notNull(),
  lastSentAt: instant(),
  lastError: text(),
})

export const calendarFeeds = pgTable('calendar_feeds', {
  ownerId: ownerId().primaryKey(),
  tokenHash: text().notNull().unique(),
  createdAt: instant().notNull(),
})

/** Who is told, by mail only, when something expires and the owner has not reacted to reminders. */
export const secondPeople = pgTable(
  'second_people',
  {
    /** Another one each time a person is named: links in mails about the one before end with it. */
    id: id(),
    ownerId: ownerId().unique(),
    name: text().notNull(),
    email: text().notNull(),
    state: text().$type<'invited' | 'confirmed' | 'ended'>().notNull(),
    invitedAt: instant().notNull(),
    confirmedAt: instant(),
    endedAt: instant(),
    lastToldAt: instant(),
    /** The owner's date of `lastToldAt`. */
    lastToldOn: day(),
    /** When to look next for something to tell; once a day. */
    checkAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [index('second_people_check').on(t.checkAt).where(sql`${t.state} = 'confirmed'`)],
)
export type SecondPersonRow = typeof secondPeople.$inferSelect

/** What a second person was told, so that each item is told once before and once after its end. */
export const secondPersonTellings = pgTable(
  'second_person_tellings',
  {
    personId: uuid()
      .notNull()
      .references(() => secondPeople.id, { onDelete: 'cascade' }),
    resourceId: uuid().notNull(),
    dueOn: day().notNull(),
    isPast: boolean().notNull(),
    toldAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.resourceId, t.dueOn, t.isPast] })],
)

/** Addresses whose owners ended it, as SHA-256: this owner cannot ask them again for a while. */
export const secondPersonRefusals = pgTable(
  'second_person_refusals',
  { ownerId: ownerId(), emailHash: text().notNull(), refusedAt: instant().notNull() },
  (t) => [primaryKey({ columns: [t.ownerId, t.emailHash] })],
)

/**
 * Credentials, CE cycles with their duties, applications after a move, lists of a contract, and health records that are not deleted, as the
 * migration defines it. It has no license numbers.
 */
export const watchedResources = pgView('watched', {
  resourceType: text().$type<WatchedKind>().notNull(),
  resourceId: uuid().notNull(),
  ownerId: text().notNull(),
  title: text().notNull(),
  dueOn: day(),
  reminderDays: integer(),
  /** Of a certification, and the kind of a health record. */
  code: text(),
  cycleStart: day(),
  requiredHours: numeric({ mode: 'number' }),
  hoursCounted: numeric('hours_completed', { mode: 'number' }),
  topics: jsonb().$type<CycleTopic[]>(),
  topicsCompleted: jsonb().$type<TopicCompleted[]>(),
  /** Of a cycle and of what belongs to one. */
  cycleId: uuid(),
}).existing()
export type WatchedRow = typeof watchedResources.$inferSelect
