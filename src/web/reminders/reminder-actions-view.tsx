import { BellOff, CalendarPlus, CalendarSearch, ChevronDown, RotateCcw, Trash2 } from 'lucide-react'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
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
  return (
    <div className="flex flex-wrap items-center gap-x-1">
      {state === 'sent' && !isRead && (
        <Button
          tone="quiet"
          aria-label={t`Mark read: ${title}`}
          onPress={() => changes.setRead(reminder, true)}
        >{t`Mark read`}</Button>
      )}
      {state !== 'dismissed' && (
        <>
          <Menu
            aria-label={t`Snooze: ${title}`}
            trigger={
              <Button tone="quiet" aria-label={t`Snooze: ${title}`}>
                {t`Snooze`}
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
                label: t`Pick a date…`,
                icon: CalendarSearch,
                onAction: () => onPickDay(reminder),
              },
              ...(snoozedUntil
                ? [
                    {
                      id: 'back',
                      label: t`Cancel snooze`,
                      icon: RotateCcw,
                      onAction: () => changes.unsnooze(reminder),
                    },
                  ]
                : []),
            ]}
          />
          <Button tone="quiet" aria-label={t`Dismiss: ${title}`} onPress={() => changes.dismiss(reminder)}>
            <BellOff aria-hidden className="size-4 max-sm:hidden" />
            {t`Dismiss`}
          </Button>
        </>
      )}
      {state === 'dismissed' && (
        <Button
          tone="quiet"
          aria-label={t`Remind me again: ${title}`}
          onPress={() => changes.restore(reminder)}
        >
          <RotateCcw aria-hidden className="size-4" />
          {t`Remind me again`}
        </Button>
      )}
      {onRemove && state !== 'scheduled' && (
        <IconButton label={t`Delete: ${title}`} icon={Trash2} onPress={() => onRemove(reminder)} />
      )}
    </div>
  )
}
