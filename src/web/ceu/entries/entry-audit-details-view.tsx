import { ChevronDown } from 'lucide-react'
import { useContext, useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { certificateGaps } from '#shared/ceu/certificate.ts'
import { entryLabels } from '#shared/ceu/ceu-text.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { ChipButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FieldSuggestionsContext } from '#web/ui/fields/field-parts.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { firstInvalidField } from '#web/ui/form-errors.ts'
import { gapsText } from './entry-form-text.ts'
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
  const suggestions = useContext(FieldSuggestionsContext)
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
          <Field
            control={control}
            name="holderName"
            as={TextField}
            label={t(entryLabels.holderName)}
            autoComplete="name"
          />
          <OwnNameButton form={form} name={name} />
        </div>
        <Field
          control={control}
          name="approvedBy"
          as={TextField}
          label={t(entryLabels.approvedBy)}
          placeholder={t`ANCC, a state’s board of nursing…`}
        />
        <Field
          control={control}
          name="providerNumber"
          as={TextField}
          label={t(entryLabels.providerNumber)}
          mono
          spellCheck={false}
        />
        <Field
          control={control}
          name="notes"
          as={TextField}
          label={t(entryLabels.notes)}
          multiline
          rows={3}
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

/** Details that an audit would still require. Never prevents saving. */
export function CertificateGapsView({ form, hasFile }: { form: EntryForm; hasFile: boolean }) {
  const [holderName, approvedBy, providerNumber] = useWatch({
    control: form.control,
    name: ['holderName', 'approvedBy', 'providerNumber'],
  })
  const nonBlank = (text: string | null) => (text?.trim() ? text : null)
  const text = gapsText(
    certificateGaps({
      fileId: hasFile ? 'file' : null,
      holderName: nonBlank(holderName),
      approvedBy: nonBlank(approvedBy),
      providerNumber: nonBlank(providerNumber),
    }),
  )
  return text && <p className="max-w-[65ch] text-muted">{text}</p>
}
