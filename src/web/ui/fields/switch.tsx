import { clsx } from 'clsx'
import { useId } from 'react'
import { ToggleNotes, type ToggleProps } from './checkbox.tsx'

export function Switch({ label, description, errorMessage, ...props }: ToggleProps) {
  const { isDisabled } = props
  const id = useId()
  const notes = `${id}-notes`
  return (
    <div>
      <label
        htmlFor={id}
        className={clsx(
          'flex min-h-11 items-center justify-between gap-3 py-2',
          isDisabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer touch-manipulation',
        )}
      >
        <span className="font-semibold">{label}</span>
        <SwitchInput {...props} id={id} aria-describedby={description || errorMessage ? notes : undefined} />
      </label>
      <ToggleNotes id={notes} description={description} errorMessage={errorMessage} />
    </div>
  )
}

type SwitchInputProps = Omit<ToggleProps, 'label' | 'description' | 'errorMessage'> & {
  id?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string | undefined
}

/** A switch alone, for a row that names it. The native checkbox is an invisible overlay on its track. */
export function SwitchInput({ ref, name, value, onChange, onBlur, isDisabled, ...rest }: SwitchInputProps) {
  return (
    <span className={clsx('relative shrink-0', isDisabled ? 'cursor-not-allowed' : 'cursor-pointer')}>
      <input
        ref={ref}
        type="checkbox"
        role="switch"
        name={name}
        checked={value === true}
        aria-checked={value === true}
        disabled={isDisabled}
        onChange={({ target }) => {
          const { checked } = target
          // Preact leaves what was pressed, even if the value stays the same.
          target.checked = value === true
          onChange?.(checked)
        }}
        onBlur={onBlur && (() => onBlur())}
        {...rest}
        className="peer absolute -inset-2 z-1 size-[calc(100%+1rem)] cursor-[inherit] opacity-0"
      />
      <span
        aria-hidden
        className={clsx(
          'flex h-7 w-12 items-center rounded-full border-2 border-line-strong bg-sunken px-0.5 transition-colors duration-150',
          'peer-checked:border-accent peer-checked:bg-accent peer-checked:*:translate-x-[18px] peer-checked:*:bg-on-accent',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2',
        )}
      >
        <span className="size-5 rounded-full bg-line-strong transition-transform duration-150" />
      </span>
    </span>
  )
}
