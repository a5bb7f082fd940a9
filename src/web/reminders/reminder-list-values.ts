import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import type { Reminder, ReminderQuery } from '#shared/reminders/reminder.ts'
import { listReminders } from './api.ts'
import { deliveryText, stepText } from './reminder-text.ts'

const header = [
  'About',
  'What to do',
  'Due on',
  'Remind on',
  'State',
  'Sent',
  'How it was sent',
  'Snoozed until',
]

/** Every reminder in this state. */
export async function reminderTable(
  state: ReminderQuery['state'],
  locale: string | null,
): Promise<ListTable> {
  const all: Reminder[] = []
  let cursor: string | undefined
  do {
    const page = await listReminders(state, cursor)
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const rows = all.map((reminder) => [
    ...[reminder.title, stepText(reminder, locale), dateCell(reminder.dueOn), dateCell(reminder.remindOn)],
    ...[reminder.state, reminder.sentAt, reminder.channels.map(deliveryText).join('; ')],
    dateCell(reminder.snoozedUntil),
  ])
  return { header, rows }
}
