import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import type { ReminderWarning, WatchedKind } from './reminder.ts'
import type { ReminderStepKind } from './reminder-schedule.ts'

type HeadlineInput = { title: string; step: ReminderStepKind; daysLeft: number; kind: WatchedKind }

/** One line such as "Texas RN license expires in 30 days". It never contains a license number. */
export function reminderHeadline({ title, step, daysLeft, kind }: HeadlineInput, t: Translate): string {
  if (step === 'book_class') return t`Time to book the class for ${title}`
  const when = daysText(daysLeft, t)
  const isOver = daysLeft < 0
  if (step === 'apply')
    return isOver
      ? t`The last day to apply for the renewal of ${title} was ${when}`
      : t`Apply to renew ${title}: the last day is ${when}`
  if (step === 'duty')
    return isOver
      ? t`A step of the renewal of ${title} was due ${when}`
      : t`A step of the renewal of ${title} is due ${when}`
  switch (kind) {
    case 'license':
    case 'certification':
      return isOver ? t`${title} expired ${when}` : t`${title} expires ${when}`
    case 'ceuCycle':
      return isOver ? t`${title} ended ${when} with hours missing` : t`${title} ends ${when}`
    case 'requirementList':
      return isOver
        ? t`${title} started ${when}`
        : t`${title} starts ${when}, and something it asks for is missing`
    case 'ceuRunOut':
      return isOver ? t`${title} ran out ${when}` : t`${title} runs out ${when}`
    default:
      return isOver ? t`${title} was due ${when}` : t`${title} is due ${when}`
  }
}

/** "in 30 days", "today", "yesterday". */
function daysText(daysLeft: number, t: Translate): string {
  if (daysLeft === 0) return t`today`
  if (daysLeft === 1) return t`tomorrow`
  if (daysLeft === -1) return t`yesterday`
  return daysLeft > 0
    ? t`in ${plural(daysLeft, { one: '# day', other: '# days' })}`
    : t`${plural(-daysLeft, { one: '# day', other: '# days' })} ago`
}

/** The event on its last day, such as "Texas RN license expires". */
export function endHeadline({ title, kind }: Pick<HeadlineInput, 'title' | 'kind'>, t: Translate): string {
  switch (kind) {
    case 'license':
    case 'certification':
      return t`${title} expires`
    case 'ceuCycle':
      return t`${title} ends`
    case 'requirementList':
      return t`${title} starts`
    case 'ceuRunOut':
      return t`${title} runs out`
    default:
      return t`${title} is due`
  }
}

/** Why something was not sent: kept in English, with the code of a server in brackets. */
export function sendErrorIn(error: string, t: Translate): string {
  const [, text, code] = /^(.*) \((\w+)\)$/.exec(error) ?? []
  return text ? `${t(text)} (${code})` : t(error)
}

/** On the dashboard, when reminders may not reach the owner. */
export const warningTexts: Record<ReminderWarning, string> = {
  mail_not_set_up: msg`Email is not set up on this installation, so you get no reminders by email.`,
  last_delivery_failed: msg`The last reminder did not reach you.`,
  scheduler_late: msg`The reminder job has not run for more than an hour.`,
}
