import { clsx } from 'clsx'
import { useId } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components'
import { ToggleNotes, type ToggleProps, toggleClass, toggleFocusClass } from './toggle-parts.tsx'

export function Switch({ label, description, errorMessage, ref, ...props }: ToggleProps) {
  const notes = useId()
  return (
    <div>
      <AriaSwitch
        {...props}
        {...(ref ? { inputRef: ref } : {})}
        aria-describedby={description || errorMessage ? notes : undefined}
        className={clsx(toggleClass, 'items-center justify-between')}
      >
        <span className="font-semibold">{label}</span>
        <span
          className={clsx(
            'flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-line-strong bg-sunken px-0.5 transition-colors duration-150',
            'group-selected:border-accent group-selected:bg-accent',
            toggleFocusClass,
          )}
        >
          <span className="size-5 rounded-full bg-line-strong transition-transform duration-150 group-selected:translate-x-[18px] group-selected:bg-on-accent" />
        </span>
      </AriaSwitch>
      <ToggleNotes id={notes} description={description} errorMessage={errorMessage} />
    </div>
  )
}
