import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { cardDisplay } from '#shared/credentials/field-display.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field, useField } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { type CommonValues, commonControl } from './use-credential-save.ts'

type FieldsProps<T extends FieldValues> = {
  control: Control<T>
  expiryNote?: string | undefined
  /** Below the expiration date, such as suggestions. */
  expiryOptions?: ReactNode
  onIssuedAt?(): void
  numberNote?: string | undefined
}

/** Dates and number, which the card shows. */
export function MainFields<T extends FieldValues>({
  control,
  expiryNote,
  expiryOptions,
  onIssuedAt,
  numberNote = t`As printed on the card. Your vault hides it until you tap Show.`,
}: FieldsProps<T>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          control={commonControl(control)}
          name="issuedAt"
          as={DateField}
          onChange={() => onIssuedAt?.()}
          label={t(cardDisplay.issuedAt.label)}
        />
        <ExpiryField control={commonControl(control)} note={expiryNote} options={expiryOptions} />
      </div>
      <Field
        control={commonControl(control)}
        name="number"
        as={TextField}
        label={t(cardDisplay.number.label)}
        description={numberNote}
        autoComplete="off"
        enterKeyHint="next"
        spellCheck={false}
        mono
      />
    </>
  )
}

type ExpiryProps = { control: Control<CommonValues>; note: string | undefined; options: ReactNode }

/** A date, or the explicit choice that there is none. A missing date is neither. */
function ExpiryField({ control, note, options }: ExpiryProps) {
  const expiresAt = useField(control, 'expiresAt')
  const neverExpires = useField(control, 'neverExpires')
  const isNever = neverExpires.value ?? false
  return (
    <div className="grid gap-2">
      <DateField
        {...expiresAt}
        today={useToday()}
        label={t(cardDisplay.expiresAt.label)}
        description={note}
        isDisabled={isNever}
      />
      {options}
      <Checkbox
        {...neverExpires}
        onChange={(chosen) => {
          neverExpires.onChange(chosen)
          if (chosen) expiresAt.onChange(null)
        }}
        label={t(cardDisplay.neverExpires.label)}
      />
    </div>
  )
}

type MoreFieldsProps<T extends FieldValues> = {
  control: Control<T>
  /** The fields: `MoreCommonFields` and those of one kind. */
  children: ReactNode
}

/** Optional fields of a new credential, collapsed to keep the form short. They are rendered when they are opened or the form is submitted. */
export function MoreFields<T extends FieldValues>({ control, children }: MoreFieldsProps<T>) {
  const { submitCount, isSubmitting } = useFormState({ control })
  const [wasOpened, setOpened] = useState(false)
  return (
    <details onToggle={() => setOpened(true)} className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {t`More details`}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {(wasOpened || isSubmitting || submitCount > 0) && (
        <div className="grid gap-5 pt-2 pb-6">{children}</div>
      )}
    </details>
  )
}
