import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { comboButtonClass, comboInputClass, fieldClass, groupClass, labelClass } from './field-class.ts'
import type { ComboFieldProps } from './field-props.ts'
import { approachedBy, laterField, type StartProps } from './later-field.tsx'
import { OptionalText, PlainFieldNotes, useNoteIds } from './plain-field-parts.tsx'
import { useComboText } from './use-combo-text.ts'

/** A text field with a list that is filtered while typing. */
export const ComboField = laterField<ComboFieldProps>(
  () => import('./full-combo-field.tsx').then((module) => module.FullComboField),
  ComboFieldStart,
)

/** The field before its list is loaded. */
export function ComboFieldStart({ begun, onApproach, ...props }: ComboFieldProps & StartProps) {
  const { label, name, description, isRequired, isDisabled } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const text = useComboText(props, begun, box)
  const { errorMessage } = text
  const notes = { id, name, description, errorMessage }
  const isInvalid = Boolean(errorMessage)
  useLayoutEffect(
    () => () => {
      const input = document.getElementById(id)
      if (input instanceof HTMLInputElement)
        begun.current.selection = [input.selectionStart, input.selectionEnd]
    },
    [id, begun],
  )
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') begun.current.isOpened = true
    text.handleEnter(event)
  }
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className={labelClass}>
        {label}
        <OptionalText isRequired={isRequired} />
      </label>
      <div
        ref={box}
        className={groupClass}
        data-invalid={isInvalid || undefined}
        aria-disabled={isDisabled}
        {...approachedBy(onApproach)}
      >
        <input
          ref={props.ref}
          id={id}
          name={name}
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          aria-required={isRequired === true || undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={useNoteIds(notes)}
          disabled={isDisabled}
          value={text.typed}
          onChange={({ target }) => text.type(target.value)}
          onClick={() => {
            begun.current.isOpened = true
          }}
          data-unclear={text.isUnclear || undefined}
          onKeyDownCapture={handleKey}
          enterKeyHint="next"
          onFocus={(event) => {
            begun.current.hasFocus = true
            // Typing replaces the chosen option.
            if (text.isPicked) event.currentTarget.select()
          }}
          onBlur={() => {
            Object.assign(begun.current, { hasFocus: false, isOpened: false })
            text.leave()
          }}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          autoCorrect="off"
          spellCheck={false}
          className={comboInputClass}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={t`Show suggestions: ${label}`}
          disabled={isDisabled}
          onClick={() => {
            begun.current.isOpened = true
            document.getElementById(id)?.focus()
          }}
          className={comboButtonClass}
        >
          <ChevronDown className="size-4" aria-hidden />
        </button>
      </div>
      <PlainFieldNotes {...notes} />
    </div>
  )
}
