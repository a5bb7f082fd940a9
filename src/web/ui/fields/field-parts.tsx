import { t } from '#web/i18n/t.ts'
import { descriptionClass, errorClass, type FieldProps, labelClass } from './field-class.ts'
import { useFieldSuggestion } from './field-suggestions.ts'

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
        <div data-suggested-field={name} className="empty:hidden">
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
