import { BellOff, CalendarPlus, CalendarSearch, ChevronDown, RotateCcw, Trash2 } from 'lucide-react'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { snoozeDays } from './reminder-text.ts'
import type { ReminderChanges } from './use-reminder-changes.ts'

type ActionsProps = {
  reminder: Reminder
  today: string
  changes: ReminderChanges
  onPickDay: (reminder: Reminder) => void
  onRemove?: (reminder: Reminder) => void
}

/** The label of each button names its reminder for screen readers. */
export function ReminderActions({ reminder, today, changes, onPickDay, onRemove }: ActionsProps) {
  const { state, title, isRead, snoozedUntil } = reminder
  const of = `: ${title}`
  return (
    <div className="-ml-3 flex flex-wrap items-center sm:gap-x-1">
      {state === 'sent' && !isRead && (
        <Button tone="quiet" aria-label={`Mark read${of}`} onPress={() => changes.setRead(reminder, true)}>
          Mark read
        </Button>
      )}
      {state !== 'dismissed' && (
        <>
          <Menu
            aria-label={`Snooze${of}`}
            trigger={
              <Button tone="quiet" aria-label={`Snooze${of}`}>
                Snooze
                <ChevronDown aria-hidden className="size-4" />
              </Button>
            }
            items={[
              ...snoozeDays(today).map(({ label, day }) => ({
                id: day,
                label,
                icon: CalendarPlus,
                onAction: () => changes.snooze(reminder, day),
              })),
              {
                id: 'pick',
                label: 'Pick a date…',
                icon: CalendarSearch,
                onAction: () => onPickDay(reminder),
              },
              ...(snoozedUntil
                ? [
                    {
                      id: 'back',
                      label: 'Cancel snooze',
                      icon: RotateCcw,
                      onAction: () => changes.unsnooze(reminder),
                    },
                  ]
                : []),
            ]}
          />
          <Button tone="quiet" aria-label={`Dismiss${of}`} onPress={() => changes.dismiss(reminder)}>
            <BellOff aria-hidden className="size-4 max-sm:hidden" />
            Dismiss
          </Button>
        </>
      )}
      {state === 'dismissed' && (
        <Button tone="quiet" aria-label={`Remind me again${of}`} onPress={() => changes.restore(reminder)}>
          <RotateCcw aria-hidden className="size-4" />
          Remind me again
        </Button>
      )}
      {onRemove && state !== 'scheduled' && (
        <IconButton label={`Delete${of}`} icon={Trash2} onPress={() => onRemove(reminder)} />
      )}
    </div>
  )
}
