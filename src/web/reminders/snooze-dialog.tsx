import { useState } from 'react'
import { addDays } from '#shared/kernel/dates.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'

type SnoozeDialogProps = {
  reminder: Reminder | null
  onClose: () => void
  onSnooze: (reminder: Reminder, day: string) => void
}

/** Picks the day on which the reminder returns. */
export function SnoozeDialog({ reminder, onClose, onSnooze }: SnoozeDialogProps) {
  return (
    <Dialog title={t`Remind me again on`} size="sm" isOpen={reminder !== null} onClose={onClose}>
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
  const [isSubmitted, setSubmitted] = useState(false)
  const problem = !day ? t`Enter a date.` : day <= today ? t`Choose a date after today.` : null
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (day && !problem) onSnooze(day)
      }}
      className="grid gap-5"
    >
      <p className="text-muted">{t`You get no reminders about ${reminder.title} before that day.`}</p>
      <DateField
        label={t`Date`}
        value={day}
        onChange={setDay}
        errorMessage={isSubmitted ? problem : null}
        description={
          day && day > reminder.dueOn ? t`This is after the last day. You get no reminder before then.` : null
        }
      />
      <Button type="submit" tone="primary" className="sm:justify-self-end">{t`Snooze`}</Button>
    </form>
  )
}
