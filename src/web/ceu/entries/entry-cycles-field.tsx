import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { cycleName, periodText, shortName } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { countPreview } from './entry-form-text.ts'
import type { EntryForm } from './entry-hours-field.tsx'
import { containsDay, type EntryValues } from './use-entry-form.ts'

type CountsProps = {
  form: EntryForm
  cycles: readonly CeuCycle[]
  onChoose(cycleId: string, isOn: boolean): void
  hasFile: boolean
  locale: string | null
}

/** The cycles that it counts in, each with what it would count there. */
export function CountsField({ form, cycles, onChoose, hasFile, locale }: CountsProps) {
  const title = useId()
  const note = useId()
  const counts = useWatch({ control: form.control, name: 'counts' })
  const completedAt = useWatch({ control: form.control, name: 'completedAt' })
  const { errors } = useFormState({ control: form.control })
  const error = errors.cycleId?.message ?? errors.counts?.message
  const isNear = (cycle: CeuCycle) =>
    containsDay(cycle, completedAt) || counts.some(({ cycleId }) => cycleId === cycle.id)
  const mainId = useWatch({ control: form.control, name: 'cycleId' })
  const isMain = ({ id }: CeuCycle) => Number(id === mainId)
  const near = cycles.filter(isNear).sort((a, b) => isMain(b) - isMain(a))
  const [isOwn, setOwn] = useState(() => counts.some(({ acceptedHours }) => acceptedHours !== null))
  const far = cycles.filter((cycle) => !isNear(cycle))
  const row = (cycle: CeuCycle) => (
    <li key={cycle.id}>
      <CountRow {...{ form, cycle, onChoose, hasFile, locale, isOwn }} />
    </li>
  )
  return (
    <fieldset aria-labelledby={title} aria-describedby={note} className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="contents">
        <span id={title} className="font-semibold">
          Counts in
        </span>
      </legend>
      {near.length === 0 && completedAt !== null && (
        <p className="text-muted">
          {`No cycle of yours runs on ${formatDate(completedAt, locale)}. Choose one below, or add one.`}
        </p>
      )}
      {near.length > 0 && <ul className="divide-y divide-line border-line border-y">{near.map(row)}</ul>}
      {counts.length > 0 && (
        <Switch
          label={
            counts.length === 1 ? 'Other hours are accepted there' : 'Other hours are accepted somewhere'
          }
          isSelected={isOwn}
          onChange={(isOn) => {
            setOwn(isOn)
            if (isOn) return
            for (const [at] of counts.entries())
              form.setValue(`counts.${at}.acceptedHours`, null, { shouldDirty: true })
          }}
        />
      )}
      <div id={note} className="empty:hidden">
        {error && (
          <p role="alert" className="font-semibold text-expired text-sm">
            {error}
          </p>
        )}
      </div>
      {far.length > 0 && (
        <details open={near.length === 0} className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-muted [&::-webkit-details-marker]:hidden">
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
            {`Cycles with other dates (${far.length})`}
          </summary>
          <ul className="divide-y divide-line border-line border-y">{far.map(row)}</ul>
        </details>
      )}
    </fieldset>
  )
}

type CountRowProps = Omit<CountsProps, 'cycles'> & { cycle: CeuCycle; isOwn: boolean }

function CountRow({ form, cycle, onChoose, hasFile, locale, isOwn }: CountRowProps) {
  const values = useWatch({ control: form.control }) as EntryValues
  const at = values.counts.findIndex(({ cycleId }) => cycleId === cycle.id)
  const accepted = values.counts[at]?.acceptedHours ?? null
  const isOn = at >= 0
  const lines = isOn ? countPreview(cycle, values, hasFile, locale) : []
  const setAccepted = (hours: number | null) =>
    form.setValue(`counts.${at}.acceptedHours`, hours, { shouldDirty: true })
  const { errors } = useFormState({ control: form.control })
  const error = errors.counts?.[at]?.acceptedHours?.message
  return (
    <div className="py-1">
      <Checkbox
        label={cycleName(cycle)}
        isSelected={isOn}
        onChange={(next) => onChoose(cycle.id, next)}
        description={
          <>
            <span className="block">{periodText(cycle, locale)}</span>
            <span aria-live="polite" className="block">
              {lines.map((line, index) => (
                <span key={line} className={`block ${index === 0 ? 'font-semibold text-ink' : ''}`}>
                  {line}
                </span>
              ))}
            </span>
          </>
        }
      />
      {isOn && isOwn && (
        <div className="max-w-xs pt-1 pb-3 pl-8">
          <NumberField
            label={`Accepted for ${shortName(cycleName(cycle))}`}
            description="Left empty, it is worked out."
            value={accepted}
            onChange={setAccepted}
            step={0.25}
            min={0}
            max={500}
            unit="hours"
            errorMessage={error ?? null}
          />
        </div>
      )}
    </div>
  )
}

/** Before the first cycle nothing can be logged; says so, and where to go. */
export function NoCycleView() {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-accent-soft p-5">
      <h2 className="text-lg">First a cycle, then its courses</h2>
      <p className="max-w-[60ch]">
        A cycle says from when to when hours count, and how many. For a license of yours it is proposed with
        its board’s dates, hours and topics.
      </p>
      <Link to="/credentials/cycles/new" className={buttonClass({ tone: 'primary' })}>
        Add a cycle
      </Link>
    </div>
  )
}
