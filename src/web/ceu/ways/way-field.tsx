import { clsx } from 'clsx'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { CeRule } from '#shared/ceu/rule.ts'
import { t } from '#web/i18n/t.ts'

type WayFieldProps = {
  rule: CeRule
  /** `null`: not chosen yet. */
  wayId: string | null
  onChange(wayId: string): void
  isDisabled?: boolean
}

/** Every way that a rule allows, one below the other. The first is the usual one. */
export function WayField({ rule, wayId, onChange, isDisabled = false }: WayFieldProps) {
  return (
    <RadioGroup value={wayId} onChange={onChange} isDisabled={isDisabled} className="grid grid-cols-1 gap-2">
      <Label className="font-semibold">{t`Which way do you take?`}</Label>
      {rule.ways.map(({ id, title, note }, at) => (
        <Radio
          key={id}
          value={id}
          className={clsx(
            'group flex min-h-11 cursor-pointer items-start gap-2.5 rounded-control border border-line-strong bg-surface py-2.5 pr-4 pl-3 transition-colors duration-150',
            'hover:bg-sunken selected:border-accent selected:bg-accent-soft focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2 disabled:opacity-60',
          )}
        >
          <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong group-selected:border-accent">
            <span className="size-2.5 rounded-full group-selected:bg-accent" />
          </span>
          <span className="min-w-0">
            <span className="group-selected:font-semibold">{title}</span>
            {at === 0 && <span className="text-muted text-sm">{t` · usual`}</span>}
            {note && <span className="block text-muted text-sm">{note}</span>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
