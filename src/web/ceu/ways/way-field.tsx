import { clsx } from 'clsx'
import { useId } from 'react'
import type { CeRule } from '#shared/ceu/rule.ts'
import { t } from '#web/i18n/t.ts'
import { EnglishWords } from '#web/ui/english-words.tsx'

type WayFieldProps = {
  rule: CeRule
  /** `null`: not chosen yet. */
  wayId: string | null
  onChange(wayId: string): void
  isDisabled?: boolean
}

/** Every way that a rule allows, one below the other. The first is the usual one. */
export function WayField({ rule, wayId, onChange, isDisabled = false }: WayFieldProps) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} className="grid grid-cols-1 gap-2">
      <span id={`${id}-label`} className="font-semibold">{t`How will you renew?`}</span>
      {rule.ways.map((way, at) => (
        <label
          key={way.id}
          className={clsx(
            'relative flex min-h-11 cursor-pointer items-start gap-2.5 rounded-control border border-line-strong bg-surface py-2.5 pr-4 pl-3 transition-colors duration-150',
            'hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 has-disabled:opacity-60',
          )}
        >
          <input
            type="radio"
            name={id}
            value={way.id}
            checked={way.id === wayId}
            disabled={isDisabled}
            onChange={() => onChange(way.id)}
            className="peer pointer-events-none absolute inset-0 size-full opacity-0"
          />
          <span
            aria-hidden
            className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong peer-checked:border-accent peer-checked:*:bg-accent"
          >
            <span className="size-2.5 rounded-full" />
          </span>
          <span className="min-w-0 peer-checked:*:first:font-semibold">
            <span>
              <EnglishWords>{way.title}</EnglishWords>
            </span>
            {at === 0 && <span className="text-muted text-sm">{t` · usual`}</span>}
            {way.note && (
              <span className="block text-muted text-sm">
                <EnglishWords>{way.note}</EnglishWords>
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
