import { CircleAlert, CircleCheck, CircleMinus, Clock } from 'lucide-react'
import type { DeliveryState, Reminder } from '#shared/reminders/reminder.ts'
import { formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { deliveryAdvice, deliveryText } from './reminder-text.ts'

const stateIcons: Record<DeliveryState, { icon: typeof Clock; tone: string }> = {
  sent: { icon: CircleCheck, tone: 'text-active' },
  waiting: { icon: Clock, tone: 'text-renewal' },
  failed: { icon: CircleAlert, tone: 'text-expired' },
  skipped: { icon: CircleMinus, tone: 'text-muted' },
}

/** The state of each channel, with advice if it failed. */
export function DeliveryList({ reminder }: { reminder: Reminder }) {
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
