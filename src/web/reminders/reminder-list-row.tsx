import type { Reminder } from '#shared/reminders/reminder.ts'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { DeliveryList } from './delivery-list.tsx'
import { ReminderActions, WatchedLink } from './reminder-actions-view.tsx'
import { dayText, endText, headlineOf, rungText } from './reminder-text.ts'
import type { ReminderChanges } from './use-reminder-changes.ts'

type ReminderEntryProps = {
  reminder: Reminder
  today: string
  locale: string | null
  changes: ReminderChanges
  onPickDay: (reminder: Reminder) => void
  onRemove: (reminder: Reminder) => void
}

/** One line of the page: when, what, and how it went. */
export function ReminderEntry({ reminder, today, locale, ...rest }: ReminderEntryProps) {
  const user = useUser()
  const { state, sentAt, isRead, snoozedUntil } = reminder
  return (
    <li className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <p className="text-muted text-sm sm:pt-2.5">
        {state === 'scheduled' || !sentAt
          ? dayText(reminder, { today, locale })
          : formatInstant(sentAt, user)}
        {state === 'sent' && !isRead && (
          <span className="ml-2 inline-block rounded-full bg-accent-soft px-2 font-semibold text-accent-strong">
            unread
          </span>
        )}
      </p>
      <div className="grid min-w-0 gap-1">
        <h2 className="text-base">
          <WatchedLink reminder={reminder}>
            {state === 'scheduled' ? reminder.title : headlineOf(reminder, today)}
          </WatchedLink>
        </h2>
        <p className="text-muted">
          {state === 'scheduled' ? rungText(reminder, locale) : endText(reminder, { today, locale })}
        </p>
        {snoozedUntil && <p className="text-sm">{`Snoozed until ${formatDate(snoozedUntil, locale)}.`}</p>}
        {state !== 'scheduled' && <DeliveryList reminder={reminder} />}
        <ReminderActions reminder={reminder} today={today} {...rest} />
      </div>
    </li>
  )
}
