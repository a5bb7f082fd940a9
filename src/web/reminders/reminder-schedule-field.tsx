import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { defaultLeadDays } from '#shared/reminders/reminder-schedule.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { scheduleText } from './reminder-text.ts'

export const digestOptions = (): Option[] => [
  { id: 'each', label: t`One per reminder`, description: t`One email for each reminder when it is due` },
  { id: 'daily', label: t`Once a day`, description: t`One email with all reminders of the day` },
  {
    id: 'weekly',
    label: t`Once a week`,
    description: t`One email on Mondays; short-notice reminders can come late`,
  },
]

const MAX_STEPS = 20
const MAX_DAYS = 365

type ReminderScheduleFieldProps = {
  label: string
  value: readonly number[]
  onChange: (leads: number[]) => void
  errorMessage?: string | null
}

/** The days before the end on which reminders are sent. Each can be removed, and others can be added. */
export function ReminderScheduleField({ label, value, onChange, errorMessage }: ReminderScheduleFieldProps) {
  const title = useId()
  const note = useId()
  const area = useRef<HTMLFieldSetElement>(null)
  const [day, setDay] = useState<number | null>(null)
  const leads = [...value].sort((a, b) => b - a)
  const isDefault = leads.join() === defaultLeadDays.join()
  const isDuplicate = day !== null && leads.includes(day)
  const replace = (next: Iterable<number>) => {
    onChange([...new Set(next)].sort((a, b) => b - a))
    // The pressed button may disappear; keep the focus in this field.
    area.current?.focus({ preventScroll: true })
  }
  const add = () => {
    // The number field reports its value on blur, and a tap on Add does not always blur it first.
    const typed = area.current?.querySelector('input')?.value.trim() ?? ''
    const next = /^\d+$/.test(typed) ? Math.min(Number(typed), MAX_DAYS) : null
    setDay(next)
    if (next === null || leads.includes(next) || leads.length >= MAX_STEPS) return
    onChange([...leads, next].sort((a, b) => b - a))
    setDay(null)
  }
  return (
    <fieldset
      ref={area}
      tabIndex={-1}
      aria-labelledby={title}
      aria-describedby={note}
      className="grid min-w-0 grid-cols-1 gap-3 outline-none"
    >
      <legend className="contents">
        <span id={title} className="font-semibold">
          {label}
        </span>
      </legend>
      {leads.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {leads.map((lead) => (
            <li key={lead} className="flex items-center rounded-full border border-line-strong/60 pl-4">
              {chipText(lead)}
              <IconButton
                label={t`Remove ${chipText(lead)}`}
                icon={X}
                className="rounded-full!"
                onPress={() => replace(leads.filter((one) => one !== lead))}
              />
            </li>
          ))}
        </ul>
      )}
      <p id={note} aria-live="polite" className="text-muted text-sm">
        {scheduleText(leads)}
      </p>
      {errorMessage && <p className="font-semibold text-expired text-sm">{errorMessage}</p>}
      <div className="flex flex-wrap items-end gap-2">
        {/* Enter adds the day. Without this handler it would save the form. */}
        <div
          className="w-44"
          onKeyDownCapture={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.stopPropagation()
            add()
          }}
        >
          <NumberField
            label={t`Add a reminder`}
            value={day}
            onChange={setDay}
            min={0}
            max={MAX_DAYS}
            unit={t`days`}
            isRequired={false}
          />
        </div>
        <Button onPress={add}>{t`Add`}</Button>
        {!isDefault && (
          <Button tone="quiet" onPress={() => replace(defaultLeadDays)}>{t`Reset to default`}</Button>
        )}
      </div>
      {leads.length >= MAX_STEPS && (
        <p className="text-muted text-sm">{t`You can have up to ${MAX_STEPS}. Remove one to add another.`}</p>
      )}
      {isDuplicate && <p className="text-muted text-sm">{t`${chipText(day)} is already in the list.`}</p>}
    </fieldset>
  )
}

function chipText(lead: number): string {
  if (lead === 0) return t`Last day`
  return t`${plural(lead, { one: '# day', other: '# days' })}`
}

type Option = { id: string; label: string; description?: string }

/** Such as "9:00 AM", in the owner's locale. */
export function hourOptions(locale: string | null): Option[] {
  const style = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
  const clock = new Intl.DateTimeFormat(locale ?? 'en-US', style)
  return Array.from({ length: 24 }, (_none, hour) => ({
    id: String(hour),
    label: clock.format(Date.UTC(2027, 0, 1, hour)),
    ...(hour === 9 ? { description: t`Default` } : {}),
  }))
}
