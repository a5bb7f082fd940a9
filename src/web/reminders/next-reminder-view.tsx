import { Link } from '@tanstack/react-router'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { type DateContext, nextText } from './reminder-text.ts'

type NextReminderProps = DateContext & { reminders: Pick<ReminderSummary, 'next' | 'isPlanned'> | null }

/** The next reminder in one line, with a link to all reminders; `null` means not known. */
export function NextReminderView({ reminders, ...context }: NextReminderProps) {
  return (
    <p className="mt-2 min-h-11 text-muted">
      {reminders
        ? nextText(reminders, context)
        : t`The next reminder could not be loaded. Due reminders are still sent.`}{' '}
      <Link
        to="/credentials/reminders"
        className="inline-block py-2.5 font-semibold text-accent-strong underline"
      >{t`All reminders`}</Link>
    </p>
  )
}
