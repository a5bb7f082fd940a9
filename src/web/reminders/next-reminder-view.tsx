import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { reminderSummaryQuery } from './api.ts'
import { nextText } from './reminder-text.ts'
import { WarningList } from './warning-list.tsx'

/** On the dashboard: the next reminder. */
export function NextReminderView() {
  const today = useToday()
  const { locale } = useUser()
  const { data, error } = useQuery(reminderSummaryQuery)
  return (
    <section aria-labelledby="reminders-title" className="border-line border-t pt-6">
      <h2 id="reminders-title" className="text-lg">
        Reminders
      </h2>
      <p className="mt-1 min-h-11 text-muted">
        {data
          ? `${nextText(data.next, { today, locale })} `
          : error && 'The next reminder could not be loaded. Due reminders are still sent. '}
        {(data || error) && (
          <Link
            to="/credentials/reminders"
            className="inline-block py-2.5 font-semibold text-accent-strong underline"
          >
            All reminders
          </Link>
        )}
      </p>
    </section>
  )
}

/** At the top of the dashboard, if there are warnings. */
export function ReminderWarningsView() {
  const { data } = useQuery(reminderSummaryQuery)
  return data ? <WarningList warnings={data.warnings} /> : null
}
