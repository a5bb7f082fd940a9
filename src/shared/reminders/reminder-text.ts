import type { ReminderWarning, WatchedKind } from './reminder.ts'
import type { Step } from './reminder-schedule.ts'

type Said = { title: string; step: Step; daysLeft: number; kind: WatchedKind }

/** What a reminder says in one line: "Texas RN license expires in 30 days". No number of a license is ever in it. */
export function reminderHeadline({ title, step, daysLeft, kind }: Said): string {
  if (step === 'book_class') return `Time to book the class for ${title}`
  const ends = kind === 'ceuCycle' ? 'ends' : 'expires'
  if (daysLeft === 0) return `${title} ${ends} today`
  if (daysLeft === 1) return `${title} ${ends} tomorrow`
  if (daysLeft > 1) return `${title} ${ends} in ${daysLeft} days`
  const ago = daysLeft === -1 ? 'yesterday' : `${-daysLeft} days ago`
  return kind === 'ceuCycle' ? `${title} ended ${ago} with hours missing` : `${title} expired ${ago}`
}

/** What her dashboard says when reminders may not reach her. */
export const warningTexts: Record<ReminderWarning, string> = {
  mail_not_set_up: 'This installation sends no mail, so no reminder reaches you by email.',
  last_delivery_failed: 'The last reminder did not reach you.',
  scheduler_late: 'Reminders have not been looked at for more than an hour.',
}
