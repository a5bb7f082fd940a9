import { t } from '#web/i18n/t.ts'
import { descriptionClass, errorClass, type FieldProps } from './field-class.ts'
import { useFieldSuggestion } from './field-suggestions.ts'

/** "(optional)" after a label. */
export function OptionalText({ isRequired }: Pick<FieldProps, 'isRequired'>) {
  return isRequired === false && <span className="font-normal text-muted">{t` (optional)`}</span>
}

type NotesProps = Pick<FieldProps, 'description' | 'errorMessage'> & { id: string; name?: string | undefined }

/** Description, suggestion and error of a native field with this id. */
export function PlainFieldNotes({ id, name, description, errorMessage }: NotesProps) {
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

/** The ids of the texts in `PlainFieldNotes`, for `aria-describedby`. */
export function useNoteIds({ id, name, description, errorMessage }: NotesProps): string | undefined {
  const suggestion = useFieldSuggestion(name)
  const ids = [(description || suggestion?.note) && `${id}-description`, errorMessage && `${id}-error`]
  return ids.filter(Boolean).join(' ') || undefined
}
