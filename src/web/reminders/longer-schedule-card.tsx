import { X } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useLongerSchedule } from './use-longer-schedule.ts'

/** Offers earlier reminders to owners with the default days, until they turn them on or hide the offer. */
export function LongerScheduleCard() {
  const { state, isPending, turnOn, hide } = useLongerSchedule()
  if (state !== 'offered') return null
  return (
    <section
      aria-labelledby="longer-schedule-title"
      className="flex items-start gap-2 rounded-card bg-sunken py-3 pr-2 pl-4"
    >
      <div className="min-w-0 flex-1">
        <h3 id="longer-schedule-title" className="text-base">{t`Start earlier?`}</h3>
        <p className="max-w-[55ch] text-muted">
          <Trans>
            Your first reminder comes 30 days before the end. Some renewals take longer: you can also get one
            120, 90 and 60 days before.
          </Trans>
        </p>
        <Button className="mt-3" isPending={isPending} onPress={turnOn}>{t`Remind me from 120 days`}</Button>
      </div>
      <IconButton label={t`Hide this offer`} icon={X} onPress={hide} />
    </section>
  )
}
