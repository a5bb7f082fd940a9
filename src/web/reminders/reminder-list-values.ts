import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Reminder, ReminderQuery } from '#shared/reminders/reminder.ts'
import { everyItem } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { listReminders } from './api.ts'
import { deliveryText, stepText } from './reminder-text.ts'

const header = [
  msg`About`,
  msg`What to do`,
  msg`Due on`,
  msg`Remind on`,
  msg`State`,
  msg`Sent on`,
  msg`How it was sent`,
  msg`Snoozed until`,
]

const stateNames: Record<Reminder['state'], string> = {
  scheduled: msg`scheduled`,
  sent: msg`sent`,
  dismissed: msg`dismissed`,
}

/** Every reminder in this state. */
export async function reminderTable(
  state: ReminderQuery['state'],
  locale: string | null,
): Promise<ListTable> {
  const all = await everyItem((cursor) => listReminders(state, cursor))
  const rows = all.map((reminder) => [
    ...[reminder.title, stepText(reminder, locale), dateCell(reminder.dueOn), dateCell(reminder.remindOn)],
    ...[t(stateNames[reminder.state]), reminder.sentAt, reminder.channels.map(deliveryText).join('; ')],
    dateCell(reminder.snoozedUntil),
  ])
  return { header: header.map((name) => t(name)), rows }
}
