import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Control, Controller, type FieldValues, useController, useFormState } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TagField } from '#web/ui/fields/tag-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf, firstInvalidField } from '#web/ui/form-errors.ts'
import { credentialSummaryQuery } from './api.ts'

/** The fields that both forms have. */
type CommonValues = {
  number: string | null
  issuedAt: string | null
  expiresAt: string | null
  neverExpires: boolean
  reminderDays: number | null
  tags: string[]
  notes: string | null
}

/** Either form, typed as a form of the common fields, which react-hook-form's types cannot express. */
function commonControl<T extends FieldValues>(control: Control<T>): Control<CommonValues> {
  return control as unknown as Control<CommonValues>
}

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

/** A date, or the explicit choice that there is none: a missing date is neither. */
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

type MoreFieldsProps<T extends FieldValues> = { control: Control<T>; children?: ReactNode; isOpen: boolean }

/** Optional fields, collapsed so that the form is short. Opens when one of its fields has an error. */
export function MoreFields<T extends FieldValues>({ control, children, isOpen }: MoreFieldsProps<T>) {
  const { data: summary } = useQuery(credentialSummaryQuery)
  const { submitCount } = useFormState({ control })
  const folder = useRef<HTMLDetailsElement>(null)
  // Looks into the section itself, not at a list of names, so that new fields are included.
  useEffect(() => {
    const node = folder.current
    if (submitCount === 0 || !node || node.open) return
    const firstInvalid = firstInvalidField(node)
    if (!firstInvalid) return
    node.open = true
    firstInvalid.focus()
  }, [submitCount])
  return (
    <details ref={folder} open={isOpen} className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {t`More details`}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 pt-2 pb-6">
        {children}
        <Controller
          name="tags"
          control={commonControl(control)}
          render={(c) => (
            <TagField
              {...fieldPropsOf(c)}
              label={t`Tags`}
              suggestions={(summary?.tags ?? []).map(({ tag }) => tag)}
            />
          )}
        />
        <Controller
          name="reminderDays"
          control={commonControl(control)}
          render={(c) => (
            <NumberField
              {...fieldPropsOf(c)}
              label={t`Remind me`}
              description={t`Days before it expires. Leave blank to use your reminder schedule.`}
              min={0}
              max={365}
              unit={t`days`}
            />
          )}
        />
        <Controller
          name="notes"
          control={commonControl(control)}
          render={(c) => <TextField {...fieldPropsOf(c)} label={t`Notes`} multiline rows={3} />}
        />
      </div>
    </details>
  )
}
