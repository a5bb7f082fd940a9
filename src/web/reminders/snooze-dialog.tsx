import { useState } from 'react'
import { addDays } from '#shared/kernel/dates.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type SnoozeDialogProps = {
  reminder: Reminder | null
  onClose: () => void
  onSnooze: (reminder: Reminder, day: string) => void
}

/** Picks the day on which a reminder comes again. */
export function SnoozeDialog({ reminder, onClose, onSnooze }: SnoozeDialogProps) {
  return (
    <Dialog
      title="Remind me again on"
      size="sm"
      isOpen={reminder !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {reminder && (
        <DayForm
          reminder={reminder}
          onSnooze={(day) => {
            onSnooze(reminder, day)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function DayForm({ reminder, onSnooze }: { reminder: Reminder; onSnooze: (day: string) => void }) {
  const today = useToday()
  const [day, setDay] = useState<string | null>(addDays(today, 3))
  const [isAsked, setAsked] = useState(false)
  const problem = !day ? 'Enter a day.' : day <= today ? 'Choose a day after today.' : null
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (day && !problem) onSnooze(day)
      }}
      className="grid gap-5"
    >
      <p className="text-muted">{`Nothing is said about ${reminder.title} before that day.`}</p>
      <DateField
        label="Day"
        value={day}
        onChange={setDay}
        errorMessage={isAsked ? problem : null}
        description={
          day && day > reminder.dueOn ? 'That is after its last day. You will hear of it only then.' : null
        }
      />
      <Button type="submit" tone="primary" className="sm:justify-self-end">
        Snooze
      </Button>
    </form>
  )
}
