import { type Reminder, type ReminderSummary, reminder, reminderSummary } from '#shared/reminders/reminder.ts'
import type { SecondPerson } from '#shared/reminders/second-person.ts'

/** 9 in the morning in Chicago on 2026-11-21. */
export const reminderNow = '2026-11-21T15:00:00.000Z'

/** Due in ten days, 120 days before the Texas license expires. */
export const upcomingReminder: Reminder = reminder.parse({
  id: '7c9e6679-7425-4000-8000-000000000031',
  resourceType: 'license',
  resourceId: '7c9e6679-7425-4000-8000-000000000011',
  cycleId: null,
  title: 'Texas RN license',
  dueOn: '2027-03-31',
  remindOn: '2026-12-01',
  leadDays: 120,
  step: 'renew',
  state: 'scheduled',
  sentAt: null,
  channels: [],
  isRead: false,
  snoozedUntil: null,
  createdAt: '2026-10-01T15:00:00.000Z',
})

/** Sent yesterday and unread. */
export const sentReminder: Reminder = reminder.parse({
  ...upcomingReminder,
  id: '7c9e6679-7425-4000-8000-000000000032',
  title: 'BLS card',
  resourceType: 'certification',
  resourceId: '7c9e6679-7425-4000-8000-000000000012',
  dueOn: '2026-12-20',
  remindOn: '2026-11-20',
  leadDays: 30,
  state: 'sent',
  sentAt: '2026-11-20T15:00:00.000Z',
  channels: [
    { channel: 'email', state: 'sent', at: '2026-11-20T15:00:00.000Z', error: null },
    { channel: 'webhook', state: 'failed', at: '2026-11-20T15:01:00.000Z', error: 'It answered 500.' },
  ],
})

export const sampleReminderSummary: ReminderSummary = reminderSummary.parse({
  unread: 1,
  next: upcomingReminder,
  isPlanned: true,
  warnings: [],
})

/** No second person is named. */
export const nobody: SecondPerson = {
  state: 'none',
  name: null,
  email: null,
  invitedAt: null,
  confirmedAt: null,
  endedAt: null,
  lastToldAt: null,
  isMailSetUp: true,
}
