import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { t } from '#web/i18n/t.ts'
import { fieldClass, labelClass, selectClass } from './field-class.ts'
import type { SelectFieldProps } from './field-props.ts'
import { approachedBy, laterField, type StartProps } from './later-field.tsx'
import { OptionalText, PlainFieldNotes, useNoteIds } from './plain-field-parts.tsx'

/** A choice from a list. */
export const SelectField = laterField<SelectFieldProps>(
  () => import('./full-select-field.tsx').then((module) => module.FullSelectField),
  SelectFieldStart,
)

/** The field before its list is loaded. */
export function SelectFieldStart({ begun, onApproach, ...props }: SelectFieldProps & StartProps) {
  const { label, items, value, placeholder = t`Choose`, isRequired, isDisabled } = props
  const id = useId()
  const notes = { id, description: props.description, errorMessage: props.errorMessage }
  const chosen = items.find((item) => item.id === value)?.label
  const isInvalid = Boolean(props.errorMessage)
  function handleKey({ key }: KeyboardEvent) {
    if (key === 'ArrowDown' || key === 'ArrowUp') begun.current.isOpened = true
  }
  return (
    <div className={fieldClass} {...approachedBy(onApproach)}>
      <label htmlFor={id} id={`${id}-label`} className={labelClass}>
        {label}
        <OptionalText isRequired={isRequired} />
      </label>
      <button
        ref={props.ref}
        id={id}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={useNoteIds(notes)}
        aria-invalid={isInvalid || undefined}
        data-invalid={isInvalid || undefined}
        disabled={isDisabled}
        onKeyDown={handleKey}
        onClick={() => {
          begun.current.isOpened = true
        }}
        onFocus={() => {
          begun.current.hasFocus = true
        }}
        onBlur={() => {
          Object.assign(begun.current, { hasFocus: false, isOpened: false })
          props.onBlur?.()
        }}
        className={selectClass}
      >
        <span id={`${id}-value`} className={clsx('truncate', !chosen && 'text-muted')}>
          {chosen ?? placeholder}
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
      </button>
      <PlainFieldNotes {...notes} />
    </div>
  )
}
