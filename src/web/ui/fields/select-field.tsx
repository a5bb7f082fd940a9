import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type Ref, useId } from 'react'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, selectClass } from './field-class.ts'
import { FieldLabel, FieldNotes, useControlProps } from './field-parts.tsx'

type SelectFieldProps = FieldProps & {
  name?: string
  /** The description of the chosen one is shown below. */
  items: readonly { id: string; label: string; description?: string | undefined }[]
  value: string | null
  onChange: (id: string) => void
  onBlur?: () => void
  placeholder?: string
  ref?: Ref<HTMLSelectElement>
}

/** The browser's own select. The placeholder cannot be chosen again. */
export function SelectField(props: SelectFieldProps) {
  const { label, name, items, placeholder = t`Choose`, description, errorMessage, isRequired } = props
  const id = useId()
  const chosen = items.find((item) => item.id === props.value)
  const notes = {
    id,
    name,
    description: chosen?.description ? (
      <>
        <span className="block">{chosen.description}</span>
        {description && <span className="block">{description}</span>}
      </>
    ) : (
      description
    ),
    errorMessage,
  }
  return (
    <div className={fieldClass}>
      <FieldLabel id={id} label={label} isRequired={isRequired} />
      <div className="relative">
        <select
          {...useControlProps(notes, props)}
          ref={props.ref}
          value={chosen?.id ?? ''}
          onChange={({ target }) => {
            const next = target.value
            // Preact leaves what was pressed, even if the value stays the same.
            target.value = chosen?.id ?? ''
            props.onChange(next)
          }}
          onBlur={props.onBlur && (() => props.onBlur?.())}
          className={clsx(selectClass, !chosen && 'text-muted')}
        >
          {!chosen && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {items.map((item) => (
            <option key={item.id} value={item.id} className="bg-surface text-ink">
              {item.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
        />
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}
