import { daysBetween } from '#shared/kernel/dates.ts'
import {
  firstStep,
  lastStepReached,
  nextStepAfter,
  type ReminderStep,
  type ReminderSubject,
  type ScheduleSettings,
} from './reminder-schedule.ts'

/** Which reminders were sent so far for the present due date. */
export type SentState = {
  /** Lead days of the last reminder that was sent or skipped; `null` before the first. */
  lastLead: number | null
  isDismissed: boolean
  snoozedUntil: string | null
}

export const nothingSent: SentState = { lastLead: null, isDismissed: false, snoozedUntil: null }

/** The next reminder from `today` on; `null` if there are no more. */
export function nextStep(
  subject: ReminderSubject,
  schedule: ScheduleSettings,
  sent: SentState,
  today: string,
): ReminderStep | null {
  if (sent.isDismissed) return null
  const snoozed = snoozedStep(subject, sent)
  if (snoozed) return snoozed
  const { lastLead } = sent
  if (lastLead === null) return firstStep(subject, schedule, today)
  const reached = lastStepReached(subject, schedule, today)
  let next = reached?.remindOn === today ? reached : nextStepAfter(subject, schedule, today)
  while (next && next.leadDays >= lastLead) next = nextStepAfter(subject, schedule, next.remindOn)
  return next
}

/** The step to send on `today` when `planned` is due. After days without a server only the last one missed is sent. */
export function stepToSend(
  planned: ReminderStep,
  subject: ReminderSubject,
  schedule: ScheduleSettings,
  today: string,
): ReminderStep {
  const reached = lastStepReached(subject, schedule, today)
  return reached && reached.leadDays < planned.leadDays ? reached : planned
}

/** Whether `planned` may still be sent on `today`, given the reminders sent before. */
export function isSendable(
  planned: ReminderStep,
  subject: ReminderSubject,
  sent: SentState,
  today: string,
): boolean {
  const { lastLead, isDismissed } = sent
  const snoozed = snoozedStep(subject, sent)
  return (
    !isDismissed &&
    planned.remindOn <= today &&
    (lastLead === null || planned.leadDays < lastLead) &&
    (snoozed === null || snoozed.remindOn <= today)
  )
}

/** A snoozed reminder is a separate step on the chosen day; `null` once it was sent. */
function snoozedStep(
  { dueOn, toDo }: ReminderSubject,
  { snoozedUntil, lastLead }: SentState,
): ReminderStep | null {
  if (snoozedUntil === null) return null
  const leadDays = daysBetween(snoozedUntil, dueOn)
  if (lastLead !== null && leadDays >= lastLead) return null
  return { leadDays, step: leadDays < 0 ? 'lapsed' : (toDo ?? 'renew'), remindOn: snoozedUntil }
}
