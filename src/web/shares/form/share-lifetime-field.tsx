import { parseDateTime, toZoned } from '@internationalized/date'
import { type Ref, useState } from 'react'
import { addDays } from '#shared/kernel/dates.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext, useUser } from '#web/session/session.ts'
import { type Lifetime, lifetimeMs, lifetimes } from '#web/shares/owner/share-lifetime-picker.tsx'
import { useCurrentMinute } from '#web/shares/owner/share-status.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { inputClass } from '#web/ui/fields/field-class.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { expiryText } from './share-form-text.ts'

type LifetimeFieldProps = {
  lifetime: Lifetime
  /** The custom expiration, ISO 8601; `null` while it is incomplete. */
  value?: string | null | undefined
  onChange: (expiresAt: string | null) => void
  onLifetime: (lifetime: Lifetime) => void
  errorMessage?: string | null
  ref?: Ref<HTMLDivElement>
}

/** How long the link stays open, and until when in the owner's time zone. */
export function ShareLifetimeField(props: LifetimeFieldProps) {
  const { lifetime, value: expiresAt, onChange, onLifetime, errorMessage = null, ref } = props
  const { timeZone, locale } = useUser()
  const now = useCurrentMinute()
  const ms = lifetimeMs(lifetime)
  const until = ms === null ? expiresAt : new Date(now.getTime() + ms).toISOString()
  return (
    <div ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <RadioField
        label={t`Open for`}
        items={lifetimes.map((one) => ({ ...one, label: t(one.label) }))}
        value={lifetime}
        onChange={onLifetime}
      />
      {lifetime === 'custom' && (
        <InstantField timeZone={timeZone} onChange={onChange} errorMessage={errorMessage} />
      )}
      {lifetime !== 'custom' && errorMessage && (
        <p role="alert" className="font-semibold text-expired text-sm">
          {errorMessage}
        </p>
      )}
      <p role="status" className="text-muted">
        {until
          ? t`Open until ${expiryText(until, { now, timeZone, locale })}. You can end it sooner at any time.`
          : t`Choose the last day and time.`}
      </p>
    </div>
  )
}

type InstantFieldProps = {
  timeZone: string | null
  onChange(instant: string | null): void
  errorMessage: string | null
}

const NOON = '12:00'

/** A day and a time in `timeZone` (or UTC) as an ISO 8601 instant; `null` while either is incomplete. */
export function instantOf(day: string | null, time: string, timeZone: string | null): string | null {
  if (day === null || !/^\d{2}:\d{2}/.test(time)) return null
  return toZoned(parseDateTime(`${day}T${time.slice(0, 5)}`), timeZone ?? 'UTC').toAbsoluteString()
}

function InstantField({ timeZone, onChange, errorMessage }: InstantFieldProps) {
  const { today, locale } = useDateContext()
  const [day, setDay] = useState<string | null>(null)
  const [time, setTime] = useState(NOON)
  function change(nextDay: string | null, nextTime: string) {
    setDay(nextDay)
    setTime(nextTime)
    onChange(instantOf(nextDay, nextTime, timeZone))
  }
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <DateField
        today={today}
        label={t`Last day`}
        value={day}
        onChange={(next) => change(next, time)}
        errorMessage={errorMessage}
        description={t`No later than ${formatDate(addDays(today, 30), locale)}.`}
      />
      <label className="flex flex-col gap-1.5">
        <span className="font-semibold text-ink">{t`Time`}</span>
        <input
          type="time"
          value={time}
          onChange={(event) => change(day, event.currentTarget.value)}
          className={inputClass}
        />
      </label>
    </div>
  )
}
