import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { type Control, Controller, type FieldValues, useController, useFormState } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type CommonValues, commonControl } from './common-values.ts'

type FieldsProps<T extends FieldValues> = {
  control: Control<T>
  expiryNote?: string | undefined
  /** Below the expiration date, such as suggestions. */
  expiryOptions?: ReactNode
  onIssuedAt?(): void
}

/** Dates and number, which the card shows. */
export function MainFields<T extends FieldValues>({
  control,
  expiryNote,
  expiryOptions,
  onIssuedAt,
}: FieldsProps<T>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          name="issuedAt"
          control={commonControl(control)}
          render={(c) => (
            <DateField
              {...fieldPropsOf(c)}
              onChange={(date) => {
                c.field.onChange(date)
                onIssuedAt?.()
              }}
              label={t`Issued on`}
            />
          )}
        />
        <ExpiryField control={commonControl(control)} note={expiryNote} options={expiryOptions} />
      </div>
      <Controller
        name="number"
        control={commonControl(control)}
        render={(c) => (
          <TextField
            {...fieldPropsOf(c)}
            label={t`Number`}
            description={t`As printed on the card. Hidden until you tap Show.`}
            autoComplete="off"
            enterKeyHint="next"
            spellCheck={false}
            mono
          />
        )}
      />
    </>
  )
}

type ExpiryProps = { control: Control<CommonValues>; note: string | undefined; options: ReactNode }

/** A date, or the explicit choice that there is none. A missing date is neither. */
function ExpiryField({ control, note, options }: ExpiryProps) {
  const expiresAt = useController({ name: 'expiresAt', control })
  const neverExpires = useController({ name: 'neverExpires', control })
  const { value: isNever, onChange, ...field } = neverExpires.field
  return (
    <div className="grid gap-2">
      <DateField
        {...fieldPropsOf(expiresAt)}
        label={t`Expires on`}
        description={note}
        isDisabled={isNever ?? false}
      />
      {options}
      <Checkbox
        {...field}
        isSelected={isNever ?? false}
        onChange={(chosen) => {
          onChange(chosen)
          if (chosen) expiresAt.field.onChange(null)
        }}
        label={t`Does not expire`}
        errorMessage={fieldPropsOf(neverExpires).errorMessage}
      />
    </div>
  )
}

type MoreFieldsProps<T extends FieldValues> = {
  control: Control<T>
  isOpen: boolean
  /** Loads the fields. */
  approach: object
  /** The fields: `MoreCommonFields` and those of one kind. */
  children: ReactNode
}

/** Optional fields, collapsed to keep the form short. They load when they are opened or when the form is submitted. */
export function MoreFields<T extends FieldValues>({
  control,
  isOpen,
  approach,
  children,
}: MoreFieldsProps<T>) {
  const { submitCount, isSubmitting } = useFormState({ control })
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <details open={isOpen} onToggle={() => setOpened(true)} className="group border-line border-y">
      <summary
        {...approach}
        className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden"
      >
        {t`More details`}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {(wasOpened || isSubmitting || submitCount > 0) && (
        <div className="grid gap-5 pt-2 pb-6">
          <Suspense fallback={<Skeleton className="h-80" />}>{children}</Suspense>
        </div>
      )}
    </details>
  )
}
