import { CalendarDays, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { activityPrefix } from '#shared/activity/activity.ts'
import { t } from '#web/i18n/t.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { prefixNames } from './activity-text.ts'
import type { ActivityFilter } from './api.ts'

type ActivityFilterFormProps = { choice: ActivityFilter; onChange(choice: ActivityFilter): void }

const chip =
  'relative inline-flex h-9 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-3 font-semibold text-sm transition-colors duration-150 after:absolute after:-inset-1'

function chipClass(isOn: boolean): string {
  return `${chip} ${isOn ? 'border-ink bg-sunken text-ink' : 'border-line-strong bg-surface text-muted hover:text-ink'}`
}

/** Filters the log. Pressing a filter again removes it. */
export function ActivityFilterForm({ choice, onChange }: ActivityFilterFormProps) {
  const [isOpen, setOpen] = useState(false)
  const hasDays = choice.from !== null || choice.to !== null
  return (
    <div className="grid gap-3">
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t`Filter activity`}</legend>
        {activityPrefix.options.map((prefix) => (
          <button
            key={prefix}
            type="button"
            aria-pressed={choice.prefix === prefix}
            onClick={() => onChange({ ...choice, prefix: choice.prefix === prefix ? null : prefix })}
            className={chipClass(choice.prefix === prefix)}
          >
            {t(prefixNames[prefix])}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={choice.severe}
          onClick={() => onChange({ ...choice, severe: !choice.severe })}
          className={chipClass(choice.severe)}
        >
          <TriangleAlert aria-hidden className="size-4 text-expiring" />
          {t`Worth a look`}
        </button>
        <button
          type="button"
          aria-expanded={isOpen || hasDays}
          onClick={() => {
            setOpen(!(isOpen || hasDays))
            if (hasDays) onChange({ ...choice, from: null, to: null })
          }}
          className={chipClass(isOpen || hasDays)}
        >
          <CalendarDays aria-hidden className="size-4" />
          {isOpen || hasDays ? t`Any date` : t`Choose dates`}
        </button>
      </fieldset>
      {(isOpen || hasDays) && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <DateField label={t`From`} value={choice.from} onChange={(from) => onChange({ ...choice, from })} />
          <DateField
            label={t`To`}
            value={choice.to}
            onChange={(to) => onChange({ ...choice, to })}
            errorMessage={isBackwards(choice) ? t`This date is before the start date.` : null}
          />
        </div>
      )}
    </div>
  )
}

/** The dates are in the wrong order, so there is nothing to load. */
export function isBackwards({ from, to }: ActivityFilter): boolean {
  return from !== null && to !== null && from > to
}
