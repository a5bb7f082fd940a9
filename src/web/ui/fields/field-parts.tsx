import { createContext, type ReactNode, type RefObject, useContext, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n/t.ts'
import { descriptionClass, errorClass, type FieldProps, labelClass } from './field-class.ts'

export const FieldSuggestionsContext = createContext<FieldSuggestions>({})

type FieldLabelProps = Pick<FieldProps, 'label' | 'isRequired'> & { id: string }

/** Of the control with this id. A required field is not marked; `isRequired={false}` shows "optional". */
export function FieldLabel({ id, label, isRequired }: FieldLabelProps) {
  return (
    <label id={`${id}-label`} htmlFor={id} className={labelClass}>
      {label}
      {isRequired === false && <span className="font-normal text-muted">{t` (optional)`}</span>}
    </label>
  )
}

type FieldNotesProps = Pick<FieldProps, 'description' | 'errorMessage'> & {
  id: string
  name?: string | undefined
}

/** Description, suggestion and error of the control with this id. */
export function FieldNotes({ id, name, description, errorMessage }: FieldNotesProps) {
  const suggestion = useFieldSuggestion(name)
  return (
    <>
      {(description || suggestion?.note) && (
        <span id={`${id}-description`} className={descriptionClass}>
          {description && <span>{description}</span>}
          {suggestion?.note}
        </span>
      )}
      {suggestion && (
        <div data-suggested-field={name} data-unsure={suggestion.isUnsure} className="empty:hidden">
          {suggestion.choice}
        </div>
      )}
      {errorMessage && (
        <span id={`${id}-error`} className={errorClass}>
          {errorMessage}
        </span>
      )}
    </>
  )
}

/** What ties a control to its label and notes, for assistive technology. */
export function useControlProps(
  { id, name, description, errorMessage }: FieldNotesProps,
  { isRequired, isDisabled }: Pick<FieldProps, 'isRequired' | 'isDisabled'>,
) {
  const suggestion = useFieldSuggestion(name)
  const notes = [(description || suggestion?.note) && `${id}-description`, errorMessage && `${id}-error`]
  return {
    id,
    name,
    disabled: isDisabled,
    'aria-required': isRequired === true || undefined,
    'aria-invalid': Boolean(errorMessage) || undefined,
    'aria-describedby': notes.filter(Boolean).join(' ') || undefined,
  }
}

/**
 * Before the form around `control` is submitted, `settle` accepts what is typed and not stored yet, as on leaving the
 * field. If it returns false, the form is not submitted.
 */
export function useSettleOnSubmit(control: RefObject<HTMLElement | null>, settle: () => boolean): void {
  const settleNow = useEffectEvent(() => flushSync(settle))
  useEffect(() => {
    const settleFirst = (event: SubmitEvent) => {
      if (!(event.target as Node).contains(control.current) || settleNow()) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('submit', settleFirst, true)
    return () => document.removeEventListener('submit', settleFirst, true)
  }, [control])
}

/**
 * Notes and choices that a screen adds to fields by name, so that forms need not pass them on. A choice goes below its
 * field. `isUnsure`: the field is empty until the owner chooses.
 */
export type FieldSuggestion = { note?: ReactNode; choice?: ReactNode; isUnsure?: boolean }

export type FieldSuggestions = Readonly<Record<string, FieldSuggestion>>

function useFieldSuggestion(name: string | undefined): FieldSuggestion | undefined {
  const suggestions = useContext(FieldSuggestionsContext)
  return name === undefined ? undefined : suggestions[name]
}
