import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { summaryQuery } from './api.ts'
import { nextText } from './reminder-text.ts'
import { WarningList } from './warning-list.tsx'

/** On the dashboard: whether she will be told, and of what next. */
export function NextReminderView() {
  const today = useToday()
  const { locale } = useUser()
  const { data, error } = useQuery(summaryQuery)
  return (
    <section aria-labelledby="reminders-title" className="border-line border-t pt-6">
      <h2 id="reminders-title" className="text-lg">
        Reminders
      </h2>
      <p className="mt-1 min-h-11 text-muted">
        {data
          ? `${nextText(data.next, { today, locale })} `
          : error && 'What comes next did not load; what is due goes out all the same. '}
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

/** Stands at the top of the dashboard, where there is something to warn of. */
export function ReminderWarningsView() {
  const { data } = useQuery(summaryQuery)
  return data ? <WarningList warnings={data.warnings} /> : null
}
