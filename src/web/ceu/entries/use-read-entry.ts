import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { type Unit, units } from '#shared/ceu/units.ts'
import type { SuggestedField } from '#shared/reading/page.ts'
import type { ReadFiles } from '#web/reading/read-file.ts'
import { type ReadField, useReadFields } from '#web/reading/use-read-fields.tsx'
import type { EntryForm } from './entry-hours-field.tsx'

const textFields = ['title', 'provider', 'completedAt', 'holderName', 'approvedBy', 'providerNumber'] as const

/** Maps each suggestion to a field of the course form. */
export function useReadEntry(form: EntryForm, document: ReadFiles | null) {
  const values = useWatch({ control: form.control })
  const { dirtyFields } = useFormState({ control: form.control })
  const unit = unitRead(document)
  const amountName = values.unit === 'contact_hour' ? 'hours' : 'amount'
  const optionsOf = (shouldDirty: boolean) => ({ shouldDirty, shouldValidate: form.formState.isSubmitted })
  const fields: ReadField[] = textFields.map((name) => ({
    suggestion: name,
    name,
    current: values[name] ?? '',
    isChanged: dirtyFields[name] === true,
    fill: (value, isChosen) => form.setValue(name, value, optionsOf(isChosen)),
  }))
  const current = values[amountName] ?? null
  fields.push({
    suggestion: 'amount',
    name: amountName,
    current: current === null || values.unit !== unit ? '' : String(current),
    isChanged: dirtyFields.hours === true || dirtyFields.amount === true,
    fill: (value, isChosen) => {
      const options = optionsOf(isChosen)
      form.setValue('unit', unit, options)
      form.setValue('hours', unit === 'contact_hour' ? Number(value) : null, options)
      form.setValue('amount', unit === 'contact_hour' ? null : Number(value), options)
    },
  })
  useDoubtfulDay(form, document)
  return useReadFields(document, fields)
}

/** Today is a good guess only if the certificate has no date. A doubtful date is offered for an empty field. */
function useDoubtfulDay(form: EntryForm, document: ReadFiles | null) {
  const cleared = useRef<ReadFiles | null>(null)
  useEffect(() => {
    if (document === null || cleared.current === document) return
    cleared.current = document
    const read = document.suggestions.find(({ field }) => field === 'completedAt')
    const isDefault = !form.getFieldState('completedAt').isDirty
    if (read?.confidence === 'doubtful' && isDefault) form.setValue('completedAt', null)
  }, [form, document])
}

function unitRead(document: ReadFiles | null): Unit {
  const read = document?.suggestions.find(({ field }) => field === 'unit')?.value
  return units.find((unit) => unit === read) ?? 'contact_hour'
}

/** The suggestion of a field by the field's name. */
export function suggestionOf(name: string | null): SuggestedField | null {
  if (name === 'hours' || name === 'amount') return 'amount'
  return textFields.find((field) => field === name) ?? null
}
