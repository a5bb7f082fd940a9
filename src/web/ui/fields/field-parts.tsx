import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { useFieldMark } from './field-marks.ts'

/** The props of every field. */
export type FieldProps = {
  label: string
  description?: ReactNode
  errorMessage?: string | null
  isRequired?: boolean
  isDisabled?: boolean
}

export const fieldClass = 'flex w-full min-w-0 flex-col gap-1.5'

const edge = [
  'rounded-control border border-line-strong bg-surface text-ink transition-colors duration-150',
  'invalid:border-expired disabled:opacity-60',
]

/** The box of a single input. */
export const inputClass = clsx(
  edge,
  'min-h-11 w-full min-w-0 px-3 text-base placeholder:text-muted read-only:bg-sunken',
  'focus:border-accent focus:outline-2 focus:outline-accent focus:outline-offset-0',
)

/** The box around several parts, which have no border of their own. */
export const groupClass = clsx(
  edge,
  'flex min-h-11 w-full min-w-0 items-center focus-within:border-accent',
  'focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-0',
)

/** A required field is not marked; `isRequired={false}` shows "optional". */
export function FieldLabel({ label, isRequired }: { label: string; isRequired?: boolean }) {
  return (
    <Label className="font-semibold text-ink">
      {label}
      {isRequired === false && <span className="font-normal text-muted">{t` (optional)`}</span>}
    </Label>
  )
}

type FieldNotesProps = Pick<FieldProps, 'description' | 'errorMessage'> & { name?: string | undefined }

export function FieldNotes({ name, description, errorMessage }: FieldNotesProps) {
  const mark = useFieldMark(name)
  return (
    <>
      {(description || mark?.note) && (
        <Text slot="description" className="grid gap-1 text-muted text-sm">
          {description && <span>{description}</span>}
          {mark?.note}
        </Text>
      )}
      {mark && (
        <div data-marked-field={name} className="empty:hidden">
          {mark.choice}
        </div>
      )}
      <FieldError className="font-semibold text-expired text-sm">{errorMessage}</FieldError>
    </>
  )
}
