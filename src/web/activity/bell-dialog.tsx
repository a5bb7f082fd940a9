import type { Reminder } from '#shared/reminders/reminder.ts'
import { SnoozeDialog } from '#web/reminders/snooze-dialog.tsx'
import { useReminderChanges } from '#web/reminders/use-reminder-changes.ts'
import { BellList } from './bell-list.tsx'

type BellDialogProps = {
  snoozing: Reminder | null
  onSnoozing: (reminder: Reminder | null) => void
  onClose: () => void
}

/** What the bell opens. It closes when the owner chooses to pick a day, which has a dialog of its own. */
export function BellDialog({ snoozing, onSnoozing, onClose }: BellDialogProps) {
  const changes = useReminderChanges()
  if (snoozing)
    return <SnoozeDialog reminder={snoozing} onClose={() => onSnoozing(null)} onSnooze={changes.snooze} />
  return (
    <BellList
      changes={changes}
      onNavigate={onClose}
      onPickDay={(reminder) => {
        onClose()
        onSnoozing(reminder)
      }}
    />
  )
}
