import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

type RadioFieldProps<T extends string> = {
  label: ReactNode
  description?: ReactNode
  /** `note`: what an answer changes, below it. */
  items: readonly { id: T; label: ReactNode; note?: string | undefined }[]
  value: T | null
  onChange: (id: T) => void
}

/** One question with a few answers, side by side if they fit. The native radio buttons are an invisible overlay. */
export function RadioField<T extends string>({
  label,
  description,
  items,
  value,
  onChange,
}: RadioFieldProps<T>) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={description ? `${id}-description` : undefined}
      className="grid gap-2"
    >
      <span id={`${id}-label`} className="font-semibold">
        {label}
      </span>
      {description && (
        <span id={`${id}-description`} className="text-muted text-sm">
          {description}
        </span>
      )}
      <div className="flex flex-wrap gap-2">
        {items.map((item) => (
          <label
            key={item.id}
            className={clsx(
              'inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-line-strong bg-surface py-2 pr-4 pl-3 transition-colors duration-150',
              'relative hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
            )}
          >
            <input
              type="radio"
              name={id}
              value={item.id}
              checked={item.id === value}
              onChange={() => onChange(item.id)}
              className="peer pointer-events-none absolute inset-0 size-full opacity-0"
            />
            <span
              aria-hidden
              className="grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong peer-checked:border-accent peer-checked:*:bg-accent"
            >
              <span className="size-2.5 rounded-full" />
            </span>
            <span>
              <span className="block">{item.label}</span>
              {item.note && <span className="block font-normal text-muted text-sm">{item.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
