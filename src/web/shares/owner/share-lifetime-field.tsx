import { parseDateTime, toZoned } from '@internationalized/date'
import { type Ref, useState } from 'react'
import { addDays } from '#shared/kernel/dates.ts'
import { formatDate } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { inputClass } from '#web/ui/field-parts.tsx'
import { RadioField } from '#web/ui/radio-field.tsx'
import { type Lifetime, lifetimeMs, lifetimes, untilWords } from './share-form-text.ts'
import { useMinute } from './use-current-minute.ts'

type LifetimeFieldProps = {
  lifetime: Lifetime
  /** The instant of her own choice, ISO 8601; `null` while it is not complete. */
  expiresAt: string | null
  onLifetime(lifetime: Lifetime): void
  onExpiresAt(expiresAt: string | null): void
  errorMessage: string | null
  ref?: Ref<HTMLDivElement>
}

/** How long, and what that comes to in her own zone. */
export function ShareLifetimeField(props: LifetimeFieldProps) {
  const { lifetime, expiresAt, onLifetime, onExpiresAt, errorMessage, ref } = props
  const { timeZone, locale } = useUser()
  const now = useMinute()
  const ms = lifetimeMs(lifetime)
  const until = ms === null ? expiresAt : new Date(now.getTime() + ms).toISOString()
  return (
    <div ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <RadioField label="Open for" items={lifetimes} value={lifetime} onChange={onLifetime} />
      {lifetime === 'custom' && (
        <MomentField timeZone={timeZone} onChange={onExpiresAt} errorMessage={errorMessage} />
      )}
      {lifetime !== 'custom' && errorMessage && (
        <p role="alert" className="font-semibold text-expired text-sm">
          {errorMessage}
        </p>
      )}
      <p role="status" className="text-muted">
        {until
          ? `Open until ${untilWords(until, { now, timeZone, locale })}. You can end it sooner at any time.`
          : 'Choose the last day, and until what time on it.'}
      </p>
    </div>
  )
}

type MomentFieldProps = {
  timeZone: string | null
  onChange(instant: string | null): void
  errorMessage: string | null
}

const NOON = '12:00'

/** A day and a time of day on her own clock, as the instant that it is. */
export function instantOf(day: string | null, time: string, timeZone: string | null): string | null {
  if (day === null || !/^\d{2}:\d{2}/.test(time)) return null
  return toZoned(parseDateTime(`${day}T${time.slice(0, 5)}`), timeZone ?? 'UTC').toAbsoluteString()
}

function MomentField({ timeZone, onChange, errorMessage }: MomentFieldProps) {
  const { locale } = useUser()
  const today = useToday()
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
        label="Last day"
        value={day}
        onChange={(next) => change(next, time)}
        errorMessage={errorMessage}
        description={`At the latest ${formatDate(addDays(today, 30), locale)}.`}
      />
      <label className="flex flex-col gap-1.5">
        <span className="font-semibold text-ink">Time</span>
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
