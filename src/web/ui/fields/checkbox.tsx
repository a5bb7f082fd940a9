import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components'
import { ToggleNotes, type ToggleProps, toggleClass, toggleFocusClass } from './toggle-parts.tsx'

export function Checkbox({ label, description, errorMessage, ref, ...props }: ToggleProps) {
  const notes = useId()
  return (
    <div>
      <AriaCheckbox
        {...props}
        {...(ref ? { inputRef: ref } : {})}
        isInvalid={Boolean(errorMessage)}
        aria-describedby={description || errorMessage ? notes : undefined}
        className={toggleClass}
      >
        <span
          className={clsx(
            'mt-0.5 grid size-5 shrink-0 place-items-center rounded-[6px] border-2 border-line-strong bg-surface text-transparent transition-colors duration-150',
            'group-invalid:border-expired group-selected:border-accent group-selected:bg-accent group-selected:text-on-accent',
            toggleFocusClass,
          )}
        >
          <Check className="size-4" strokeWidth={3} aria-hidden />
        </span>
        <span className="font-semibold">{label}</span>
      </AriaCheckbox>
      <div className="pl-8">
        <ToggleNotes id={notes} description={description} errorMessage={errorMessage} />
      </div>
    </div>
  )
}
