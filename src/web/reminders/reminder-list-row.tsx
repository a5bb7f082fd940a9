import type { Reminder } from '#shared/reminders/reminder.ts'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { DeliveryList } from './delivery-list.tsx'
import { ReminderActions } from './reminder-actions-view.tsx'
import { ReminderResourceLink } from './reminder-resource-link-view.tsx'
import { dayText, endText, headlineOf, stepText } from './reminder-text.ts'
import type { ReminderChanges } from './use-reminder-changes.ts'

type ReminderListRowProps = {
  reminder: Reminder
  today: string
  locale: string | null
  changes: ReminderChanges
  onPickDay: (reminder: Reminder) => void
  onRemove: (reminder: Reminder) => void
}

export function ReminderListRow({ reminder, today, locale, ...rest }: ReminderListRowProps) {
  const user = useUser()
  const { state, sentAt, isRead, snoozedUntil } = reminder
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <p className="text-muted text-sm max-sm:w-full sm:w-56">
        {state === 'scheduled' || !sentAt
          ? dayText(reminder, { today, locale })
          : formatInstant(sentAt, user)}
        {state === 'sent' && !isRead && (
          <span className="ml-2 inline-block rounded-full bg-accent-soft px-2 font-semibold text-accent-strong">{t`unread`}</span>
        )}
      </p>
      <div className="min-w-0 flex-1">
        <h2 className="text-base [overflow-wrap:anywhere]">
          <ReminderResourceLink reminder={reminder}>
            {state === 'scheduled' ? reminder.title : headlineOf(reminder, today)}
          </ReminderResourceLink>
        </h2>
        <p className="text-muted text-sm">
          {state === 'scheduled' ? stepText(reminder, locale) : endText(reminder, { today, locale })}
          {snoozedUntil && (
            <span className="block">{t`Snoozed until ${formatDate(snoozedUntil, locale)}.`}</span>
          )}
        </p>
      </div>
      <ReminderActions reminder={reminder} today={today} isInRow {...rest} />
      {state !== 'scheduled' && <DeliveryList reminder={reminder} />}
    </li>
  )
}
