import { AlarmClock, BellOff, CalendarPlus, CalendarSearch, MailOpen, RotateCcw, Trash2 } from 'lucide-react'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { Button, Icon, IconButton, type IconLike, type PlainButtonProps } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { snoozeDays } from './reminder-text.ts'
import type { ReminderChanges } from './use-reminder-changes.ts'

type ActionsProps = {
  reminder: Reminder
  today: string
  changes: ReminderChanges
  onPickDay: (reminder: Reminder) => void
  onRemove?: (reminder: Reminder) => void
  /** At the end of a row: on a phone their icons alone. */
  isInRow?: boolean
}

/** The label of each button names its reminder for screen readers. */
export function ReminderActions({
  reminder,
  today,
  changes,
  onPickDay,
  onRemove,
  isInRow = false,
}: ActionsProps) {
  const { state, title, isRead, snoozedUntil } = reminder
  return (
    <div
      data-in-row={isInRow || undefined}
      className="group/actions flex items-center not-data-in-row:flex-wrap"
    >
      {state === 'sent' && !isRead && (
        <Action
          name={t`Mark read`}
          aria-label={t`Mark read: ${title}`}
          icon={MailOpen}
          onPress={() => changes.setRead(reminder, true)}
        />
      )}
      {state !== 'dismissed' && (
        <>
          <Menu
            aria-label={t`Snooze: ${title}`}
            trigger={<Action name={t`Snooze`} aria-label={t`Snooze: ${title}`} icon={AlarmClock} />}
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
          <Action
            name={t`Dismiss`}
            aria-label={t`Dismiss: ${title}`}
            icon={BellOff}
            onPress={() => changes.dismiss(reminder)}
          />
        </>
      )}
      {state === 'dismissed' && (
        <Action
          name={t`Remind me again`}
          aria-label={t`Remind me again: ${title}`}
          icon={RotateCcw}
          onPress={() => changes.restore(reminder)}
        />
      )}
      {onRemove && state !== 'scheduled' && (
        <IconButton label={t`Delete: ${title}`} icon={Trash2} onPress={() => onRemove(reminder)} />
      )}
    </div>
  )
}

type ActionProps = PlainButtonProps & { name: string; icon: IconLike; 'aria-label': string }

function Action({ name, icon, ...props }: ActionProps) {
  return (
    <Button tone="quiet" {...props}>
      <Icon icon={icon} />
      <span className="max-sm:group-data-in-row/actions:hidden">{name}</span>
    </Button>
  )
}
