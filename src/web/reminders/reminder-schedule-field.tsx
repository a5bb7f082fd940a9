import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { usualLeads } from '#shared/reminders/reminder-schedule.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { ladderText } from './reminder-text.ts'

const MAX_RUNGS = 20
const MAX_DAYS = 365

type LadderFieldProps = {
  label: string
  value: readonly number[]
  onChange: (leads: number[]) => void
  errorMessage?: string | null
}

/** The days before the end on which she is told, each to be taken away, and others to be added. */
export function LadderField({ label, value, onChange, errorMessage }: LadderFieldProps) {
  const title = useId()
  const note = useId()
  const area = useRef<HTMLFieldSetElement>(null)
  const [day, setDay] = useState<number | null>(null)
  const leads = [...value].sort((a, b) => b - a)
  const isUsual = leads.join() === usualLeads.join()
  const isKnown = day !== null && leads.includes(day)
  const put = (next: Iterable<number>) => {
    onChange([...new Set(next)].sort((a, b) => b - a))
    // What was pressed may be about to go; the focus stays with the days.
    area.current?.focus({ preventScroll: true })
  }
  const add = () => {
    // What is being typed is told only once the field is left, and a thumb on Add does not leave it in time.
    const typed = area.current?.querySelector('input')?.value.trim() ?? ''
    const next = /^\d+$/.test(typed) ? Math.min(Number(typed), MAX_DAYS) : null
    setDay(next)
    if (next === null || leads.includes(next) || leads.length >= MAX_RUNGS) return
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
                label={`Remove ${chipText(lead)}`}
                icon={X}
                className="rounded-full!"
                onPress={() => put(leads.filter((one) => one !== lead))}
              />
            </li>
          ))}
        </ul>
      )}
      <p id={note} aria-live="polite" className="text-muted text-sm">
        {ladderText(leads)}
      </p>
      {errorMessage && <p className="font-semibold text-expired text-sm">{errorMessage}</p>}
      <div className="flex flex-wrap items-end gap-2">
        {/* Enter adds the day instead of saving the form. */}
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
            label="Add a reminder"
            value={day}
            onChange={setDay}
            min={0}
            max={MAX_DAYS}
            unit="days"
            isRequired={false}
          />
        </div>
        <Button onPress={add}>Add</Button>
        {!isUsual && (
          <Button tone="quiet" onPress={() => put(usualLeads)}>
            Back to usual
          </Button>
        )}
      </div>
      {leads.length >= MAX_RUNGS && (
        <p className="text-muted text-sm">{`${MAX_RUNGS} are the most. Remove one to add another.`}</p>
      )}
      {isKnown && <p className="text-muted text-sm">{`${chipText(day)} is in the list already.`}</p>}
    </fieldset>
  )
}

function chipText(lead: number): string {
  if (lead === 0) return 'Last day'
  return lead === 1 ? '1 day' : `${lead} days`
}
