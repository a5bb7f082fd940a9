import { ChevronDown } from 'lucide-react'
import { use, useEffect, useRef } from 'react'
import { Controller, useFormState, useWatch } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { ChipButton } from '#web/ui/chip-button.tsx'
import { FieldSuggestionsContext } from '#web/ui/fields/field-suggestions.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf, firstInvalidField } from '#web/ui/form-errors.ts'
import type { EntryForm } from './entry-hours-field.tsx'

const fieldNames = ['holderName', 'approvedBy', 'providerNumber', 'notes'] as const

/** Optional fields that an audit asks for. Opens if one of them has an error. */
export function EntryAuditDetailsView({ form }: { form: EntryForm }) {
  const { control } = form
  const { name } = useUser()
  const { errors, submitCount } = useFormState({ control })
  const details = useRef<HTMLDetailsElement>(null)
  const hasError = fieldNames.some((key) => errors[key])
  useEffect(() => {
    const node = details.current
    if (!hasError || submitCount === 0 || !node || node.open) return
    node.open = true
    firstInvalidField(node)?.focus()
  }, [hasError, submitCount])
  // The owner must see read values before they are saved.
  const suggestions = use(FieldSuggestionsContext)
  const isRead = fieldNames.some((key) => suggestions[key])
  useEffect(() => {
    if (isRead && details.current) details.current.open = true
  }, [isRead])
  return (
    <details ref={details} className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {t`More details from the certificate`}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 pt-2 pb-6">
        <div className="grid gap-2">
          <Controller
            name="holderName"
            control={control}
            render={(c) => (
              <TextField {...fieldPropsOf(c)} label={t`Name on the certificate`} autoComplete="name" />
            )}
          />
          <OwnNameButton form={form} name={name} />
        </div>
        <Controller
          name="approvedBy"
          control={control}
          render={(c) => (
            <TextField
              {...fieldPropsOf(c)}
              label={t`Provider approved by`}
              placeholder={t`ANCC, a state’s board of nursing…`}
            />
          )}
        />
        <Controller
          name="providerNumber"
          control={control}
          render={(c) => (
            <TextField {...fieldPropsOf(c)} label={t`Provider number`} mono spellCheck={false} />
          )}
        />
        <Controller
          name="notes"
          control={control}
          render={(c) => <TextField {...fieldPropsOf(c)} label={t`Notes`} multiline rows={3} />}
        />
      </div>
    </details>
  )
}

function OwnNameButton({ form, name }: { form: EntryForm; name: string }) {
  const holder = useWatch({ control: form.control, name: 'holderName' })
  if (name.trim() === '' || holder) return null
  return (
    <div>
      <ChipButton isOn={false} onPress={() => form.setValue('holderName', name, { shouldDirty: true })}>
        {name}
      </ChipButton>
    </div>
  )
}
