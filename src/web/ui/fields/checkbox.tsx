import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'

/** The native checkbox is an invisible overlay on its box. */
export function Checkbox({ label, description, errorMessage, ref, ...props }: ToggleProps) {
  const { name, value, onChange, onBlur, isDisabled } = props
  const notes = useId()
  return (
    <div>
      <label
        className={clsx(
          'group flex min-h-11 gap-3 py-2',
          isDisabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer touch-manipulation',
        )}
      >
        <span className="relative mt-0.5 size-5 shrink-0">
          <input
            ref={ref}
            type="checkbox"
            name={name}
            checked={value === true}
            disabled={isDisabled}
            onChange={({ target }) => {
              const { checked } = target
              // Preact leaves what was pressed, even if the value stays the same.
              target.checked = value === true
              onChange?.(checked)
            }}
            onBlur={onBlur && (() => onBlur())}
            aria-invalid={errorMessage ? true : undefined}
            aria-describedby={description || errorMessage ? notes : undefined}
            className="peer absolute inset-0 z-1 size-full cursor-[inherit] opacity-0"
          />
          <span
            aria-hidden
            className={clsx(
              'grid size-full place-items-center rounded-[6px] border-2 bg-surface text-on-accent transition-colors duration-150',
              // Forced colors would draw a tick that is only transparent.
              '*:invisible peer-checked:*:visible',
              'peer-checked:border-accent peer-checked:bg-accent',
              'peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2',
              errorMessage ? 'border-expired' : 'border-line-strong',
            )}
          >
            <Check className="size-4" strokeWidth={3} />
          </span>
        </span>
        <span className="font-semibold">{label}</span>
      </label>
      <div className="pl-8">
        <ToggleNotes id={notes} description={description} errorMessage={errorMessage} />
      </div>
    </div>
  )
}

export type ToggleProps = {
  label: ReactNode
  description?: ReactNode
  name?: string
  value?: boolean | null | undefined
  onChange?: (value: boolean) => void
  onBlur?: () => void
  isDisabled?: boolean
  errorMessage?: string | null
  ref?: Ref<HTMLInputElement>
}

export function ToggleNotes({
  id,
  description,
  errorMessage,
}: Pick<ToggleProps, 'description' | 'errorMessage'> & { id: string }) {
  if (!description && !errorMessage) return null
  return (
    <div id={id} className="-mt-1 flex flex-col gap-1 text-sm">
      {description && <div className="text-muted">{description}</div>}
      {errorMessage && <div className="font-semibold text-expired">{errorMessage}</div>}
    </div>
  )
}
