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
    <li className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <p className="text-muted text-sm sm:pt-2.5">
        {state === 'scheduled' || !sentAt
          ? dayText(reminder, { today, locale })
          : formatInstant(sentAt, user)}
        {state === 'sent' && !isRead && (
          <span className="ml-2 inline-block rounded-full bg-accent-soft px-2 font-semibold text-accent-strong">{t`unread`}</span>
        )}
      </p>
      <div className="grid min-w-0 gap-1">
        <h2 className="text-base [overflow-wrap:anywhere]">
          <ReminderResourceLink reminder={reminder}>
            {state === 'scheduled' ? reminder.title : headlineOf(reminder, today)}
          </ReminderResourceLink>
        </h2>
        <p className="text-muted">
          {state === 'scheduled' ? stepText(reminder, locale) : endText(reminder, { today, locale })}
        </p>
        {snoozedUntil && <p className="text-sm">{t`Snoozed until ${formatDate(snoozedUntil, locale)}.`}</p>}
        {state !== 'scheduled' && <DeliveryList reminder={reminder} />}
        <ReminderActions reminder={reminder} today={today} {...rest} />
      </div>
    </li>
  )
}
