import type { ReminderWarning, WatchedKind } from './reminder.ts'
import type { ReminderStepKind } from './reminder-schedule.ts'

type HeadlineInput = { title: string; step: ReminderStepKind; daysLeft: number; kind: WatchedKind }

/** One line such as "Texas RN license expires in 30 days". It never contains a license number. */
export function reminderHeadline({ title, step, daysLeft, kind }: HeadlineInput): string {
  if (step === 'book_class') return `Time to book the class for ${title}`
  const { ends, ended } = endWords[kind]
  const left = kind === 'requirementList' ? ', and something it asks for is not there' : ''
  if (daysLeft === 0) return `${title} ${ends} today${left}`
  if (daysLeft === 1) return `${title} ${ends} tomorrow${left}`
  if (daysLeft > 1) return `${title} ${ends} in ${daysLeft} days${left}`
  const ago = daysLeft === -1 ? 'yesterday' : `${-daysLeft} days ago`
  return `${title} ${ended} ${ago}${kind === 'ceuCycle' ? ' with hours missing' : ''}`
}

/** What happens on its last day, before and after it. */
export const endWords: Record<WatchedKind, { ends: string; ended: string }> = {
  license: { ends: 'expires', ended: 'expired' },
  certification: { ends: 'expires', ended: 'expired' },
  ceuCycle: { ends: 'ends', ended: 'ended' },
  ceuDeadline: { ends: 'is due', ended: 'was due' },
  moveDeadline: { ends: 'is due', ended: 'was due' },
  healthRecord: { ends: 'is due', ended: 'was due' },
  requirementList: { ends: 'starts', ended: 'started' },
  ceuRunOut: { ends: 'runs out', ended: 'ran out' },
}

/** On the dashboard, when reminders may not reach the owner. */
export const warningTexts: Record<ReminderWarning, string> = {
  mail_not_set_up: 'Email is not set up on this installation, so you get no reminders by email.',
  last_delivery_failed: 'The last reminder did not reach you.',
  scheduler_late: 'The reminder job has not run for more than an hour.',
}
