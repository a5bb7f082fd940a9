import { CircleAlert, CircleCheck, CircleMinus, Clock } from 'lucide-react'
import type { DeliveryState, Reminder } from '#shared/reminders/reminder.ts'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { ReminderActions } from './reminder-actions-view.tsx'
import { ReminderResourceLink } from './reminder-resource-link-view.tsx'
import { dayText, deliveryAdvice, deliveryText, endText, headlineOf, stepText } from './reminder-text.ts'
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

const stateIcons: Record<DeliveryState, { icon: typeof Clock; tone: string }> = {
  sent: { icon: CircleCheck, tone: 'text-active' },
  waiting: { icon: Clock, tone: 'text-renewal' },
  failed: { icon: CircleAlert, tone: 'text-expired' },
  skipped: { icon: CircleMinus, tone: 'text-muted' },
}

/** The state of each channel, with advice if it failed. */
function DeliveryList({ reminder }: { reminder: Reminder }) {
  const user = useUser()
  if (reminder.channels.length === 0) return null
  return (
    <ul className="flex w-full flex-wrap gap-x-4 text-sm sm:pl-60">
      {reminder.channels.map((delivery) => {
        const { icon: StateIcon, tone } = stateIcons[delivery.state]
        const advice = deliveryAdvice(delivery)
        return (
          <li key={delivery.channel} className="flex gap-2">
            <StateIcon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
            <span className="min-w-0 text-muted">
              <span className={delivery.state === 'failed' ? 'font-semibold text-expired' : ''}>
                {deliveryText(delivery)}
              </span>
              {delivery.at && ` · ${formatInstant(delivery.at, user)}`}
              {advice && <span className="block text-ink">{advice}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
