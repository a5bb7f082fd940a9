import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { notesDisplay, ownerDisplay } from '#shared/credentials/field-display.ts'
import { t } from '#web/i18n/t.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TagField } from '#web/ui/fields/tag-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { firstInvalidField } from '#web/ui/form-errors.ts'
import { credentialSummaryQuery } from './api.ts'
import type { CommonValues } from './use-credential-save.ts'

/** The optional fields that both forms have. */
export function MoreCommonFields({ control }: { control: Control<CommonValues> }) {
  const { data: summary } = useQuery(credentialSummaryQuery)
  return (
    <>
      <Field
        control={control}
        name="tags"
        as={TagField}
        label={t(ownerDisplay.tags.label)}
        suggestions={(summary?.tags ?? []).map(({ tag }) => tag)}
      />
      <Field
        control={control}
        name="reminderDays"
        as={NumberField}
        label={t(ownerDisplay.reminderDays.label)}
        description={t`Days before it expires. Leave blank to use your reminder schedule.`}
        min={0}
        max={365}
        unit={t`days`}
      />
      <Field control={control} name="notes" as={TextField} label={t(notesDisplay.label)} multiline rows={3} />
      <OpenOnError control={control} />
    </>
  )
}

/** Opens the section around it if one of the section's fields has an error. */
function OpenOnError<T extends FieldValues>({ control }: { control: Control<T> }) {
  const { submitCount } = useFormState({ control })
  const here = useRef<HTMLSpanElement>(null)
  // Looks into the section itself instead of at a list of names, so that new fields are included.
  useEffect(() => {
    const section = here.current?.closest('details')
    if (submitCount === 0 || !section || section.open) return
    const firstInvalid = firstInvalidField(section)
    if (!firstInvalid) return
    section.open = true
    firstInvalid.focus()
  }, [submitCount])
  return <span ref={here} hidden />
}
