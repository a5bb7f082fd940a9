import { t } from '#web/i18n/t.ts'
import { descriptionClass, errorClass, type FieldProps } from './field-class.ts'
import { useFieldMark } from './field-marks.ts'

/** "(optional)" after a label. */
export function OptionalText({ isRequired }: Pick<FieldProps, 'isRequired'>) {
  return isRequired === false && <span className="font-normal text-muted">{t` (optional)`}</span>
}

type NotesProps = Pick<FieldProps, 'description' | 'errorMessage'> & { id: string; name?: string | undefined }

/** Description, mark and error of a native field with this id. */
export function PlainFieldNotes({ id, name, description, errorMessage }: NotesProps) {
  const mark = useFieldMark(name)
  return (
    <>
      {(description || mark?.note) && (
        <span id={`${id}-description`} className={descriptionClass}>
          {description && <span>{description}</span>}
          {mark?.note}
        </span>
      )}
      {mark && (
        <div data-marked-field={name} className="empty:hidden">
          {mark.choice}
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

/** The ids of what `PlainFieldNotes` shows, for `aria-describedby`. */
export function useNoteIds({ id, name, description, errorMessage }: NotesProps): string | undefined {
  const mark = useFieldMark(name)
  const ids = [(description || mark?.note) && `${id}-description`, errorMessage && `${id}-error`]
  return ids.filter(Boolean).join(' ') || undefined
}
