import { z } from 'zod'
import { calendarDate, instant, uuid, wholeNumber } from '#shared/kernel/fields.ts'

/** What a reminder speaks of. */
export const watchedKind = z.enum(['license', 'certification', 'ceuCycle'])
export type WatchedKind = z.infer<typeof watchedKind>

export const channelName = z.enum(['inApp', 'email', 'push', 'webhook'])
export type ChannelName = z.infer<typeof channelName>

/** `skipped`: it could not go out through this channel at all, such as mail that is not set up. */
export const deliveryState = z.enum(['waiting', 'sent', 'failed', 'skipped'])
export type DeliveryState = z.infer<typeof deliveryState>

const nullableText = z.string().nullable()

/** One reminder: the next one of something that is watched, or one that went out. */
export const reminder = z.object({
  id: uuid,
  resourceType: watchedKind,
  resourceId: uuid,
  title: z.string(),
  dueOn: z.string().describe('What lapses lapses on this day'),
  remindOn: z.string(),
  leadDays: z.number().int().describe('Days before `dueOn`; negative after it'),
  step: z.enum(['book_class', 'renew', 'lapsed']),
  state: z.enum(['scheduled', 'sent', 'dismissed']),
  sentAt: instant.nullable(),
  channels: z.array(
    z.object({
      channel: channelName,
      state: deliveryState,
      at: instant.nullable(),
      error: nullableText.describe('Why it failed or waits, in words for its owner'),
    }),
  ),
  isRead: z.boolean(),
  snoozedUntil: nullableText,
  createdAt: instant,
})
export type Reminder = z.infer<typeof reminder>

/** GET `/api/reminders`: what comes next first (soonest first), then what went out, newest first. */
export const reminderQuery = z.strictObject({
  state: z.enum(['scheduled', 'sent', 'dismissed']).optional(),
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().max(4000).optional(),
})
export type ReminderQuery = z.infer<typeof reminderQuery>
export const reminderPage = z.object({ items: z.array(reminder), nextCursor: nullableText })

/**
 * PATCH `/api/reminders/{id}`. `dismissed` ends the ladder of this thing until its date changes; `sent` or `scheduled`
 * takes that back. A snoozed one comes again on that day and not before.
 */
export const reminderPatch = z
  .strictObject({
    state: z.enum(['scheduled', 'sent', 'dismissed']),
    isRead: z.boolean(),
    snoozedUntil: calendarDate.nullable(),
  })
  .partial()
export type ReminderPatch = z.infer<typeof reminderPatch>

export const reminderWarning = z.enum(['mail_not_set_up', 'last_delivery_failed', 'scheduler_late'])
export type ReminderWarning = z.infer<typeof reminderWarning>

/** GET `/api/reminders/summary`: for the bell and the dashboard. */
export const reminderSummary = z.object({
  unread: z.number().int(),
  next: reminder.nullable(),
  warnings: z.array(
    z.object({
      code: reminderWarning,
      channel: channelName.nullable(),
      at: instant.nullable(),
      reason: nullableText,
    }),
  ),
})
export type ReminderSummary = z.infer<typeof reminderSummary>

/** POST `/api/reminders/test`: sends one through this channel now. */
export const reminderTest = z.strictObject({ channel: channelName.exclude(['inApp']) })
export const reminderTestResult = z.object({ state: deliveryState, error: nullableText })
