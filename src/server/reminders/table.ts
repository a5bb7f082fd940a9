import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { CycleTopic, TopicCompleted } from '#shared/ceu/cycle.ts'
import type { ChannelName, DeliveryState, Reminder, WatchedKind } from '#shared/reminders/reminder.ts'
import type { Step } from '#shared/reminders/reminder-schedule.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'

const ownerId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const day = () => date({ mode: 'string' })

/**
 * A row for the rung that is next, at most one for each thing that is watched, and one for each that was said.
 * `skipped`: its owner deleted it before it went out. What was said stays, hidden by `deletedAt`, so that it is not said again.
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
    step: text().$type<Step>().notNull(),
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
    // The id comes first: planning asks by ids alone.
    unique('reminders_rung_once').on(t.resourceId, t.resourceType, t.dueOn, t.leadDays),
    uniqueIndex('reminders_one_next').on(t.resourceId, t.resourceType).where(sql`${t.state} = 'scheduled'`),
    index('reminders_due').on(t.remindAt, t.ownerId).where(sql`${t.state} = 'scheduled'`),
    index().on(t.ownerId, t.state, t.remindAt, t.id),
  ],
)
export type ReminderRow = typeof reminders.$inferSelect

/**
 * What has to be planned anew, written by triggers in the transaction of the change itself. Rows are only added and
 * taken away: with one row for each thing a change would wait for whoever plans it, or be lost to it.
 */
export const reminderChanges = pgTable('reminder_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  resourceType: text().$type<WatchedKind>().notNull(),
  resourceId: uuid().notNull(),
})

/** Without a row the usual ones hold. */
export const reminderSettings = pgTable('reminder_settings', {
  ownerId: ownerId().primaryKey(),
  settings: jsonb().$type<ReminderSettings>().notNull(),
  updatedAt: instant().notNull(),
})

/** One way of one reminder. The row is the key that keeps it from going out twice: only `waiting` is ever sent. */
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
    /** Not before: a digest's hour, or the next try after a refusal for now. */
    sendAfter: instant().notNull(),
    attempts: integer().notNull().default(0),
    /** Handed to the queue then; long ago and still waiting means that it was lost there. */
    queuedAt: instant(),
    /** Until then the process that sends it has it to itself. */
    leaseUntil: instant(),
    /** A sentence or a code of ours, never the server's words. */
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

/** Browsers that asked for messages. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    ownerId: ownerId(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** In words, from the user agent. */
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
  /** Signs each message, so it is kept as it is. */
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

/** What lapses and is not deleted, as the migration defines it: credentials that expire, and CE cycles. No number is in it. */
export const watched = pgView('watched', {
  resourceType: text().$type<WatchedKind>().notNull(),
  resourceId: uuid().notNull(),
  ownerId: text().notNull(),
  title: text().notNull(),
  dueOn: day(),
  reminderDays: integer(),
  code: text(),
  cycleStart: day(),
  requiredHours: numeric({ mode: 'number' }),
  hoursCompleted: numeric({ mode: 'number' }),
  topics: jsonb().$type<CycleTopic[]>(),
  topicsCompleted: jsonb().$type<TopicCompleted[]>(),
}).existing()
export type WatchedRow = typeof watched.$inferSelect
