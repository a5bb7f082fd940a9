import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { reminderSummaryQuery } from './api.ts'
import { nextText } from './reminder-text.ts'

/** The next reminder in one line, with a link to all reminders. */
export function NextReminderView() {
  const today = useToday()
  const { locale } = useUser()
  const { data, error } = useQuery(reminderSummaryQuery)
  return (
    <p className="mt-2 min-h-11 text-muted">
      {data
        ? nextText(data, { today, locale })
        : error && t`The next reminder could not be loaded. Due reminders are still sent.`}{' '}
      {(data || error) && (
        <Link
          to="/credentials/reminders"
          className="inline-block py-2.5 font-semibold text-accent-strong underline"
        >{t`All reminders`}</Link>
      )}
    </p>
  )
}
