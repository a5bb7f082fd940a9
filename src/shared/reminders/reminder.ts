import { z } from 'zod'
import { calendarDate, instant, uuid, wholeNumber } from '#shared/kernel/fields.ts'

/** The kinds that can have their own reminder schedule in the settings. */
export const scheduledKind = z.enum(['license', 'certification', 'ceuCycle'])
export type ScheduledKind = z.infer<typeof scheduledKind>

/**
 * The subjects of reminders. A topic with its own date follows the settings for cycles, an application after a move
 * those for licenses, and a health record those for certifications.
 */
export const watchedKind = z.enum([
  ...scheduledKind.options,
  'ceuDeadline',
  'ceuRunOut',
  'moveDeadline',
  'healthRecord',
  'requirementList',
])
export type WatchedKind = z.infer<typeof watchedKind>

export const channelName = z.enum(['inApp', 'email', 'push', 'webhook'])
export type ChannelName = z.infer<typeof channelName>

/** The channels that an owner can turn off; the list in Lanyard always stays. */
export const optionalChannel = channelName.exclude(['inApp'])
export type OptionalChannel = z.infer<typeof optionalChannel>

/** `skipped`: this channel could not be used at all, for example because email is not set up. */
export const deliveryState = z.enum(['waiting', 'sent', 'failed', 'skipped'])
export type DeliveryState = z.infer<typeof deliveryState>

const nullableText = z.string().nullable()

/** One reminder: the next one for a credential or cycle, or one that was sent. */
export const reminder = z.object({
  id: uuid,
  resourceType: watchedKind,
  resourceId: uuid,
  cycleId: uuid.nullable().describe('The CE cycle to open; null if it is about a credential'),
  title: z.string().describe('Short: `Texas RN`, `BLS`, `CE for Texas RN`, `Ethics for Texas RN`'),
  dueOn: z
    .string()
    .describe(
      'Last day of the credential or cycle, to apply for its renewal, for something else that the renewal needs, or for the course on a topic',
    ),
  remindOn: z.string(),
  leadDays: z.number().int().describe('Days before `dueOn`; negative after it'),
  step: z.enum(['book_class', 'apply', 'duty', 'renew', 'lapsed']),
  state: z.enum(['scheduled', 'sent', 'dismissed']),
  sentAt: instant.nullable(),
  channels: z.array(
    z.object({
      channel: channelName,
      state: deliveryState,
      at: instant.nullable(),
      error: nullableText.describe('Why it failed or is waiting, as a sentence for the owner'),
    }),
  ),
  isRead: z.boolean(),
  snoozedUntil: nullableText,
  createdAt: instant,
})
export type Reminder = z.infer<typeof reminder>

export const reminderQuery = z.strictObject({
  state: z.enum(['scheduled', 'sent', 'dismissed']).optional(),
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().max(4000).optional(),
})
export type ReminderQuery = z.infer<typeof reminderQuery>
export const reminderPage = z.object({ items: z.array(reminder), nextCursor: nullableText })

/**
 * `dismissed` stops all reminders for this credential or cycle until its date changes; `sent` or `scheduled` undoes
 * that. A snoozed reminder returns on that day and not before.
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

/** For the bell and the dashboard. */
export const reminderSummary = z.object({
  unread: z.number().int(),
  next: reminder.nullable(),
  /** `false` while a change of the owner is not planned yet, at most about a minute: `next` may come later. */
  isPlanned: z.boolean(),
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

/** GET `/api/reminders/channels`: what is set up and turned on outside of Lanyard, whether or not it ever failed. */
export const reachableChannels = z.object({
  email: z.boolean(),
  push: z.boolean().describe('On at least one device'),
  webhook: z.boolean(),
  calendar: z.boolean().describe('Whether there is a calendar feed'),
})
export type ReachableChannels = z.infer<typeof reachableChannels>

export const reminderTest = z.strictObject({ channel: optionalChannel })
export const reminderTestResult = z.object({ state: deliveryState, error: nullableText })
