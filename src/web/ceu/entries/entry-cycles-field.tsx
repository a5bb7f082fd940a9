import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { entryLabels } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { shortUnitName, unitName } from '#shared/ceu/unit-text.ts'
import { cycleName, cycleSubject, periodText, shortName } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { countPreview } from './entry-form-text.ts'
import type { EntryForm } from './entry-hours-field.tsx'
import { containsDay, type EntryValues } from './entry-values.ts'

type EntryCyclesFieldProps = {
  form: EntryForm
  cycles: readonly CeuCycle[]
  onChoose(cycleId: string, isOn: boolean): void
  hasFile: boolean
  locale: string | null
}

/** The cycles in which the entry counts, each with a preview of the counted hours. */
export function EntryCyclesField({ form, cycles, onChoose, hasFile, locale }: EntryCyclesFieldProps) {
  const title = useId()
  const note = useId()
  const counts = useWatch({ control: form.control, name: 'counts' })
  const completedAt = useWatch({ control: form.control, name: 'completedAt' })
  const { errors } = useFormState({ control: form.control })
  const refusedCycle = Array.isArray(errors.counts) && errors.counts.find((count) => count?.cycleId)
  const error = errors.cycleId?.message ?? errors.counts?.message ?? refusedCycle?.cycleId?.message
  const isSuggested = (cycle: CeuCycle) =>
    containsDay(cycle, completedAt) || counts.some(({ cycleId }) => cycleId === cycle.id)
  const mainId = useWatch({ control: form.control, name: 'cycleId' })
  const isMain = ({ id }: CeuCycle) => Number(id === mainId)
  const suggested = cycles.filter(isSuggested).sort((a, b) => isMain(b) - isMain(a))
  const [hasOwnHours, setHasOwnHours] = useState(() =>
    counts.some(({ acceptedHours }) => acceptedHours !== null),
  )
  const others = cycles.filter((cycle) => !isSuggested(cycle))
  const chosen = cycles.filter((cycle) => counts.some(({ cycleId }) => cycleId === cycle.id))
  const row = (cycle: CeuCycle) => (
    <li key={cycle.id}>
      <CycleRow {...{ form, cycle, onChoose, hasFile, locale, hasOwnHours }} />
    </li>
  )
  return (
    <fieldset aria-labelledby={title} aria-describedby={note} className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="contents">
        <span id={title} className="font-semibold">
          {t(entryLabels.counts)}
        </span>
      </legend>
      {suggested.length === 0 && completedAt !== null && (
        <p className="text-muted">
          {t`None of your cycles includes ${formatDate(completedAt, locale)}. Choose one below, or add a cycle.`}
        </p>
      )}
      {suggested.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">{suggested.map(row)}</ul>
      )}
      {counts.length > 0 && !chosen.every(isOwnersCount) && (
        <Switch
          label={
            counts.length === 1 ? t`Set the accepted hours myself` : t`Set the accepted hours for each cycle`
          }
          value={hasOwnHours}
          onChange={(isOn) => {
            setHasOwnHours(isOn)
            if (isOn) return
            for (const [at, { cycleId }] of counts.entries())
              if (!cycles.some((cycle) => cycle.id === cycleId && isOwnersCount(cycle)))
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
      {others.length > 0 && (
        <details open={suggested.length === 0} className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-muted [&::-webkit-details-marker]:hidden">
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
            {t`Cycles with other dates (${others.length})`}
          </summary>
          <ul className="divide-y divide-line border-line border-y">{others.map(row)}</ul>
        </details>
      )}
    </fieldset>
  )
}

/** The cycle's rule uses a unit that hours cannot be converted to, so the owner enters the value of a course. */
const isOwnersCount = ({ rule }: CeuCycle) => rule?.hoursPerUnit === null

type CycleRowProps = Omit<EntryCyclesFieldProps, 'cycles'> & { cycle: CeuCycle; hasOwnHours: boolean }

function CycleRow({ form, cycle, onChoose, hasFile, locale, hasOwnHours }: CycleRowProps) {
  const values = useWatch({ control: form.control, compute: (all: EntryValues) => all })
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
        value={isOn}
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
      {isOn && (hasOwnHours || isOwnersCount(cycle)) && (
        <div className="max-w-xs pt-1 pb-3 pl-8">
          <NumberField
            label={t`Accepted ${t(unitName(cycle.rule))} for ${shortName(cycleSubject(cycle))}`}
            description={
              isOwnersCount(cycle)
                ? t`What it is worth there, according to the handbook. Hours cannot be converted.`
                : t`Leave blank to calculate them.`
            }
            value={accepted}
            onChange={setAccepted}
            step={0.25}
            min={0}
            max={500}
            unit={t(shortUnitName(cycle.rule))}
            errorMessage={error ?? null}
          />
        </div>
      )}
    </div>
  )
}
