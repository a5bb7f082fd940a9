import { FieldError, Label, Text } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { descriptionClass, errorClass, type FieldProps, labelClass } from './field-class.ts'
import { useFieldSuggestion } from './field-suggestions.ts'

/** A required field is not marked; `isRequired={false}` shows "optional". */
export function FieldLabel({ label, isRequired }: { label: string; isRequired?: boolean }) {
  return (
    <Label className={labelClass}>
      {label}
      {isRequired === false && <span className="font-normal text-muted">{t` (optional)`}</span>}
    </Label>
  )
}

type FieldNotesProps = Pick<FieldProps, 'description' | 'errorMessage'> & { name?: string | undefined }

export function FieldNotes({ name, description, errorMessage }: FieldNotesProps) {
  const suggestion = useFieldSuggestion(name)
  return (
    <>
      {(description || suggestion?.note) && (
        <Text slot="description" className={descriptionClass}>
          {description && <span>{description}</span>}
          {suggestion?.note}
        </Text>
      )}
      {suggestion && (
        <div data-suggested-field={name} className="empty:hidden">
          {suggestion.choice}
        </div>
      )}
      <FieldError className={errorClass}>{errorMessage}</FieldError>
    </>
  )
}
