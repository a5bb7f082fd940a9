import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup, Text } from 'react-aria-components'

type RadioFieldProps<T extends string> = {
  label: string
  description?: ReactNode
  items: readonly { id: T; label: string }[]
  value: T | null
  onChange: (id: T) => void
}

/** One question with a few answers, side by side if they fit. */
export function RadioField<T extends string>({
  label,
  description,
  items,
  value,
  onChange,
}: RadioFieldProps<T>) {
  return (
    <RadioGroup value={value} onChange={(id) => onChange(id as T)} className="grid gap-2">
      <Label className="font-semibold">{label}</Label>
      {description && (
        <Text slot="description" className="text-muted text-sm">
          {description}
        </Text>
      )}
      <div className="flex flex-wrap gap-2">
        {items.map((item) => (
          <Radio
            key={item.id}
            value={item.id}
            className={clsx(
              'group inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-line-strong bg-surface py-2 pr-4 pl-3 transition-colors duration-150',
              'hover:bg-sunken selected:border-accent selected:bg-accent-soft selected:font-semibold focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2',
            )}
          >
            <span className="grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong group-selected:border-accent">
              <span className="size-2.5 rounded-full group-selected:bg-accent" />
            </span>
            {item.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
